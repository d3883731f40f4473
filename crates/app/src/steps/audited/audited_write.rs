//! The way in which staff change something: one unit of work with the change, its audit entries and its answer.

use std::sync::Arc;

use jiff::Timestamp;
use serde::{Serialize, de::DeserializeOwned};
use sha2::{Digest as _, Sha256};
use sideout_domain::{StaffId, VenueId, staff::Permission};
use sideout_store::{
    Session, StoreError, Work,
    accounts::SecretHash,
    staff::{Audit, DeskRequests},
};

use super::{Actor, Entry, Refused, RequestKey, entry::Doer};
use crate::App;

/// The result of a change together with its entries.
#[derive(Debug, Clone)]
pub struct Audited<T> {
    value: T,
    entries: Vec<Entry>,
}

impl<T> Audited<T> {
    /// A change, and what happened.
    pub fn new(value: T, entry: Entry) -> Self {
        Audited { value, entries: vec![entry] }
    }

    /// Nothing was changed.
    pub fn unchanged(value: T) -> Self {
        Audited { value, entries: Vec::new() }
    }

    /// The same change with another value.
    #[must_use]
    pub fn map<U>(self, of: impl FnOnce(T) -> U) -> Audited<U> {
        Audited { value: of(self.value), entries: self.entries }
    }

    /// Adds something else that happened in the same unit of work.
    #[must_use]
    pub fn and(mut self, entry: Entry) -> Self {
        self.entries.push(entry);
        self
    }
}

/// What a member of staff requests.
#[derive(Debug, Clone)]
pub struct Command {
    /// The stable name of the operation: `add_staff`.
    pub operation: &'static str,
    /// The permission that it needs.
    pub permission: Permission,
    /// The venue at which it happens, if it belongs to one.
    pub venue: Option<VenueId>,
    /// The idempotency key.
    pub key: RequestKey,
}

/// What the unit of work needs beside its input.
struct Request {
    key: String,
    staff: StaffId,
    session_id: i64,
    fingerprint: SecretHash,
    venue: Option<VenueId>,
    now: Timestamp,
}

impl Request {
    /// The request of `actor`, if they may make it.
    fn of<E>(app: &App, actor: &Actor, command: Command, input: &impl Serialize) -> Result<Self, E>
    where
        E: From<StoreError> + From<Refused>,
    {
        let now = app.clock.now();
        match command.venue {
            Some(venue) => actor.check_at(venue, command.permission, now)?,
            None => actor.check(command.permission, now)?,
        }
        Ok(Request {
            key: command.key.to_string(),
            staff: actor.id(),
            session_id: actor.session_id,
            fingerprint: fingerprint(command.operation, command.venue, input)?,
            venue: command.venue,
            now,
        })
    }
}

/// Runs `work` as one durable change by `actor`, with its entries in the audit, and returns its value.
///
/// A repeated call with the same key and input does not run `work` again and returns the first value, for seven days: then the answer
/// is removed (`jobs::remove_expired`).
///
/// # Errors
/// [`Refused`] if the actor may not do it or the key belongs to another call; else the work's own.
pub async fn audited_write<I, T, E, F>(
    app: &App,
    actor: &Actor,
    command: Command,
    input: I,
    work: F,
) -> Result<T, E>
where
    I: Serialize + Send + Sync + 'static,
    T: Serialize + DeserializeOwned + Send + 'static,
    E: From<StoreError> + From<Refused> + Send + 'static,
    F: for<'t> Fn(&'t mut dyn Session, &'t I) -> Work<'t, Audited<T>, E> + Send + Sync + 'static,
{
    let request = Request::of::<E>(app, actor, command, &input)?;
    let unit = (input, request, Arc::new(work));
    app.store.write(unit, |tx, (input, request, work)| Box::pin(run(tx, input, request, work.as_ref()))).await
}

/// As [`audited_write`], with an answer that is read and not stored beside the value. `read` reads it in the same unit of work, also if
/// the call is repeated, so nothing is changed if the answer cannot be read.
///
/// # Errors
/// As for [`audited_write`], and those of `read`.
pub async fn audited_write_then_read<I, V, T, E, F, R>(
    app: &App,
    actor: &Actor,
    command: Command,
    input: I,
    work: F,
    read: R,
) -> Result<(V, T), E>
where
    I: Serialize + Send + Sync + 'static,
    V: Serialize + DeserializeOwned + Send + 'static,
    T: Send + 'static,
    E: From<StoreError> + From<Refused> + Send + 'static,
    F: for<'t> Fn(&'t mut dyn Session, &'t I) -> Work<'t, Audited<V>, E> + Send + Sync + 'static,
    R: for<'t> Fn(&'t mut dyn Session, &'t I) -> Work<'t, T, E> + Send + Sync + 'static,
{
    let request = Request::of::<E>(app, actor, command, &input)?;
    let unit = (input, request, Arc::new((work, read)));
    app.store
        .write(unit, |tx, (input, request, steps)| {
            Box::pin(async move {
                let (work, read) = steps.as_ref();
                let value = run(tx, input, request, work).await?;
                Ok((value, read(tx, input).await?))
            })
        })
        .await
}

async fn run<I, T, E, F>(tx: &mut dyn Session, input: &I, request: &Request, work: &F) -> Result<T, E>
where
    I: Sync,
    T: Serialize + DeserializeOwned,
    E: From<StoreError> + From<Refused>,
    F: for<'t> Fn(&'t mut dyn Session, &'t I) -> Work<'t, Audited<T>, E>,
{
    let corrupt = |error: serde_json::Error| StoreError::Corrupt(format!("the answer of a call: {error}"));
    let mut requests = DeskRequests(tx);
    let earlier = requests.claim(&request.key, request.staff, &request.fingerprint, request.now).await?;
    if let Some(earlier) = earlier {
        if earlier.staff != request.staff || earlier.fingerprint != request.fingerprint.0 {
            return Err(Refused::KeyReused.into());
        }
        return Ok(serde_json::from_str(&earlier.answer).map_err(corrupt)?);
    }
    let Audited { value, entries } = work(tx, input).await?;
    for entry in entries {
        let doer = Doer::in_session(request.staff, request.session_id);
        let key = Some(request.key.clone());
        Audit(tx).add(&entry.stored(&doer, request.venue, key, request.now)).await?;
    }
    let answer = serde_json::to_string(&value).map_err(corrupt)?;
    DeskRequests(tx).answer(&request.key, &answer).await?;
    Ok(value)
}

/// The digest that distinguishes a repeated call from another call with the same key.
fn fingerprint(
    operation: &str,
    venue: Option<VenueId>,
    input: &impl Serialize,
) -> Result<SecretHash, StoreError> {
    let input = serde_json::to_vec(input)
        .map_err(|error| StoreError::Corrupt(format!("the input of a call: {error}")))?;
    let venue = venue.map_or(String::new(), |venue| venue.to_string());
    let hash = Sha256::new().chain_update(format!("{operation}\n{venue}\n")).chain_update(input);
    Ok(SecretHash(hash.finalize().into()))
}
