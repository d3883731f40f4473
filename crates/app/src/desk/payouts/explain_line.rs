//! Explains a line of a payout that does not match.

use jiff::Timestamp;
use serde::{Serialize, Serializer};
use sideout_domain::{StaffId, staff::Permission};
use sideout_store::{Payouts, Session, StoreError, payments::Explanation};

use crate::{
    App,
    steps::audited::{Actor, Audited, Command, Entry, Refused, RequestKey, audited_write},
};

/// Why an explanation is not stored.
#[derive(Debug, thiserror::Error)]
pub enum ExplainLineError {
    /// There is no such line.
    #[error("no such line")]
    NoSuchLine,
    /// It matches, or it was explained already.
    #[error("nothing to explain")]
    NothingToExplain,
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

struct Input {
    entity: String,
    text: String,
    staff: StaffId,
    now: Timestamp,
}

impl Serialize for Input {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (&self.entity, &self.text).serialize(serializer)
    }
}

/// Stores why a line does not match, with `actor` as the author.
///
/// # Errors
/// [`ExplainLineError`].
pub async fn explain_line(
    app: &App,
    actor: &Actor,
    (entity, text): (String, String),
    key: RequestKey,
) -> Result<(), ExplainLineError> {
    let permission = Permission::PayoutExplain;
    let command = Command { operation: "explain_payout_line", permission, venue: None, key };
    let input = Input { entity, text, staff: actor.id(), now: app.clock.now() };
    audited_write(app, actor, command, input, |tx, input| Box::pin(explain(tx, input))).await
}

async fn explain(tx: &mut dyn Session, input: &Input) -> Result<Audited<()>, ExplainLineError> {
    let explanation = Explanation { text: input.text.clone(), staff: input.staff, at: input.now };
    if !Payouts(tx).explain(&input.entity, &explanation).await? {
        let found = Payouts(tx).find_line(&input.entity).await?;
        return Err(found.map_or(ExplainLineError::NoSuchLine, |_| ExplainLineError::NothingToExplain));
    }
    let entry = Entry::happened("payout.explained", "payout_line", &input.entity).with_reason(&input.text);
    Ok(Audited::new((), entry))
}
