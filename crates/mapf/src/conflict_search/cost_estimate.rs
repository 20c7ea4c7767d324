//! An estimate of the cost of a schedule without conflicts, learned from the steps of the search.

/// The total errors of steps from a node to its best child, in the cost and in the number of
/// conflicts, and the number of steps. Each step is expected to remove one conflict.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CostEstimate {
    steps: u64,
    cost: u64,
    conflicts: u64,
}

impl CostEstimate {
    /// Learns from a step between two nodes, each given by its cost and its number of conflicts.
    pub(super) fn learn(&mut self, (cost, conflicts): (u64, u32), (next_cost, next_conflicts): (u64, u32)) {
        self.steps += 1;
        self.cost += next_cost.saturating_sub(cost);
        self.conflicts += u64::from((next_conflicts + 1).saturating_sub(conflicts));
    }

    /// The expected cost in thousandths. Every conflict takes 1 / (1 − mean error in conflicts)
    /// steps, each of which adds the mean error in cost.
    pub(super) fn expected(&self, cost: u64, conflicts: u32) -> u64 {
        let removed = self.steps.saturating_sub(self.conflicts).max(1);
        1000 * cost + 1000 * u64::from(conflicts) * self.cost / removed
    }
}
