//! Inputs, from which the program makes its options and the page its form, and the chosen values.

use crate::{Named, NamedValue, TextError};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use serde::Serialize;
use serde_json::{Map, Value, json};

/// An input: a value to choose.
#[derive(Clone, Debug, Serialize)]
pub struct Input {
    key: String,
    label: &'static str,
    /// A longer description than the label, in a line without a full stop.
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'static str>,
    kind: InputKind,
    default: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    least: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    most: Option<u64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    choices: Vec<Named>,
    /// The solvers that use it; `None` for all.
    solvers: Option<Vec<String>>,
    /// Checks a text.
    #[serde(skip)]
    check: Option<CheckText>,
}

/// A function that reads a text and returns its first error.
pub type CheckText = fn(&str) -> Result<(), TextError>;

/// The kind of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum InputKind {
    /// A whole number.
    Integer,
    /// One of several names.
    Choice,
    /// Any of several names.
    Set,
    /// Yes or no.
    Flag,
    /// A word.
    Text,
    /// The contents of any number of files.
    Texts,
}

impl Input {
    /// Makes an input for a whole number.
    #[doc(hidden)]
    pub fn integer(key: &str, label: &'static str, default: u64, (least, most): (u64, u64)) -> Self {
        let (least, most) = (Some(least), Some(most));
        Self { least, most, ..Self::of_kind(InputKind::Integer, key, label, json!(default)) }
    }

    fn of_kind(kind: InputKind, key: &str, label: &'static str, default: Value) -> Self {
        let key = key.to_owned();
        let (help, least, most, choices, solvers, check) = (None, None, None, Vec::new(), None, None);
        Self { key, label, help, kind, default, least, most, choices, solvers, check }
    }

    /// Makes an input for the seed of random numbers.
    #[doc(hidden)]
    pub fn seed() -> Self {
        Self::integer("seed", "seed", 1, (0, u64::from(u32::MAX)))
    }

    /// Makes an input for one of several names. The first is the default.
    #[doc(hidden)]
    pub fn choice(key: &str, label: &'static str, choices: Vec<Named>) -> Self {
        let default = json!(choices.first().map_or("", |first| &first.name));
        Self { choices, ..Self::of_kind(InputKind::Choice, key, label, default) }
    }

    /// Makes an input for one of the values of a list. The first is the default.
    #[doc(hidden)]
    pub fn value<T: NamedValue>(key: &str, label: &'static str) -> Self {
        Self::choice(key, label, T::named())
    }

    /// Makes an input for one of the values of a list, or for none: the default, described by
    /// `help`.
    #[doc(hidden)]
    pub fn optional_value<T: NamedValue>(key: &str, label: &'static str, help: &str) -> Self {
        let default = Named::new("default", help);
        Self::choice(key, label, [default].into_iter().chain(T::named()).collect())
    }

    /// Makes an input for any of several names. None is the default.
    #[doc(hidden)]
    pub fn set(key: &str, label: &'static str, choices: Vec<Named>) -> Self {
        Self { choices, ..Self::of_kind(InputKind::Set, key, label, json!([])) }
    }

    /// Makes an input for yes or no. No is the default.
    #[doc(hidden)]
    pub fn flag(key: &str, label: &'static str) -> Self {
        Self::of_kind(InputKind::Flag, key, label, json!(false))
    }

    /// Makes an input for a word.
    #[doc(hidden)]
    pub fn text(key: &str, label: &'static str, default: &str) -> Self {
        Self::of_kind(InputKind::Text, key, label, json!(default))
    }

    /// Makes an input for the contents of files that this function accepts. None is the default.
    #[doc(hidden)]
    pub fn texts(key: &str, label: &'static str, check: CheckText) -> Self {
        Self { check: Some(check), ..Self::of_kind(InputKind::Texts, key, label, json!([])) }
    }

    /// Adds a longer description than the label, in a line without a full stop.
    #[doc(hidden)]
    pub fn with_help(self, help: &'static str) -> Self {
        Self { help: Some(help), ..self }
    }

