//! The instances of a run, in their order.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use super::shard::Shard;
use crate::CliError;

/// The instances of a run; random ones are generated when they are needed.
pub(crate) struct Instances<'i, T> {
    instances: Box<dyn Iterator<Item = Result<T, CliError>> + Send + 'i>,
    pub(crate) count: usize,
}

impl<'i, T: Send + 'i> Instances<'i, T> {
    /// Random instances. All come from one generator, so that an instance depends on the seed and
    /// its number only, from 1.
    pub(crate) fn random(
        seed: u64,
        count: u32,
        mut generate: impl FnMut(u32, &mut Xoshiro256PlusPlus) -> Result<T, CliError> + Send + 'i,
    ) -> Self {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let instances = (1..=count).map(move |number| generate(number, &mut rng));
        Self { instances: Box::new(instances), count: count as usize }
    }

    /// Those of a shard, until the run is stopped. Random instances of other shards are generated,
    /// too, where others follow, and dropped; an error is that of every shard.
    pub(super) fn of(
        self,
        shard: Shard,
        is_stopped: impl Fn() -> bool,
    ) -> impl Iterator<Item = Result<T, CliError>> {
        self.instances
            .take_while(move |_| !is_stopped())
            .enumerate()
            .filter(move |(number, instance)| shard.holds(*number) || instance.is_err())
            .map(|(_, instance)| instance)
            .take(shard.count(self.count))
    }
}

impl<T: Send + 'static> From<Vec<T>> for Instances<'_, T> {
    /// Instances that were read.
    fn from(instances: Vec<T>) -> Self {
        let count = instances.len();
        Self { instances: Box::new(instances.into_iter().map(Ok)), count }
    }
}
