//! Numbers of courts and venues in responses.

/// The number as responses have it. No venue has more courts than fit into it.
pub(crate) fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
