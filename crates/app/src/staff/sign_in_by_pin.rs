//! Signs in by a PIN on a paired device.

use std::net::IpAddr;

use jiff::Timestamp;
use sideout_domain::{StaffId, staff::SignInStrength};
use sideout_store::{
    Session,
    staff::{Member, Members, StaffSessions},
};

pub use super::try_pin::PinError as PinSignInError;
use super::{
    SignedInStaff,
    start_session::SessionDraft,
    try_pin::{AtDevice, RightPin, try_pin},
};
use crate::{App, platform::tokens::hash_of};

struct Input {
    right: RightPin,
    session: SessionDraft,
    now: Timestamp,
}

/// Starts a session of `staff` on the paired device with the secret `device`, and ends the device's earlier session.
///
/// # Errors
/// [`PinSignInError`].
pub async fn sign_in_by_pin(
    app: &App,
    device: &str,
    (staff, pin): (StaffId, &str),
    browser: &str,
    network: IpAddr,
) -> Result<SignedInStaff, PinSignInError> {
    let device = hash_of(device).ok_or(PinSignInError::NotPaired)?;
    let right = try_pin(app, AtDevice::Token(device), staff, pin, network).await?;
    let now = app.clock.now();
    let mut session = SessionDraft::new(app, browser, now);
    session.paired_device = Some(right.device.id);
    let token = session.token.clone();
    let input = Input { right, session, now };
    let member = app.store.write(input, |tx, input| Box::pin(sign_in(tx, input))).await?;
    Ok(SignedInStaff { token, member })
}

async fn sign_in(tx: &mut dyn Session, input: &Input) -> Result<Member, PinSignInError> {
    let Input { right, session, now } = input;
    if !right.use_in(tx, *now).await? {
        return Err(PinSignInError::WrongPin);
    }
    let member = Members(tx).find(right.staff).await?.ok_or(PinSignInError::WrongPin)?;
    StaffSessions(tx).remove_of_device(right.device.id).await?;
    session.start(tx, member.id, SignInStrength::Pin).await?;
    Ok(member)
}
