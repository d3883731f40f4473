//! Members of staff: their roles and what each may do.

mod permission;
mod role;

pub use permission::{Grant, PERMISSIONS, Permission, PermissionRow, grant};
pub use role::{Role, SignInStrength};
