//! Interrupts by Ctrl-C.

use std::cell::Cell;
use std::process;

use motion_core::CancelFlag;

/// The exit status of a process ended by an interrupt, as shells report it.
const INTERRUPTED: i32 = 130;

/// A flag that an interrupt raises, so that solvers stop and the best solution is printed.
///
/// Until the first solver runs, an interrupt ends the process as it would without this type, since
/// a program that waits for input has nothing to print.
#[derive(Default)]
pub struct Interrupt {
    flag: CancelFlag,
    /// Whether the signal handler has yet to be set.
    is_pending: Cell<bool>,
}

impl Interrupt {
    /// Creates a flag raised by signals to the process. The default is never raised.
    pub(crate) fn from_signals() -> Self {
        Self { flag: CancelFlag::new(), is_pending: Cell::new(true) }
    }

    /// Returns the flag for a run. From now on the first interrupt raises it, and the second one
    /// ends the process.
    pub(crate) fn flag(&self) -> CancelFlag {
        if self.is_pending.take() {
            let flag = self.flag.clone();
            // If signals cannot be caught, the first one ends the process.
            let _ = ctrlc::set_handler(move || {
                if flag.is_raised() {
                    process::exit(INTERRUPTED);
                }
                flag.raise();
            });
        }
        self.flag.clone()
    }

    /// Returns whether there was an interrupt.
    pub(crate) fn is_raised(&self) -> bool {
        self.flag.is_raised()
    }
}

impl From<CancelFlag> for Interrupt {
    /// Creates an interrupt that is raised through this flag.
    fn from(flag: CancelFlag) -> Self {
        Self { flag, is_pending: Cell::new(false) }
    }
}
