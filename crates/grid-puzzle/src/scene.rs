//! Boards as scenes.
