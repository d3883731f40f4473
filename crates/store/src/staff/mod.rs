//! The tables of staff: members, how they sign in, their sessions, the answers to their calls, and the audit. A method that does not
//! say which errors it returns returns a [`StoreError`](crate::StoreError) only.

mod audit;
mod audit_search;
mod devices;
mod failures;
mod links;
mod members;
mod passkeys;
mod pins;
mod requests;
mod sessions;
mod totps;

pub use audit::{Audit, AuditEntry, DayDigest, NewAuditEntry};
pub use audit_search::{AuditSearch, Subject};
pub use devices::{Device, Devices, MOST_WRONG_PINS, PinAttempt};
pub use failures::StaffFailures;
pub use links::Links;
pub use members::{Keys, Member, MemberEdit, Members, NewMember};
pub use passkeys::{Ceremonies, Ceremony, CeremonyKind, Passkey, Passkeys};
pub use pins::{PersonWithPin, Pins};
pub use requests::{DeskRequest, DeskRequests};
pub use sessions::{ListedSession, NewStaffSession, SessionDevice, SessionOfMember, StaffSessions};
pub use totps::{Totp, Totps};
