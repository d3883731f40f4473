//! The other refunds of a payment, so that one refund at the provider ends only one of them.

use sideout_domain::{money::Money, refund::RefundStatus};
use sideout_providers::payments::{ListedRefund, RefundProgress};
use sideout_store::{
    Session, StoreError,
    payments::{Refund, RefundSource, Refunds},
};

use super::issue_refunds::is_noted_for;

/// The other refunds of the payment that a refund takes from, whatever they are for.
pub(super) struct OtherRefunds(Vec<Refund>);

impl OtherRefunds {
    /// Lists those beside `refund`.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub(super) async fn list(tx: &mut dyn Session, refund: &Refund) -> Result<Self, StoreError> {
        let Some(payment) = refund.source.payment() else { return Ok(OtherRefunds(Vec::new())) };
        let mut all = Refunds(tx).list_of_payment(payment).await?;
        all.retain(|other| other.id != refund.id);
        Ok(OtherRefunds(all))
    }

    /// Whether a refund at the provider is that of one of these: its id is stored, or it names one of them, whose id may not be
    /// stored yet.
    pub(super) fn include(&self, sent: &ListedRefund) -> bool {
        self.0.iter().any(|other| is_stored(other, sent) || is_noted_for(sent, other))
    }

    /// The refunds of the payment that staff sent in the provider's dashboard, except those whose id one of these has, and how much of
    /// their sum no refund has used. One of these that ended by several refunds of the dashboard together has the id of none of them, so
    /// its amount is taken off. `listed` are all refunds of the payment at the provider.
    pub(super) fn returned_by_hand<'l>(&self, listed: &'l [ListedRefund]) -> (Vec<&'l ListedRefund>, Money) {
        let sent: Vec<&ListedRefund> =
            listed.iter().filter(|sent| sent.refund.progress != RefundProgress::Failed).collect();
        let has_no_id = |other: &&Refund| !sent.iter().any(|sent| is_stored(other, sent));
        let used: Money =
            self.0.iter().filter(ended_at_provider).filter(has_no_id).map(|other| other.amount).sum();
        let by_hand: Vec<&ListedRefund> =
            sent.iter().copied().filter(|sent| is_by_hand(sent) && !self.include(sent)).collect();
        let returned: Money = by_hand.iter().map(|sent| sent.refund.amount).sum();
        (by_hand, returned.less(used))
    }
}

/// Whether staff sent this refund in the provider's dashboard: those that this program sends have notes of their order and reason.
pub(super) fn is_by_hand(sent: &ListedRefund) -> bool {
    !sent.notes.contains_key("reason")
}

/// Whether a refund has the id that this one has at the provider, also if it was sent after staff had settled it another way.
fn is_stored(refund: &Refund, sent: &ListedRefund) -> bool {
    let late = refund.sent_after_all.as_ref().map(|late| late.refund.as_str());
    [refund.provider_refund.as_deref(), late].contains(&Some(sent.refund.id.as_str()))
}

fn ended_at_provider(refund: &&Refund) -> bool {
    refund.status == RefundStatus::Processed && matches!(refund.source, RefundSource::Provider(_))
}
