//! Notes how a refund that went back twice was cleared up.

use jiff::Timestamp;
use serde::{Serialize, Serializer};
use sideout_domain::{RefundId, StaffId, staff::Permission};
use sideout_store::{
    Session, StoreError,
    payments::{Explanation, Refunds},
};

use super::find_refund::find_refund;
use crate::{
    App,
    steps::audited::{Actor, Audited, Command, Entry, Refused, RequestKey, audited_write},
};

/// Why nothing is noted.
#[derive(Debug, thiserror::Error)]
pub enum ExplainRefundError {
    /// There is no such refund at the person's venues.
    #[error("no such refund")]
    NoSuchRefund,
    /// It did not go back twice, or that was cleared up already.
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
    refund: RefundId,
    text: String,
    staff: StaffId,
    now: Timestamp,
}

impl Serialize for Input {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.refund, &self.text).serialize(serializer)
    }
}

/// Notes in the name of `actor` how a refund that went back twice was cleared up.
///
/// # Errors
/// [`ExplainRefundError`].
pub async fn explain_refund(
    app: &App,
    actor: &Actor,
    (refund, text): (RefundId, String),
    key: RequestKey,
) -> Result<(), ExplainRefundError> {
    let permission = Permission::RefundSettle;
    let now = app.clock.now();
    actor.check(permission, now)?;
    let found = find_refund(app, actor, refund).await?;
    let (_, venue) = found.ok_or(ExplainRefundError::NoSuchRefund)?;
    let command = Command { operation: "explain_refund", permission, venue: Some(venue), key };
    let input = Input { refund, text, staff: actor.id(), now };
    audited_write(app, actor, command, input, |tx, input| Box::pin(explain(tx, input))).await
}

async fn explain(tx: &mut dyn Session, input: &Input) -> Result<Audited<()>, ExplainRefundError> {
    let explanation = Explanation { text: input.text.clone(), staff: input.staff, at: input.now };
    if !Refunds(tx).explain(input.refund, &explanation).await? {
        return Err(ExplainRefundError::NothingToExplain);
    }
    let entry = Entry::happened("refund.explained", "refund", input.refund).with_reason(&input.text);
    Ok(Audited::new((), entry))
}
