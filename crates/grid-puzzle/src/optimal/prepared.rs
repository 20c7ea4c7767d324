//! What a solver keeps from one board to the next.

use alloc::sync::Arc;

use motion_core::{Control, Stop};
use spin::Mutex;

use super::detours::{Detours, SHORT};
use super::layout::Layout;
use super::metric::Metric;
use super::pattern_tables::PatternTables;
use super::walking::WalkingTables;

/// Detours and tables. The locks are only held to look them up and to put them down, never while they are made: threads
/// that want the same tables at the same time each make them.
#[derive(Default)]
pub(super) struct Prepared {
    detours: Mutex<Option<Arc<Detours>>>,
    tables: Mutex<Option<Ready>>,
}

/// Tables for boards of one layout.
#[derive(Clone)]
pub(super) enum Ready {
    Walking(Arc<WalkingTables>),
    Patterns(PatternTables),
}

/// Which tables are looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    Walking(Metric),
    Patterns,
}

impl Clone for Prepared {
    /// What is there is shared.
    fn clone(&self) -> Self {
        Self {
            detours: Mutex::new(self.detours.lock().clone()),
            tables: Mutex::new(self.tables.lock().clone()),
        }
    }
}

impl Ready {
    pub(super) fn bytes(&self) -> u64 {
        match self {
            Self::Walking(tables) => tables.bytes(),
            Self::Patterns(tables) => tables.bytes(),
        }
    }
}

impl Prepared {
    /// Short detours, made at first use; only those that turn back where there is no memory to make them.
    pub(super) fn detours(&self, control: &mut Control) -> Arc<Detours> {
        if let Some(detours) = &*self.detours.lock() {
            return detours.clone();
        }
        match Detours::up_to(SHORT, control) {
            Ok(detours) => {
                let detours = Arc::new(detours);
                *self.detours.lock() = Some(detours.clone());
                detours
            }
            Err(_) => Arc::new(Detours::few()),
        }
    }

    /// Tables that are there, or new ones; `control` holds them.
    pub(super) fn tables(
        &self,
        layout: Layout,
        wanted: Wanted,
        control: &mut Control,
    ) -> Result<Ready, Stop> {
        if let Some(ready) = self.ready(layout, wanted) {
            control.hold(ready.bytes())?;
            return Ok(ready);
        }
        // Old ones would not be counted.
        self.forget();
        let ready = match wanted {
            Wanted::Walking(metric) => Ready::Walking(Arc::new(WalkingTables::new(layout, metric, control)?)),
            Wanted::Patterns => Ready::Patterns(PatternTables::held(layout, control)?),
        };
        *self.tables.lock() = Some(ready.clone());
        Ok(ready)
    }

    pub(super) fn ready(&self, layout: Layout, wanted: Wanted) -> Option<Ready> {
        let ready = self.tables.lock().clone()?;
        let fits = match &ready {
            Ready::Walking(tables) => wanted == Wanted::Walking(tables.metric()) && tables.layout() == layout,
            Ready::Patterns(tables) => wanted == Wanted::Patterns && tables.tables().layout() == layout,
        };
        fits.then_some(ready)
    }

    pub(super) fn patterns(&self) -> Option<PatternTables> {
        match &*self.tables.lock() {
            Some(Ready::Patterns(tables)) => Some(tables.clone()),
            _ => None,
        }
    }

    pub(super) fn keep(&self, tables: PatternTables) {
        *self.tables.lock() = Some(Ready::Patterns(tables));
    }

    pub(super) fn forget(&self) {
        *self.tables.lock() = None;
    }
}
