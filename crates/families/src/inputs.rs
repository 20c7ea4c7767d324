//! Inputs of the page, and the values that were chosen.

use crate::{Named, TextError};
use serde::Serialize;
use serde_json::{Map, Value, json};

/// Something to choose.
#[derive(Clone, Debug, Serialize)]
pub struct Input {
    key: String,
    label: &'static str,
    kind: Kind,
    default: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    least: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    most: Option<u64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    choices: Vec<Named>,
    /// The solvers that heed it, or all.
    solvers: Option<Vec<String>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Integer,
    Choice,
    Set,
}

impl Input {
    /// A whole number.
    pub fn integer(key: &str, label: &'static str, default: u64, (least, most): (u64, u64)) -> Self {
        let (least, most) = (Some(least), Some(most));
        let default = json!(default);
        let key = key.to_owned();
        Self { key, label, kind: Kind::Integer, default, least, most, choices: Vec::new(), solvers: None }
    }

    /// The seed of random numbers.
    pub fn seed() -> Self {
        Self::integer("seed", "seed", 1, (0, u64::from(u32::MAX)))
    }

    /// One of several; the first is the default.
    pub fn choice(key: &str, label: &'static str, choices: Vec<Named>) -> Self {
        let default = json!(choices.first().map_or("", |first| &first.name));
        let key = key.to_owned();
        Self { key, label, kind: Kind::Choice, default, least: None, most: None, choices, solvers: None }
    }

    /// Any of several; none by default.
    pub fn set(key: &str, label: &'static str, choices: Vec<Named>) -> Self {
        Self { kind: Kind::Set, default: json!([]), ..Self::choice(key, label, choices) }
    }

    /// Only these solvers heed it.
    pub fn for_solvers(mut self, names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.solvers = Some(names.into_iter().map(Into::into).collect());
        self
    }

    /// Whether there is anything to choose from.
    pub fn has_choices(&self) -> bool {
        !self.choices.is_empty()
    }

    /// The value, if it is one of those that can be chosen.
    fn checked(&self, value: &Value) -> Result<Value, TextError> {
        match self.kind {
            Kind::Integer => {
                let (least, most) = (self.least.unwrap_or(0), self.most.unwrap_or(u64::MAX));
                let number = whole_number(value).filter(|number| (least..=most).contains(number));
                let number = number.ok_or_else(|| {
                    TextError::new(format!("{} is a whole number from {least} to {most}", self.label))
                });
                number.map(|number| json!(number))
            }
            Kind::Choice => self.name_of(value).map(|name| json!(name)),
            Kind::Set => {
                let Value::Array(names) = value else {
                    return Err(TextError::new(format!("{} is a list of names", self.label)));
                };
                names.iter().map(|name| self.name_of(name).map(|name| json!(name))).collect()
            }
        }
    }

    fn name_of(&self, value: &Value) -> Result<&str, TextError> {
        let name = value.as_str().and_then(|name| self.choices.iter().find(|choice| choice.name == name));
        name.map(|choice| &*choice.name)
            .ok_or_else(|| TextError::new(format!("{} has no choice {value}", self.label)))
    }
}

/// A number, or its text, as inputs of a page have it.
fn whole_number(value: &Value) -> Option<u64> {
    /// Greater ones are not exact in the page.
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

/// Values for all inputs of a list.
#[derive(Clone, Debug)]
pub struct Choices(Map<String, Value>);

impl Choices {
    /// The chosen values, checked, and the defaults of the others. Keys that no input has are
    /// ignored.
    ///
    /// # Errors
    /// A value that cannot be chosen.
    pub fn new(inputs: &[Input], chosen: &Map<String, Value>) -> Result<Self, TextError> {
        let value = |input: &Input| {
            let chosen = chosen.get(&input.key).filter(|value| !value.is_null());
            let value = chosen.map_or(Ok(input.default.clone()), |value| input.checked(value))?;
            Ok((input.key.clone(), value))
        };
        inputs.iter().map(value).collect::<Result<_, _>>().map(Self)
    }

    /// A number that has an input.
    pub fn integer(&self, key: &str) -> u64 {
        self.0.get(key).and_then(Value::as_u64).unwrap_or(0)
    }

    /// A number that has an input, of 32 bits.
    pub fn count(&self, key: &str) -> u32 {
        u32::try_from(self.integer(key)).unwrap_or(u32::MAX)
    }

    /// A choice that has an input.
    pub fn choice(&self, key: &str) -> &str {
        self.0.get(key).and_then(Value::as_str).unwrap_or("")
    }

    /// A set that has an input.
    pub fn set(&self, key: &str) -> impl Iterator<Item = &str> + use<'_> {
        self.0.get(key).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
    }
}
