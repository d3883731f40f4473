//! Signs in by a one-time link.

use std::net::IpAddr;

use jiff::Timestamp;
use sideout_domain::staff::SignInStrength;
use sideout_store::{
    Session, StoreError,
    accounts::SecretHash,
    staff::{Links, Member, Members, StaffSessions},
};

use super::{SignedInStaff, start_session::SessionDraft};
use crate::{
    App, Throttled,
    platform::{
        retry_secret::{RetrySecret, is_repeatable},
        throttle::Charges,
        tokens::{Token, hash_of},
    },
};

/// Why a link did not sign in.
#[derive(Debug, Clone, thiserror::Error)]
pub enum UseLinkError {
    /// It is unknown, used or expired, or the person was switched off; the error does not reveal which.
    #[error("no such link")]
    Unknown,
    /// There were too many attempts from this network.
    #[error(transparent)]
    Throttled(#[from] Throttled),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

struct Input {
    link: SecretHash,
    session: SessionDraft,
    charges: Charges,
    now: Timestamp,
}

/// Starts a session for the member of staff whose link has this token.
///
/// # Errors
/// [`UseLinkError`].
pub async fn use_link(
    app: &App,
    token: &str,
    device: &str,
    network: IpAddr,
) -> Result<SignedInStaff, UseLinkError> {
    use_link_repeatably(app, token, None, device, network).await
}

/// Like [`use_link`], but a browser that repeats the call with the same `secret` within two minutes gets the same session
/// again, if it has not ended.
///
/// # Errors
/// [`UseLinkError`].
pub async fn use_link_repeatably(
    app: &App,
    token: &str,
    secret: Option<RetrySecret>,
    device: &str,
    network: IpAddr,
) -> Result<SignedInStaff, UseLinkError> {
    let link = hash_of(token).ok_or(UseLinkError::Unknown)?;
    let now = app.clock.now();
    let mut session = SessionDraft::new(app, device, now);
    if let Some(secret) = secret {
        session.token = Token::session_of_link(&app.secrets, token, &secret);
    }
    let token = session.token.clone();
    let input = Input { link, session, charges: app.code_charges(network), now };
    // A wrong link is charged as well: the charge commits, and only then is the caller refused.
    let member = app.store.write(input, |tx, input| Box::pin(sign_in(tx, input))).await?;
    Ok(SignedInStaff { token, member: member.ok_or(UseLinkError::Unknown)? })
}

async fn sign_in(tx: &mut dyn Session, input: &Input) -> Result<Option<Member>, UseLinkError> {
    input.charges.take::<UseLinkError>(tx, input.now).await?;
    let Some(staff) = Links(tx).use_once(&input.link, input.now).await? else {
        return Ok(find_begun(tx, input).await?);
    };
    let Some(member) = Members(tx).find(staff).await?.filter(|member| member.active) else { return Ok(None) };
    input.session.start(tx, staff, SignInStrength::Link).await?;
    Ok(Some(member))
}

/// The member whose session the same browser began with this link a moment ago. A session without a secret has a new token each
/// time, so none is found.
async fn find_begun(tx: &mut dyn Session, input: &Input) -> Result<Option<Member>, StoreError> {
    let begun = StaffSessions(tx).find(&input.session.token.hash()).await?;
    let begun = begun.filter(|begun| is_repeatable(begun.started_at, input.now) && begun.member.active);
    Ok(begun.map(|begun| begun.member))
}
