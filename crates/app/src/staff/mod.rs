//! Members of staff: adding them, signing in, keys, sessions, and the audit of what they do.

mod add_member;
mod approve;
mod approvers;
mod audit_day;
mod audit_digests;
mod authenticate;
mod check_characters;
mod confirm_totp;
mod devices;
mod edit_member;
mod full_name;
mod list_audit;
mod list_members;
mod lock_device;
mod make_link;
mod own_sessions;
pub mod passkeys;
mod prove_by_code;
mod remove_pin;
mod set_pin;
mod sign_in_by_code;
mod sign_in_by_pin;
mod sign_out;
mod start_session;
mod start_totp;
mod try_code;
mod try_pin;
mod use_link;
mod workplaces;

pub use add_member::{AddMember, AddMemberError, AddedMember, add_from_command_line, add_member};
pub use approve::{TypedApproval, TypedSecret, approve};
pub use approvers::{Approver, ListApproversError, list_approvers};
pub use audit_day::{AuditDay, AuditDayState, check_audit_day};
pub(crate) use audit_digests::line as audit_line;
pub use audit_digests::{AuditFault, check_audit, digest_past_days};
pub use authenticate::{StaffAuthError, authenticate_staff};
pub use check_characters::check_characters;
pub(crate) use check_characters::{CHECK_CHARACTERS, base32};
pub use confirm_totp::{ConfirmTotpError, confirm_totp};
pub use devices::{
    BadDeviceLabel, DeviceLabel, PairDeviceError, PairedDevice, UnpairDeviceError, bind_to_device,
    list_devices, pair_device, unpair_device,
};
pub use edit_member::{EditMember, EditMemberError, EditedMember, edit_member};
pub use full_name::{BadStaffName, StaffName};
pub use list_audit::{AuditAbout, AuditPage, ListAudit, ListAuditError, MAX_PAGE, list_audit};
pub use list_members::{ListMembersError, ListedMember, list_members};
pub use lock_device::{LockedDevice, lock_session, read_locked_device, touch_session};
pub use make_link::{MadeLink, MakeLinkError, link_by_phone, make_link};
pub use own_sessions::{EndSessionError, end_own_session, list_own_sessions};
pub use prove_by_code::prove_by_code;
pub use remove_pin::{RemovePinError, remove_pin};
pub use set_pin::{SetPinError, set_pin};
pub use sign_in_by_code::{CodeSignInError, sign_in_by_code};
pub use sign_in_by_pin::{PinSignInError, sign_in_by_pin};
pub use sign_out::sign_out;
pub use start_session::SignedInStaff;
pub use start_totp::{StartTotpError, StartedTotp, start_totp};
pub use use_link::{UseLinkError, use_link, use_link_repeatably};
pub use workplaces::{list_all_venues, list_staff_names, list_workplaces};

pub use sideout_store::staff::{AuditEntry, Device, ListedSession, PersonWithPin};
