//! The sideout program: commands, settings, wiring.
