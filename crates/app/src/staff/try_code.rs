//! Tries a code of an authenticator app.

use std::net::IpAddr;

use jiff::{SignedDuration, Timestamp};
use sideout_domain::StaffId;
use sideout_store::{
    Session, StoreError,
    accounts::Rate,
    staff::{StaffFailures, Totps},
};

use crate::{
    App, Limit, Throttled,
    platform::{networks::household_network, secrets::Secrets, throttle::Charges, totp::TotpSecret},
};

/// Codes that may be tried for one subject of [`Attempts`], from all networks together: a hundred at once and as many again in a day. Three
/// codes are right at a time, so an attacker with many networks has about one chance in three thousand a day, on the first day two.
const TRIES_A_DAY: Rate = Rate::new(100, 86_400);

/// Counts the attempts to guess the codes of one subject (a phone number or a member).
pub(super) struct Attempts {
    subject: String,
    charges: Charges,
    now: Timestamp,
}

impl Attempts {
    /// The attempts from `network`. A few wrong codes delay further attempts from that network alone; [`TRIES_A_DAY`] counts those of all
    /// networks.
    pub(super) fn of(app: &App, subject: &str, network: IpAddr, now: Timestamp) -> Self {
        let charges = app.code_charges(network);
        let charges =
            if app.settings.throttle { charges.of(Limit::StaffCodes, subject, TRIES_A_DAY) } else { charges };
        Attempts { subject: format!("totp:{subject}:{}", household_network(network)), charges, now }
    }

    /// Counts one more attempt.
    pub(super) async fn count<E>(&self, tx: &mut dyn Session) -> Result<(), E>
    where
        E: From<StoreError> + From<Throttled>,
    {
        self.charges.take::<E>(tx, self.now).await?;
        if StaffFailures(tx).claim(&self.subject, self.now).await? {
            return Ok(());
        }
        let pause = StaffFailures(tx).find_pause(&self.subject, self.now).await?;
        Err(Throttled::by(Limit::StaffCodes, pause.max(SignedDuration::from_secs(1))).into())
    }

    /// Ends the count after a right code.
    pub(super) async fn clear(&self, tx: &mut dyn Session) -> Result<(), StoreError> {
        StaffFailures(tx).clear(&self.subject).await
    }
}

/// What a member's sealed secret is bound to.
pub(super) fn sealing_context(staff: StaffId) -> Vec<u8> {
    format!("staff_totp {staff}").into_bytes()
}

/// The time step of `code`, if it is right for this member's confirmed app; and whether it was used before.
async fn find_step(
    tx: &mut dyn Session,
    secrets: &Secrets,
    staff: StaffId,
    code: &str,
    now: Timestamp,
) -> Result<Option<(i64, bool)>, StoreError> {
    let Some(totp) = Totps(tx).find(staff).await?.filter(|totp| totp.is_confirmed) else { return Ok(None) };
    let secret = secrets.open(&totp.sealed_secret, &sealing_context(staff));
    let step =
        secret.and_then(|bytes| TotpSecret::from_bytes(&bytes)).and_then(|secret| secret.step_of(code, now));
    Ok(step.map(|step| (step, step <= totp.last_step)))
}

/// The time step of `code`, if it is right for this member's confirmed app and was not used. [`Totps::use_step`] decides when
/// it is used.
pub(super) async fn find_unused_step(
    tx: &mut dyn Session,
    secrets: &Secrets,
    staff: StaffId,
    code: &str,
    now: Timestamp,
) -> Result<Option<i64>, StoreError> {
    let found = find_step(tx, secrets, staff, code, now).await?;
    Ok(found.and_then(|(step, is_used)| (!is_used).then_some(step)))
}

/// Whether `code` is right for this member's confirmed app, and uses its time step.
pub(super) async fn use_code(
    tx: &mut dyn Session,
    secrets: &Secrets,
    staff: StaffId,
    code: &str,
    now: Timestamp,
) -> Result<bool, StoreError> {
    match find_step(tx, secrets, staff, code, now).await? {
        Some((step, _)) => Totps(tx).use_step(staff, step).await,
        None => Ok(false),
    }
}
