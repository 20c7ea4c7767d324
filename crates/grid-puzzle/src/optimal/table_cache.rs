//! Tables that a solver keeps from one board to the next.

use alloc::sync::Arc;

use motion_core::{Control, Stop};
use spin::Mutex;

use super::goal_layout::GoalLayout;
use super::metric::MoveMetric;
use super::operator_fsm::{DuplicateOperatorFsm, SHORT_LENGTH};
use super::pattern_databases::PatternDatabases;
use super::walking_distance::WalkingDistances;

/// A cache of the automaton against duplicates and of tables. The locks are held only to get and to
/// store them, never while they are made. Therefore, threads that need the same tables at the same
/// time each make them.
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

/// The kinds of tables.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum TableKind {
    Walking(MoveMetric),
    Patterns(MoveMetric),
}

impl Clone for TableCache {
    /// Makes a clone that shares the tables.
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
    /// Returns the automaton of short operator strings, made at first use. If the memory does not
    /// suffice, returns the one that refuses only reversals.
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

    /// Returns the tables in the cache, or new ones. `control` holds their memory.
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
        // The old tables are dropped, because their memory would not be accounted for.
        self.clear();
        let cached = match kind {
            TableKind::Walking(metric) => {
                CachedTable::Walking(Arc::new(WalkingDistances::new(layout, metric, control)?))
            }
            TableKind::Patterns(metric) => {
                CachedTable::Patterns(PatternDatabases::held(layout, metric, control)?)
            }
        };
        *self.tables.lock() = Some(cached.clone());
        Ok(cached)
    }

    /// Returns the tables in the cache, if they are of this layout and kind.
    pub(super) fn cached(&self, layout: GoalLayout, kind: TableKind) -> Option<CachedTable> {
        let cached = self.tables.lock().clone()?;
        let fits = match &cached {
            CachedTable::Walking(tables) => {
                kind == TableKind::Walking(tables.metric()) && tables.layout() == layout
            }
            CachedTable::Patterns(databases) => {
                kind == TableKind::Patterns(databases.metric()) && databases.layout() == layout
            }
        };
        fits.then_some(cached)
    }

    pub(super) fn patterns(&self) -> Option<PatternDatabases> {
        match &*self.tables.lock() {
            Some(CachedTable::Patterns(databases)) => Some(databases.clone()),
            _ => None,
        }
    }

    pub(super) fn store(&self, databases: PatternDatabases) {
        *self.tables.lock() = Some(CachedTable::Patterns(databases));
    }

    pub(super) fn clear(&self) {
        *self.tables.lock() = None;
    }
}
