//! What a solver keeps from one board to the next.

use alloc::sync::Arc;

use motion_core::{Control, Stop};
use spin::Mutex;

use super::goal_layout::GoalLayout;
use super::metric::MoveMetric;
use super::operator_fsm::{DuplicateOperatorFsm, SHORT_LENGTH};
use super::pattern_databases::PatternDatabases;
use super::walking_distance::WalkingDistances;

/// DuplicateOperatorFsm and tables. The locks are only held to look them up and to put them down, never while they are made: threads
/// that want the same tables at the same time each make them.
#[derive(Default)]
pub(super) struct TableCache {
    fsm: Mutex<Option<Arc<DuplicateOperatorFsm>>>,
    tables: Mutex<Option<CachedTable>>,
}

/// Tables for boards of one layout.
#[derive(Clone)]
pub(super) enum CachedTable {
    Walking(Arc<WalkingDistances>),
    Patterns(PatternDatabases),
}

/// Which tables are looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum TableKind {
    Walking(MoveMetric),
    Patterns,
}

impl Clone for TableCache {
    /// What is there is shared.
    fn clone(&self) -> Self {
        Self { fsm: Mutex::new(self.fsm.lock().clone()), tables: Mutex::new(self.tables.lock().clone()) }
    }
}

impl CachedTable {
    pub(super) fn bytes(&self) -> u64 {
        match self {
            Self::Walking(tables) => tables.bytes(),
            Self::Patterns(tables) => tables.bytes(),
        }
    }
}

impl TableCache {
    /// Short fsm, made at first use; only those that turn back where there is no memory to make them.
    pub(super) fn fsm(&self, control: &mut Control) -> Arc<DuplicateOperatorFsm> {
        if let Some(fsm) = &*self.fsm.lock() {
            return fsm.clone();
        }
        match DuplicateOperatorFsm::up_to(SHORT_LENGTH, control) {
            Ok(fsm) => {
                let fsm = Arc::new(fsm);
                *self.fsm.lock() = Some(fsm.clone());
                fsm
            }
            Err(_) => Arc::new(DuplicateOperatorFsm::reversals()),
        }
    }

    /// Tables that are there, or new ones; `control` holds them.
    pub(super) fn tables(
        &self,
        layout: GoalLayout,
        kind: TableKind,
        control: &mut Control,
    ) -> Result<CachedTable, Stop> {
        if let Some(cached) = self.cached(layout, kind) {
            control.hold(cached.bytes())?;
            return Ok(cached);
        }
        // Old ones would not be counted.
        self.forget();
        let cached = match kind {
            TableKind::Walking(metric) => {
                CachedTable::Walking(Arc::new(WalkingDistances::new(layout, metric, control)?))
            }
            TableKind::Patterns => CachedTable::Patterns(PatternDatabases::held(layout, control)?),
        };
        *self.tables.lock() = Some(cached.clone());
        Ok(cached)
    }

    pub(super) fn cached(&self, layout: GoalLayout, kind: TableKind) -> Option<CachedTable> {
        let cached = self.tables.lock().clone()?;
        let fits = match &cached {
            CachedTable::Walking(tables) => {
                kind == TableKind::Walking(tables.metric()) && tables.layout() == layout
            }
            CachedTable::Patterns(tables) => {
                kind == TableKind::Patterns && tables.tables().layout() == layout
            }
        };
        fits.then_some(cached)
    }

    pub(super) fn patterns(&self) -> Option<PatternDatabases> {
        match &*self.tables.lock() {
            Some(CachedTable::Patterns(tables)) => Some(tables.clone()),
            _ => None,
        }
    }

    pub(super) fn keep(&self, tables: PatternDatabases) {
        *self.tables.lock() = Some(CachedTable::Patterns(tables));
    }

    pub(super) fn forget(&self) {
        *self.tables.lock() = None;
    }
}
