//! Members of staff: their roles and what each may do.

mod permission;
mod pin;
mod role;

pub use permission::{Grant, PERMISSIONS, PROOF_NEEDED, Permission, PermissionRow, grant};
pub use pin::{Pin, PinError};
pub use role::{Role, SignInStrength};
