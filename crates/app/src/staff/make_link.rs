//! Makes one-time links to sign in: by a person who may manage staff, and from the command line.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use sideout_domain::{StaffId, person::Phone, staff::Permission};
use sideout_store::{
    Session, Store, StoreError,
    accounts::SecretHash,
    staff::{Links, Member, Members},
};

use super::add_member::may_give;
use crate::{
    App,
    platform::{clock::Clock, random::Random, settings::DeskSettings, tokens::Token},
    steps::audited::{Actor, Audited, Command, Doer, Entry, Refused, RequestKey, audited_write, record},
};

/// A link that was made. Only its hash is stored.
#[derive(Debug, Clone)]
pub struct MadeLink {
    /// The secret; it belongs behind `#` in the link's address, which no server logs.
    pub token: Token,
    /// Whose link it is.
    pub full_name: String,
    /// Until when it can be used.
    pub expires_at: Timestamp,
}

/// Why no link was made.
#[derive(Debug, Clone, thiserror::Error)]
pub enum MakeLinkError {
    /// There is no such member, or they are switched off.
    #[error("no such member of staff, or they are switched off")]
    NoMember,
    /// The caller cannot make links for this person.
    #[error("the caller cannot make links for this person")]
    BeyondOwn,
    /// A call with this key made a link before, which cannot be sent again.
    #[error("this link was made by an earlier call")]
    MadeBefore,
    /// The caller is not allowed to make links.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

#[derive(Serialize)]
struct Input {
    staff: StaffId,
    #[serde(skip)]
    actor: Actor,
    #[serde(skip)]
    token: SecretHash,
    #[serde(skip)]
    now: Timestamp,
    #[serde(skip)]
    expires_at: Timestamp,
}

#[derive(Serialize, Deserialize)]
struct Answer {
    /// The hash of the token: the same call of another session has another token.
    token: Vec<u8>,
    full_name: String,
    /// `None` in answers that an earlier version of this program stored, whose links cannot be sent again.
    #[serde(default)]
    expires_at: Option<Timestamp>,
}

/// Makes a link for a member. It ends the member's earlier links. The same call of the same session returns the same link with the same
/// end again; a link that was used or replaced meanwhile stays ended.
///
/// # Errors
/// [`MakeLinkError`].
pub async fn make_link(
    app: &App,
    actor: &Actor,
    staff: StaffId,
    key: RequestKey,
) -> Result<MadeLink, MakeLinkError> {
    let now = app.clock.now();
    let token = Token::staff_link_of_call(&app.secrets, &actor.token, &key.to_string());
    let expires_at = end_of_link(&app.settings.desk, now);
    let command = Command { operation: "make_link", permission: Permission::StaffManage, venue: None, key };
    let input = Input { staff, actor: actor.clone(), token: token.hash(), now, expires_at };
    let answer = audited_write(app, actor, command, input, |tx, input| Box::pin(make(tx, input))).await?;
    let expires_at = answer.expires_at.filter(|_| answer.token == token.hash().0);
    let expires_at = expires_at.ok_or(MakeLinkError::MadeBefore)?;
    Ok(MadeLink { token, full_name: answer.full_name, expires_at })
}

async fn make(tx: &mut dyn Session, input: &Input) -> Result<Audited<Answer>, MakeLinkError> {
    let maker = find_maker(tx, &input.actor).await?;
    maker.check(Permission::StaffManage, input.now)?;
    let member = active_member(Members(tx).find_and_lock(input.staff).await?)?;
    let venues = Members(tx).list_venues_of(member.id).await?;
    if !may_give(&maker, member.role, &venues) {
        return Err(MakeLinkError::BeyondOwn);
    }
    Links(tx).add(&input.token, member.id, Some(maker.id()), input.now, input.expires_at).await?;
    let answer = Answer {
        token: input.token.0.to_vec(),
        full_name: member.full_name,
        expires_at: Some(input.expires_at),
    };
    Ok(Audited::new(answer, Entry::happened("link.made", "staff", member.id)))
}

/// The caller as they are now: they may have been changed since the call came. A later change waits until the link is there and can end it.
async fn find_maker(tx: &mut dyn Session, actor: &Actor) -> Result<Actor, MakeLinkError> {
    let member = Members(tx).find_and_lock(actor.id()).await?.filter(|member| member.active);
    let member = member.ok_or(MakeLinkError::BeyondOwn)?;
    let venues = Members(tx).list_venues_of(member.id).await?;
    Ok(Actor { member, venues, ..actor.clone() })
}

/// Makes a link for the member with this phone number from the command line.
///
/// # Errors
/// [`MakeLinkError::NoMember`], or the store's.
pub async fn link_by_phone(
    store: &Store,
    clock: &dyn Clock,
    random: &dyn Random,
    settings: &DeskSettings,
    phone: Phone,
) -> Result<MadeLink, MakeLinkError> {
    let now = clock.now();
    let token = Token::staff_link(random);
    let expires_at = end_of_link(settings, now);
    let made = store.write((phone, token.hash(), now, expires_at), |tx, (phone, token, now, expires_at)| {
        Box::pin(async move {
            let found = active_member(Members(tx).find_by_phone(phone).await?)?;
            // A change of the member waits until the link is there and can end it.
            let member = active_member(Members(tx).find_and_lock(found.id).await?)?;
            Links(tx).add(token, member.id, None, *now, *expires_at).await?;
            let entry = Entry::happened("link.made", "staff", member.id);
            record(tx, &Doer::SERVER, entry, *now).await?;
            Ok::<_, MakeLinkError>(member.full_name)
        })
    });
    Ok(MadeLink { full_name: made.await?, token, expires_at })
}

fn active_member(found: Option<Member>) -> Result<Member, MakeLinkError> {
    found.filter(|member| member.active).ok_or(MakeLinkError::NoMember)
}

fn end_of_link(settings: &DeskSettings, now: Timestamp) -> Timestamp {
    let valid = SignedDuration::from_hours(settings.link_valid_hours.into());
    now.checked_add(valid).unwrap_or(Timestamp::MAX)
}