    /// The key, which is also the name of the option on command lines.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// The help, or the label.
    #[doc(hidden)]
    pub fn help(&self) -> &'static str {
        self.help.unwrap_or(self.label)
    }

    /// The kind of its value.
    pub const fn kind(&self) -> InputKind {
        self.kind
    }

    /// The default value.
    pub const fn default(&self) -> &Value {
        &self.default
    }

    /// The least and the greatest number.
    #[doc(hidden)]
    pub fn range(&self) -> (u64, u64) {
        (self.least.unwrap_or(0), self.most.unwrap_or(u64::MAX))
    }

    /// The names to choose from.
    #[doc(hidden)]
    pub fn choices(&self) -> &[Named] {
        &self.choices
    }

    /// The solvers that use it; `None` for all.
    #[doc(hidden)]
    pub fn solvers(&self) -> Option<&[String]> {
        self.solvers.as_deref()
    }

    /// Accepts a text, or returns its first error.
    ///
    /// # Errors
    /// The first error of the text.
    #[doc(hidden)]
    pub fn check_text(&self, text: &str) -> Result<(), TextError> {
        self.check.map_or(Ok(()), |check| check(text))
    }

    /// Restricts the input to these solvers.
    #[doc(hidden)]
    pub fn for_solvers(mut self, names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.solvers = Some(names.into_iter().map(Into::into).collect());
        self
    }

    /// Returns the value if it may be chosen.
    fn checked(&self, value: &Value) -> Result<Value, TextError> {
        match self.kind {
            InputKind::Integer => {
                let (least, most) = self.range();
                let number = whole_number(value).filter(|number| (least..=most).contains(number));
                let number = number.ok_or_else(|| {
                    TextError::new(format!("{} is a whole number from {least} to {most}", self.label))
                });
                number.map(|number| json!(number))
            }
            InputKind::Choice => self.name_of(value).map(|name| json!(name)),
            InputKind::Set => {
                let Value::Array(names) = value else {
                    return Err(TextError::new(format!("{} is a list of names", self.label)));
                };
                names.iter().map(|name| self.name_of(name).map(|name| json!(name))).collect()
            }
            InputKind::Flag if value.is_boolean() => Ok(value.clone()),
            InputKind::Flag => Err(TextError::new(format!("{} is true or false", self.label))),
            InputKind::Text if value.is_string() => Ok(value.clone()),
            InputKind::Text => Err(TextError::new(format!("{} is a text", self.label))),
            InputKind::Texts => {
                let no_texts = || TextError::new(format!("{} is a list of texts", self.label));
                for text in value.as_array().ok_or_else(no_texts)? {
                    self.check_text(text.as_str().ok_or_else(no_texts)?)?;
                }
                Ok(value.clone())
            }
        }
    }

    fn name_of(&self, value: &Value) -> Result<&str, TextError> {
        let name = value.as_str().and_then(|name| self.choices.iter().find(|choice| choice.name == name));
        name.map(|choice| &*choice.name)
            .ok_or_else(|| TextError::new(format!("{} has no choice {value}", self.label)))
    }
}

/// Returns a number given as a number or, as in inputs of a page, as text.
fn whole_number(value: &Value) -> Option<u64> {
    /// Greater numbers are not exact in the page.
    const MOST: f64 = 9_007_199_254_740_992.0;
    #[expect(clippy::cast_sign_loss, reason = "it was compared with 0")]
    value
        .as_u64()
        .or_else(|| {
            let number = value.as_f64()?;
            ((0.0..=MOST).contains(&number) && number.fract() == 0.0).then_some(number as u64)
        })
        .or_else(|| value.as_str()?.trim().parse().ok())
}

/// The values of all inputs of a list.
#[derive(Clone, Debug)]
pub struct Choices(Map<String, Value>);

impl Choices {
    /// Checks the chosen values and uses the defaults for the others. Ignores keys that no input
    /// has.
    ///
    /// # Errors
    /// The reason why a value cannot be chosen.
    #[doc(hidden)]
    pub fn new(inputs: &[Input], chosen: &Map<String, Value>) -> Result<Self, TextError> {
        let value = |input: &Input| {
            let chosen = chosen.get(&input.key).filter(|value| !value.is_null());
            let value = chosen.map_or(Ok(input.default.clone()), |value| input.checked(value))?;
            Ok((input.key.clone(), value))
        };
        inputs.iter().map(value).collect::<Result<_, _>>().map(Self)
    }

    /// Returns the number of an input.
    #[doc(hidden)]
    pub fn integer(&self, key: &str) -> u64 {
        self.0.get(key).and_then(Value::as_u64).unwrap_or(0)
    }

    /// Returns the number of an input, limited to 32 bits.
    #[doc(hidden)]
    pub fn count(&self, key: &str) -> u32 {
        u32::try_from(self.integer(key)).unwrap_or(u32::MAX)
    }

    /// Returns the choice or the text of an input.
    #[doc(hidden)]
    pub fn choice(&self, key: &str) -> &str {
        self.0.get(key).and_then(Value::as_str).unwrap_or("")
    }

    /// Returns the random number generator of the seed.
    #[doc(hidden)]
    pub fn rng(&self) -> Xoshiro256PlusPlus {
        Xoshiro256PlusPlus::seed_from_u64(self.integer("seed"))
    }

    /// Returns the flag of an input.
    #[doc(hidden)]
    pub fn flag(&self, key: &str) -> bool {
        self.0.get(key).and_then(Value::as_bool).unwrap_or(false)
    }

    /// Returns the value of an input for a list.
    #[doc(hidden)]
    pub fn value<T: NamedValue>(&self, key: &str) -> T {
        self.optional_value(key).unwrap_or(T::ROWS[0].value)
    }

    /// Returns the value of an input for a list, or `None` for its default.
    #[doc(hidden)]
    pub fn optional_value<T: NamedValue>(&self, key: &str) -> Option<T> {
        T::find(self.choice(key))
    }

    /// Returns the set, or the texts, of an input.
    #[doc(hidden)]
    pub fn set(&self, key: &str) -> impl Iterator<Item = &str> + use<'_> {
        self.0.get(key).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
    }
}
