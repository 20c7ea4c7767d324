//! What Ctrl-C does.

use std::cell::Cell;
use std::process;

use motion_core::CancelFlag;

/// The exit status of a process that an interrupt has ended, as shells report it.
const INTERRUPTED: i32 = 130;

/// A flag that an interrupt raises, so that solvers end and what they have found is printed.
///
/// Until the first solver runs an interrupt ends the process, as it does without this type: a program that waits for input
/// has nothing to print.
#[derive(Default)]
pub struct Interrupt {
    flag: CancelFlag,
    /// Whether the process's signals are still to be caught.
    is_pending: Cell<bool>,
}

impl Interrupt {
    /// An interrupt that comes from the process's signals. The default is raised by nothing.
    pub(crate) fn of_the_process() -> Self {
        Self { flag: CancelFlag::new(), is_pending: Cell::new(true) }
    }

    /// The flag for a run. From now on the first interrupt raises it, and the second ends the process.
    pub(crate) fn flag(&self) -> CancelFlag {
        if self.is_pending.take() {
            let flag = self.flag.clone();
            // Where signals cannot be caught, the first of them ends the process.
            let _ = ctrlc::set_handler(move || {
                if flag.is_raised() {
                    process::exit(INTERRUPTED);
                }
                flag.raise();
            });
        }
        self.flag.clone()
    }

    /// Whether there was an interrupt.
    pub(crate) fn is_raised(&self) -> bool {
        self.flag.is_raised()
    }
}

impl From<CancelFlag> for Interrupt {
    /// An interrupt that is raised by the owner of this flag.
    fn from(flag: CancelFlag) -> Self {
        Self { flag, is_pending: Cell::new(false) }
    }
}
