//! Imports a file of payouts from the payment provider, for payouts that could not be read from its API.

use jiff::Timestamp;
use serde::{Deserialize, Serialize, Serializer};
use sideout_domain::{payout::PayoutLine, staff::Permission};
use sideout_store::{Session, StoreError};

use super::{
    BadRows, RowFault, RowFaultKind,
    read_csv::{PayoutFile, read_csv},
};
use crate::{
    App,
    steps::{
        audited::{Actor, Audited, Command, Entry, Refused, RequestKey, audited_write},
        record_payouts::record_lines,
    },
};

/// What was imported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Imported {
    /// How many lines of payouts the file has.
    pub lines: u32,
    /// How many of them were not stored before.
    pub added: u32,
    /// By how much these changed the bank account, in paise.
    pub net_paise: i64,
    /// How many rows were left out because they are not paid out yet.
    #[serde(default)]
    pub unsettled: u32,
}

/// Why nothing is imported.
#[derive(Debug, thiserror::Error)]
pub enum ImportPayoutsError {
    /// Rows of the file are bad.
    #[error("{} bad rows and {} more", .0.first.len(), .0.more)]
    BadRows(BadRows),
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

struct Input {
    file: PayoutFile,
    csv: String,
    now: Timestamp,
}

impl Serialize for Input {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.csv.serialize(serializer)
    }
}

#[derive(Serialize)]
struct Facts {
    lines: u32,
    added: u32,
    amount_paise: i64,
}

/// Imports the lines of a file in the name of `actor`, all or none. Rows that are not paid out yet are left out.
///
/// # Errors
/// [`ImportPayoutsError`].
pub async fn import_payouts(
    app: &App,
    actor: &Actor,
    csv: String,
    key: RequestKey,
) -> Result<Imported, ImportPayoutsError> {
    let permission = Permission::PayoutExplain;
    let now = app.clock.now();
    actor.check(permission, now)?;
    let file = read_csv(&csv).map_err(ImportPayoutsError::BadRows)?;
    let command = Command { operation: "import_payouts", permission, venue: None, key };
    let input = Input { file, csv, now };
    audited_write(app, actor, command, input, |tx, input| Box::pin(import(tx, input))).await
}

async fn import(tx: &mut dyn Session, input: &Input) -> Result<Audited<Imported>, ImportPayoutsError> {
    let PayoutFile { lines: numbered, unsettled } = &input.file;
    let lines: Vec<PayoutLine> = numbered.iter().map(|(_, line)| line.clone()).collect();
    let recorded = record_lines(tx, &lines, input.now).await?;
    if !recorded.contradicting.is_empty() {
        let is_bad = |line: &PayoutLine| recorded.contradicting.contains(&line.entity);
        let bad = numbered.iter().filter(|(_, line)| is_bad(line));
        let fault = |row: u64| RowFault { row, column: None, kind: RowFaultKind::Contradicts };
        let bad = BadRows::of(bad.map(|(row, _)| fault(*row)));
        return Err(ImportPayoutsError::BadRows(bad));
    }
    let (added, net_paise) = (recorded.added, recorded.net.paise());
    let counted = u32::try_from(lines.len()).unwrap_or(u32::MAX);
    let imported = Imported { lines: counted, added, net_paise, unsettled: *unsettled };
    // The audit names a payout that got a line. All lines of the first one in the file may have been stored before.
    let changed = lines.iter().map(|line| &line.payout).find(|payout| recorded.payouts.contains(*payout));
    let Some(payout) = changed else { return Ok(Audited::unchanged(imported)) };
    let facts = Facts { lines: imported.lines, added, amount_paise: net_paise };
    Ok(Audited::new(imported, Entry::added("payout.imported", "payout", payout, &facts)))
}
