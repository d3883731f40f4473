//! Breaks one rule on purpose, to prove that the simulation finds it.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use sideout_store::{Session, Statement, Store, StoreError, Value, params};
use sideout_testkit::{statement, without_guard_of};

/// How a rule is broken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// A part of a statement is replaced: statement, part, replacement.
    Replace(&'static str, &'static str, &'static str),
    /// A statement is not run, and its caller gets a success.
    Skip(&'static str),
    /// As [`Change::Skip`], only if one of its parameters is this text.
    SkipFor(&'static str, &'static str),
    /// As [`Change::Skip`], from the second time on.
    SkipLater(&'static str),
    /// The triggers against overlapping claims are removed, and claims last half an hour too long.
    Overlap,
    /// One unit of work in fifty is rolled back, and its caller gets a success.
    LoseWrites,
    /// The provider pays out a refund again when it is requested again.
    RefundAgain,
    /// Most polls of the provider are left out, and no webhook arrives.
    DoNotPoll,
    /// Text messages name another court than the booking has.
    TellWrongCourt,
}

/// [`Change::LoseWrites`] loses one unit of work in this many.
const LOST_ONE_IN: usize = 50;

/// A rule and how it is broken.
#[derive(Debug, Clone, Copy)]
pub struct Broken {
    /// The rule as the simulation names it.
    pub rule: &'static str,
    /// How it is broken.
    pub change: Change,
}

const fn broken(rule: &'static str, change: Change) -> Broken {
    Broken { rule, change }
}

/// A breakage for each rule of `invariant/list_broken` about rows that the simulation writes, and for some of the other rules that it
/// checks.
pub const BREAKAGES: &[Broken] = &[
    broken(
        "court time sold twice",
        Change::Replace(
            "slot_claim/claim",
            "where slot_claim.held_until is not null and slot_claim.held_until <= $6",
            "where cast($6 as bigint) > 0",
        ),
    ),
    broken("claims of a court that overlap", Change::Overlap),
    broken(
        "bills whose lines do not sum to them",
        Change::Replace("bill_line/add", "$4)", "cast($4 as bigint) + 1)"),
    ),
    broken("orders that were not paid what their settled bills say", Change::Skip("orders/add_payment")),
    broken("orders that do not return what their refunds say", Change::Skip("orders/add_returned")),
    broken(
        "bookings paid more than they cost",
        Change::Replace(
            "orders/add_payment",
            "set paid_paise = paid_paise + $2",
            "set paid_paise = price_paise + cast($2 as bigint)",
        ),
    ),
    broken("refunds of a cancellation whose booking was not cancelled", Change::Skip("orders/cancel")),
    broken("payments that do not reserve what their refunds say", Change::Skip("payment/add_refunded")),
    broken(
        "desk payments that do not reserve what their refunds say",
        Change::Skip("desk_payment/add_refunded"),
    ),
    broken("captured payments that were not decided", Change::Skip("payment/settle")),
    broken("payments that settled no bill of their amount", Change::Skip("bill/settle")),
    broken(
        "bills settled online without one payment",
        Change::Replace(
            "payment/settle",
            "outcome = $3",
            "outcome = case when cast($3 as text) = 'confirmed' then 'returned' else cast($3 as text) end",
        ),
    ),
    broken("payments for no booking that do not go back", Change::Skip("refund/approve")),
    broken(
        "desk payments that do not settle their bill",
        Change::Replace("desk_payment/add", "$4, $5,", "$4, cast($5 as bigint) + 1,"),
    ),
    broken("QR codes whose state differs from that of their bill", Change::Skip("desk_qr/close")),
    broken(
        "bookings without their court",
        Change::Replace(
            "slot_claim/hold_for_desk",
            "where slot_claim.held_until is not null and slot_claim.held_until <= $6",
            "where cast($6 as bigint) > 0",
        ),
    ),
    broken("claims of orders that keep no court", Change::Skip("slot_claim/release")),
    broken("claims of blocks that do not exist", Change::Skip("court_block/add")),
    broken(
        "series of documents with gaps",
        Change::Replace("receipt_series/take", "receipt_series.last + 1", "receipt_series.last + 2"),
    ),
    broken("bills settled online without a receipt", Change::SkipLater("receipt/add")),
    // `D1` is the series of the venue's desk for receipts, `N1` the one for credit notes.
    broken("desk payments without a receipt", Change::SkipFor("receipt/add", "D1")),
    broken("voided desk payments without a credit note", Change::SkipFor("receipt/add", "N1")),
    broken(
        "shifts whose drawer does not add up",
        Change::Replace(
            "desk_shift/sum_cash",
            "where shift_id = $1 and tender = 'cash'",
            "where shift_id = -$1",
        ),
    ),
    broken(
        "shifts that do not begin with the count before them",
        Change::Replace("desk_shift/open", "$4, $5)", "cast($4 as bigint) + 1, $5)"),
    ),
    broken(
        "refunds settled in cash without a drawer",
        Change::Replace(
            "refund/step",
            "set status = $3,",
            "set status = $3, method = case when $3 = 'processed' then 'cash' else method end,",
        ),
    ),
    broken(
        "refunds settled another way without a voucher or a member of staff",
        Change::Replace(
            "refund/step",
            "set status = $3,",
            "set status = $3, method = case when $3 = 'processed' then 'upi' else method end,",
        ),
    ),
    broken("refunds of receipts without a credit note", Change::SkipFor("receipt/add", "credit_note")),
    broken(
        "receipts replaced without a credit note over all of them",
        Change::SkipFor("receipt/add", "reissued"),
    ),
    broken(
        "ledger entries that do not sum to zero",
        Change::Replace("ledger_posting/add", "$7, $8", "cast($7 as bigint) + 1, $8"),
    ),
    broken("acknowledged, and not in the database", Change::LoseWrites),
    broken("refunds that differ from the provider's", Change::RefundAgain),
    broken("captured payments without an end", Change::DoNotPoll),
    broken("players were told another court or time than their booking has", Change::TellWrongCourt),
];

/// A breakage in effect.
#[derive(Debug)]
pub(crate) struct Breakage {
    pub(crate) change: Change,
    replaced: Option<Statement>,
    times: AtomicUsize,
}

impl Breakage {
    pub(crate) fn new(change: Change) -> Self {
        let replaced = match change {
            Change::Replace(name, part, instead) => Some(without_guard_of(statement(name), part, instead)),
            _ => None,
        };
        Breakage { change, replaced, times: AtomicUsize::new(0) }
    }

    /// Whether the unit of work that is about to run is not committed although its caller gets a success.
    pub(crate) fn loses_this_write(&self) -> bool {
        self.change == Change::LoseWrites && self.times.fetch_add(1, Relaxed) % LOST_ONE_IN == LOST_ONE_IN - 1
    }

    /// Whether this statement is not run although its caller gets a success.
    pub(crate) fn skips(&self, statement: Statement, params: &[Value]) -> bool {
        match self.change {
            Change::Skip(name) => name == statement.name,
            Change::SkipFor(name, text) => {
                let is_it = |value: &Value| matches!(value, Value::Text(found) if found == text);
                name == statement.name && params.iter().any(is_it)
            }
            Change::SkipLater(name) => name == statement.name && self.times.fetch_add(1, Relaxed) > 0,
            _ => false,
        }
    }

    /// The statement that is run in place of `statement`.
    pub(crate) fn replaced(&self, statement: Statement) -> Statement {
        match (self.change, self.replaced) {
            (Change::Replace(name, ..), Some(replaced)) if name == statement.name => replaced,
            _ => statement,
        }
    }

    /// Lengthens the claims after `statement`, if they are to overlap.
    pub(crate) async fn lengthen_claims_after(
        &self,
        tx: &mut dyn Session,
        statement: Statement,
    ) -> Result<(), StoreError> {
        // 90 minutes in milliseconds: half an hour longer than a slot.
        const LONGER: Statement = Statement {
            name: "simulation/longer_claims",
            text: "update slot_claim set ends_at = starts_at + 5400000",
        };
        if self.change == Change::Overlap && statement.name == "slot_claim/claim" {
            tx.run(LONGER, params![]).await?;
        }
        Ok(())
    }
}

/// What has to be changed in the database before `change` has an effect.
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn prepare(store: &Store, change: Change) -> Result<(), StoreError> {
    const ON_SQLITE: &[&str] = &["drop trigger slot_claim_overlaps", "drop trigger slot_claim_moves"];
    const ON_POSTGRES: &[&str] = &["alter table slot_claim disable trigger user"];
    if change != Change::Overlap {
        return Ok(());
    }
    let texts = if store.engine() == "sqlite" { ON_SQLITE } else { ON_POSTGRES };
    let prepared = store.write(texts, |tx, texts| {
        Box::pin(async move {
            for text in *texts {
                tx.run(Statement { name: text, text }, params![]).await?;
            }
            Ok(())
        })
    });
    prepared.await
}
