//! Staff: signing in, roles, the audit, idempotency; on both engines.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on fails by panicking")]

mod audit;
mod codes;
mod helpers;
mod last_owner;
mod links;
mod locking;
mod members;
mod passkeys;
mod permissions;
mod pins;
mod repeated_calls;
mod sessions;
