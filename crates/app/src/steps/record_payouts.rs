//! Records lines of payouts: compares each with what the database has, counts it once, and posts it to the ledger.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use sideout_domain::{
    money::Money,
    payout::{PayoutLine, PayoutLineState, Stored, compare},
};
use sideout_store::{
    Payouts, Session, StoreError,
    payments::Payments,
    payouts::{NewPayoutLine, StoredEntity},
};

use super::ledger;

/// The result of recording lines.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct RecordedLines {
    /// How many no payout had named before.
    pub(crate) added: u32,
    /// By how much these changed the bank account.
    pub(crate) net: Money,
    /// The payouts that these belong to.
    pub(crate) payouts: BTreeSet<String>,
    /// Those that are stored with another kind or other amounts, or in another payout; what is stored stays.
    pub(crate) contradicting: Vec<String>,
}

/// Records lines that the provider paid out. Lines that a payout has named before change nothing.
///
/// INVARIANT: a line counts once, and the account `bank` is the sum of all lines (suite `payout_races`).
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn record_lines(
    tx: &mut dyn Session,
    lines: &[PayoutLine],
    now: Timestamp,
) -> Result<RecordedLines, StoreError> {
    // In the order of their ids, so that two units of work with the same lines cannot deadlock.
    let lines: BTreeMap<&str, &PayoutLine> = lines.iter().map(|line| (line.entity.as_str(), line)).collect();
    let ids: Vec<&str> = lines.keys().copied().collect();
    let stored = Payouts(tx).find_stored(&ids).await?;
    let new: Vec<NewPayoutLine<'_>> = lines
        .values()
        .map(|line| {
            let own = stored.get(&line.entity);
            let compared = compare(line.kind, &line.amounts, own.map(|own| own.stored));
            NewPayoutLine { line, compared, of: own.map(|own| (own.bill, own.order)) }
        })
        .collect();
    let added = Payouts(tx).add(&new, now).await?;
    let mut recorded = RecordedLines::default();
    let mut known = Vec::new();
    for (new, is_added) in new.iter().zip(added) {
        if !is_added {
            known.push(new.line.entity.as_str());
            continue;
        }
        let own = stored.get(&new.line.entity);
        ledger::payout_line(tx, new.line, own, now).await?;
        if let Some(own) = own.filter(|_| new.compared.state == PayoutLineState::Matched) {
            record_fee(tx, (&new.line.entity, new.line.amounts.fee), own, now).await?;
        }
        recorded.added += 1;
        recorded.net = recorded.net.plus(new.line.amounts.net());
        recorded.payouts.insert(new.line.payout.clone());
    }
    for earlier in Payouts(tx).find_lines(&known).await? {
        if lines.get(earlier.entity.as_str()).is_some_and(|line| earlier.differs_from(line)) {
            recorded.contradicting.push(earlier.entity);
        }
    }
    Ok(recorded)
}

/// Records the fee of a payment that the provider had not reported before its payout.
pub(crate) async fn record_fee(
    tx: &mut dyn Session,
    (payment, fee): (&str, Money),
    own: &StoredEntity,
    now: Timestamp,
) -> Result<(), StoreError> {
    let is_unknown = matches!(own.stored, Stored::Payment { fee, .. } if fee == Money::ZERO);
    if is_unknown && fee > Money::ZERO && Payments(tx).record_fee(payment, fee).await? {
        ledger::fee_of_payout(tx, (payment, fee), own, now).await?;
    }
    Ok(())
}
