//! Serialisation by serde as text.

/// Implements `Serialize` and `Deserialize` for a type by its text, as written by `Display` and
/// read by `FromStr`.
///
/// Reading a value from any format thus makes all the checks of reading its text. The calling crate
/// needs to depend on `serde` and to name `alloc`.
///
/// # Examples
/// ```
/// extern crate alloc;
///
/// #[derive(Debug, PartialEq)]
/// struct Side(char);
///
/// impl core::fmt::Display for Side {
///     fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
///         write!(f, "{}", self.0)
///     }
/// }
///
/// impl core::str::FromStr for Side {
///     type Err = &'static str;
///
///     fn from_str(text: &str) -> Result<Self, Self::Err> {
///         let letter = text.chars().next().filter(|_| text.len() == 1);
///         letter.map(Side).ok_or("a side is one letter")
///     }
/// }
///
/// motion_core::serde_as_text!(Side);
///
/// assert_eq!(serde_json::to_string(&Side('A'))?, "\"A\"");
/// assert_eq!(serde_json::from_str::<Side>("\"B\"")?, Side('B'));
/// assert!(
///     serde_json::from_str::<Side>("\"AB\"")
///         .unwrap_err()
///         .to_string()
///         .starts_with("a side is one letter")
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! serde_as_text {
    ($type:ty) => {
        impl ::serde::Serialize for $type {
            fn serialize<S: ::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::core::result::Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $type {
            fn deserialize<D: ::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::core::result::Result<Self, D::Error> {
                let text = <alloc::string::String as ::serde::Deserialize>::deserialize(deserializer)?;
                text.parse().map_err(<D::Error as ::serde::de::Error>::custom)
            }
        }
    };
}
