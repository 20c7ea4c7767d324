//! The instances of a run, in their order.

use std::time::Instant;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use super::making::{Begun, Generator, Patience};
use super::shard::Shard;
use crate::CliError;

/// The instances of a run; random ones are generated when they are needed.
pub(crate) struct Instances<'i, T> {
    makers: Box<dyn Iterator<Item = Maker<'i, T>> + Send + 'i>,
    pub(crate) count: usize,
}

/// A function that makes an instance, on the thread that solves it.
pub(super) type Maker<'i, T> = Box<dyn FnOnce() -> Result<T, CliError> + Send + 'i>;

impl<'i, T: Send + 'i> Instances<'i, T> {
    /// Returns random instances, numbered from 1. All come from one generator of random numbers, so
    /// each needs all before it.
    pub(crate) fn random(
        seed: u64,
        count: u32,
        mut generate: impl FnMut(u32, &mut Xoshiro256PlusPlus) -> Result<T, CliError> + Send + 'i,
    ) -> Self {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let maker = move |number| {
            let instance = generate(number, &mut rng);
            Box::new(move || instance) as Maker<'i, T>
        };
        Self { makers: Box::new((1..=count).map(maker)), count: count as usize }
    }

    /// Returns [random](Self::random) instances that must be made within `patience`. The time of
    /// the first one counts from `since`, that of each other one from its own beginning.
    pub(crate) fn random_within(
        (seed, count): (u64, u32),
        patience: Patience,
        since: Instant,
        name: impl Fn(u32) -> String + Send + 'i,
        generate: impl Fn(u32, &mut Xoshiro256PlusPlus) -> Result<T, CliError> + Clone + Send + 'static,
    ) -> Instances<'i, Begun<T>>
    where
        T: 'static,
    {
        let mut generator = Generator::new(Xoshiro256PlusPlus::seed_from_u64(seed));
        let mut first = Some(since);
        let maker = move |number| {
            let generate = generate.clone();
            let made = generator.next(&patience, first.take(), move |rng: &mut _| generate(number, rng));
            let name = name(number);
            let begun = made.and_then(|(since, made)| {
                let made = match made {
                    Ok(instance) => Ok(instance?),
                    Err(why) => Err(why),
                };
                Ok(Begun { name, since: Some(since), made })
            });
            Box::new(move || begun) as Maker<'i, Begun<T>>
        };
        Instances { makers: Box::new((1..=count).map(maker)), count: count as usize }
    }

    /// Returns random instances that take long to generate. Each has its own generator of random
    /// numbers, and the first one has that of the seed, so threads and shards generate only their
    /// own instances.
    pub(crate) fn random_apart(
        seed: u64,
        count: u32,
        generate: impl Fn(u32, &mut Xoshiro256PlusPlus) -> Result<T, CliError> + Clone + Send + 'i,
    ) -> Self {
        let mut forks = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut next = forks.clone();
        let maker = move |number| {
            let mut rng = std::mem::replace(&mut next, forks.fork());
            let generate = generate.clone();
            Box::new(move || generate(number, &mut rng)) as Maker<'i, T>
        };
        Self { makers: Box::new((1..=count).map(maker)), count: count as usize }
    }

    /// Returns the instances of a shard, until the run is stopped.
    pub(super) fn of(
        self,
        shard: Shard,
        is_stopped: impl Fn() -> bool,
    ) -> impl Iterator<Item = Maker<'i, T>> {
        self.makers
            .take_while(move |_| !is_stopped())
            .enumerate()
            .filter(move |(number, _)| shard.holds(*number))
            .map(|(_, maker)| maker)
            .take(shard.count(self.count))
    }
}

impl<'i, T: Send + 'i> From<Vec<T>> for Instances<'i, T> {
    /// Creates a run over instances that were read.
    fn from(instances: Vec<T>) -> Self {
        let count = instances.len();
        let makers = instances.into_iter().map(|instance| Box::new(|| Ok(instance)) as Maker<'i, T>);
        Self { makers: Box::new(makers), count }
    }
}
