//! Staff commands for the terminal.
//!
//! An embedded database belongs to one process. If a server owns it, the command is sent to that server, which executes it
//! and returns a report (`control_socket`). Without a server, and on PostgreSQL, the command executes itself.

mod closure_notices;
mod closures;
mod context;
mod control_socket;
mod execute;
mod import;
mod members;
mod recover;
mod refunds;
mod report;
mod run;

pub(crate) use closure_notices::ClosureNotices;
pub(crate) use context::StaffContext;
pub(crate) use control_socket::{ControlSocket, send_command};
pub(crate) use import::{ImportBundle, import, preview_without_database};
pub(crate) use recover::recover;
pub(crate) use run::run;
