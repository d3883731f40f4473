//! The ways in which staff change something ([`audited_write()`]) or see private data ([`read_private()`]): both check the permission,
//! and the audit records them.

mod actor;
mod approval;
mod audited_write;
mod entry;
mod read_private;
mod request_key;

pub use actor::{Actor, Refused};
pub use approval::{Approval, ApprovalError};
pub(crate) use approval::{ApprovalProof, Decider};
pub use audited_write::{Audited, Command, audited_write, audited_write_then_read};
pub use entry::Entry;
pub(crate) use entry::{Doer, record};
pub use read_private::{Seen, read_private, record_look};
pub use request_key::{BadRequestKey, RequestKey};
