//! The trait of all families.

use std::borrow::Cow;
use std::fmt;

use motion_core::{Budget, Control};
use rand::rngs::Xoshiro256PlusPlus;

use crate::{
    Answer, Choices, Collection, Description, EditAction, InstanceText, PlayAction, Played, Replay, Request,
    RunningFleet, TextError, View,
};

/// A family of puzzles: functions from text to text, and a description of the choices.
///
/// A program that serves all families iterates over [`ALL`](crate::ALL).
///
/// # Examples
/// ```
/// use families::{Choices, family};
/// use motion_core::Control;
///
/// let sliding = family("sliding").expect("a family");
/// let random = Choices::new(&sliding.description().random, &Default::default())?;
/// let text = sliding.random(&random, &mut random.rng())?;
/// assert!(sliding.read(&text, &mut Control::unlimited()).error.is_none());
/// # Ok::<(), families::TextError>(())
/// ```
pub trait Family: Sync {
    /// The name on command lines and in addresses.
    fn name(&self) -> &'static str;

    /// Other names on command lines.
    fn aliases(&self) -> &'static [&'static str] {
        &[]
    }

    /// Returns the text of a file.
    ///
    /// # Errors
    /// If it is not UTF-8 text.
    fn text_of<'f>(&self, file: &'f [u8]) -> Result<Cow<'f, str>, TextError> {
        let text = str::from_utf8(file);
        text.map(Cow::Borrowed).map_err(|why| TextError::not_utf8(&file[..why.valid_up_to()]))
    }

    /// Returns the samples, inputs, solvers, options and tools.
    fn description(&self) -> Description;

    /// Reads an instance. Decides within the limits of `control` whether it has a solution.
    fn read(&self, text: &str, control: &mut Control<'_>) -> View;

    /// Returns all instances of a text, each as a separate text. By default, a text is one
    /// instance.
    ///
    /// # Errors
    /// The outer error is for a text that cannot be divided, the inner one for an instance.
    fn instances(&self, text: &str) -> Result<Vec<Result<InstanceText, TextError>>, TextError> {
        // With no nodes, this decides only whether the text is an instance.
        let view = self.read(text, &mut Control::new(Budget::new().with_nodes(0)));
        view.error.map_or(Ok(vec![Ok(InstanceText { title: None, text: text.to_owned() })]), Err)
    }

    /// Describes the instances of a text. By default, these are those of [`instances`], and the
    /// first is read.
    ///
    /// [`instances`]: Self::instances
    ///
    /// # Errors
    /// If the text cannot be divided.
    #[doc(hidden)]
    fn collection(&self, text: &str) -> Result<Collection, TextError> {
        let titles = self.instances(text)?.into_iter().map(|instance| instance.ok()?.title).collect();
        Ok(Collection::titled(self.description().part.unwrap_or("instance"), titles, 0))
    }

    /// Returns one of the instances that [`collection`](Self::collection) describes, as canonical
    /// text.
    ///
    /// # Errors
    /// The first error of this instance, or that of a text that cannot be divided.
    #[doc(hidden)]
    fn instance(&self, text: &str, index: usize) -> Result<String, TextError> {
        let part = self.description().part.unwrap_or("instance");
        TextError::nth(self.instances(text)?, index + 1, part)?.map(|instance| instance.text)
    }

    /// Generates a random instance for the values of the family's inputs.
    ///
    /// # Errors
    /// The reason why there is no instance with these values.
    fn random(&self, choices: &Choices, rng: &mut Xoshiro256PlusPlus) -> Result<String, TextError>;

    /// Solves an instance. Every answer with the outcome `solved` is verified.
    ///
    /// # Errors
    /// The reason why the solver cannot begin.
    fn solve(&self, text: &str, request: &mut Request<'_>) -> Result<Answer, TextError>;

    /// Replays a solution.
    ///
    /// # Errors
    /// The first error of the text, or the verifier's reason.
    fn replay(&self, text: &str, solution: &str) -> Result<Replay, TextError>;

    /// Applies a tool. The resulting text may be an unfinished instance. By default, a family has
    /// no tools.
    ///
    /// # Errors
    /// The reason why the tool has no effect there.
    fn edit(&self, _: &str, action: &EditAction) -> Result<String, TextError> {
        Err(TextError::new(format!("there is no tool {:?}", action.tool)))
    }

    /// Makes a move by hand, or selects a token. By default, nothing happens.
    ///
    /// # Errors
    /// The first error of the text.
    fn play(&self, _: &str, _: &PlayAction) -> Result<Played, TextError> {
        Ok(Played::default())
    }

    /// Begins a fleet from an instance, with the seed of its random numbers. By default, a family
    /// has no fleets.
    ///
    /// # Errors
    /// The first error of the text.
    #[doc(hidden)]
    fn fleet(&self, _text: &str, _seed: u64) -> Result<Box<dyn RunningFleet>, TextError> {
        Err(TextError::new("this family has no fleets"))
    }

    /// Returns the readers of its formats, for fuzzers.
    #[cfg(feature = "fuzz")]
    fn readers(&self) -> &'static [crate::Reader];

    /// Generates a random problem of any kind, with the solvers that support it, for `soak`.
    #[cfg(feature = "soak")]
    fn random_problem(
        &self,
        scale: crate::soak::Scale,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Box<dyn crate::soak::Problem>;

    /// Returns a description of its states, if they can be counted.
    #[cfg(feature = "explore")]
    fn space(&self) -> Option<crate::SpaceDescription> {
        None
    }

    /// Calls `then` with the states of an instance.
    ///
    /// # Errors
    /// The first error of the text, or the reason why its states cannot be counted.
    #[cfg(feature = "explore")]
    fn with_space(
        &self,
        _text: &str,
        _then: &mut dyn FnMut(&dyn crate::StateSpace),
    ) -> Result<(), TextError> {
        Err(TextError::new("the states of this family cannot be counted"))
    }
}

impl fmt::Debug for dyn Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
