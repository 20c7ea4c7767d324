//! Keys in the form that the driver accepts.

/// The key Backspace.
pub const BACKSPACE: &str = "\u{e003}";
/// The key Enter.
pub const ENTER: &str = "\u{e007}";
/// The key Shift, which is held until the end of the keys.
pub const SHIFT: &str = "\u{e008}";
/// The key Ctrl, which is held until the end of the keys.
pub const CTRL: &str = "\u{e009}";
/// The key Escape.
pub const ESCAPE: &str = "\u{e00c}";
/// The key End.
pub const END: &str = "\u{e010}";
/// The key Home.
pub const HOME: &str = "\u{e011}";
/// The arrow to the left.
pub const LEFT: &str = "\u{e012}";
/// The arrow upwards.
pub const UP: &str = "\u{e013}";
/// The arrow to the right.
pub const RIGHT: &str = "\u{e014}";
/// The arrow downwards.
pub const DOWN: &str = "\u{e015}";
