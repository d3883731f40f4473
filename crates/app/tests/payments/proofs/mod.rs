//! Money under every kind of trouble at once: many at a time, providers that misbehave, death at any step, and years of
//! Fridays. What has to hold stands in `sound`.

mod races;
mod sound;
