//! The ways in which staff see what is private, each with the entry in the audit that says who looked at what.

use std::sync::Arc;

use jiff::Timestamp;
use sideout_domain::{VenueId, staff::Permission};
use sideout_store::{Session, StoreError, Work, staff::Audit};

use super::{Actor, Entry, Refused, entry::Doer};
use crate::App;

/// What was read together with the entries of the look, one for each subject that it shows.
#[derive(Debug, Clone)]
pub struct Seen<T> {
    value: T,
    looks: Vec<Entry>,
}

impl<T> Seen<T> {
    /// Something private, and what the audit says of the look.
    pub fn private(value: T, look: Entry) -> Self {
        Seen { value, looks: vec![look] }
    }

    /// Nothing private is in it.
    pub fn nothing_private(value: T) -> Self {
        Seen { value, looks: Vec::new() }
    }

    /// Adds what the audit says of another subject in it.
    #[must_use]
    pub fn and(mut self, look: Entry) -> Self {
        self.looks.push(look);
        self
    }
}

/// The caller and the time, for the unit of work.
struct Caller {
    actor: Actor,
    now: Timestamp,
}

/// Reads something private for `actor` and returns it only after its entries are durable. A second read of the same thing by the
/// same person on the same UTC day writes no entry.
///
/// `read` runs twice when an entry has to be written, and what it returns with the entries is what the caller gets.
///
/// # Errors
/// [`Refused`] if the actor may not read it; else the read's own, and the store's if an entry cannot be written.
pub async fn read_private<I, T, E, F>(
    app: &App,
    actor: &Actor,
    (permission, venue): (Permission, Option<VenueId>),
    input: I,
    read: F,
) -> Result<T, E>
where
    I: Send + Sync + 'static,
    T: Send + 'static,
    E: From<StoreError> + From<Refused> + Send + 'static,
    F: for<'t> Fn(&'t mut dyn Session, &'t I) -> Work<'t, Seen<T>, E> + Send + Sync + 'static,
{
    let now = app.clock.now();
    match venue {
        Some(venue) => actor.check_at(venue, permission, now)?,
        None => actor.check(permission, now)?,
    }
    let unit = Arc::new((input, Caller { actor: actor.clone(), now }, read));
    let known = app.store.read(unit.clone(), |tx, unit| {
        Box::pin(async move {
            let (input, caller, read) = unit.as_ref();
            let Seen { value, looks } = read(tx, input).await?;
            for look in &looks {
                if !is_recorded(tx, caller, look).await? {
                    return Ok(None);
                }
            }
            Ok::<_, E>(Some(value))
        })
    });
    if let Some(value) = known.await? {
        return Ok(value);
    }
    app.store
        .write(unit, |tx, unit| {
            Box::pin(async move {
                let (input, caller, read) = unit.as_ref();
                let Seen { value, looks } = read(tx, input).await?;
                for look in looks {
                    if !is_recorded(tx, caller, &look).await? {
                        add(tx, caller, look).await?;
                    }
                }
                Ok(value)
            })
        })
        .await
}

/// Records that `actor` sees something private in the answer to a call that they did not make to see it, such as a change. The caller
/// must not show it before this returns. As in [`read_private`], a second look on the same UTC day has no entry.
///
/// # Errors
/// [`StoreError`]: the entry may be missing.
pub async fn record_look(app: &App, actor: &Actor, look: Entry) -> Result<(), StoreError> {
    let unit = Arc::new((Caller { actor: actor.clone(), now: app.clock.now() }, look));
    let known = app
        .store
        .read(unit.clone(), |tx, unit| Box::pin(async move { is_recorded(tx, &unit.0, &unit.1).await }));
    if known.await? {
        return Ok(());
    }
    app.store
        .write(unit, |tx, unit| {
            Box::pin(async move {
                let (caller, look) = unit.as_ref();
                // Another call of the same person may have recorded it since the read.
                if is_recorded(tx, caller, look).await? {
                    Ok(())
                } else {
                    add(tx, caller, look.clone()).await
                }
            })
        })
        .await
}

async fn add(tx: &mut dyn Session, caller: &Caller, look: Entry) -> Result<(), StoreError> {
    let doer = Doer::in_session(caller.actor.id(), caller.actor.session_id);
    Audit(tx).add(&look.stored(&doer, None, None, caller.now)).await
}

async fn is_recorded(tx: &mut dyn Session, caller: &Caller, look: &Entry) -> Result<bool, StoreError> {
    let subject = (look.subject_kind, look.subject_id.as_str());
    Audit(tx).has_look(subject, caller.actor.id(), look.verb, caller.now).await
}
