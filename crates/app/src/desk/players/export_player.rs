//! Exports what is stored about a player: players may ask for a copy.

use jiff::Timestamp;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};
use sideout_domain::{CustomerId, person::Phone, staff::Permission};
use sideout_store::{PlayerExports, Row, Session, StoreError, Value as Stored, accounts::Customers};

use crate::{
    App,
    steps::audited::{Actor, Audited, Command, Entry, Refused, RequestKey, audited_write_then_read},
};

/// A copy of what is stored about a player.
#[derive(Debug, Clone, PartialEq)]
pub struct ExportedPlayer {
    /// The account: of several that were merged the one that was kept.
    pub player: CustomerId,
    /// The copy: `format`, `player`, `exported_at`, `received_by`, and a list for each topic.
    pub document: Value,
}

/// Why the copy is refused.
#[derive(Debug, Clone, thiserror::Error)]
pub enum ExportPlayerError {
    /// There is no such player.
    #[error("no such player")]
    NoPlayer,
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

struct Input {
    player: CustomerId,
    reason: String,
    sees_phones: bool,
    /// The address of the web app, for that of the picture.
    site: String,
    now: Timestamp,
}

impl Serialize for Input {
    /// The part of the input by which a repeated call is recognized.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.player.0, &self.reason).serialize(serializer)
    }
}

/// Who else receives data of a player, for the copy.
const RECEIVED_BY: [&str; 3] = [
    "The sender of text messages: the number and the words of each message.",
    "The mail server: the address and the words of each mail.",
    "The payment provider, for payments online: the name, mail address and phone number of the account, the amount, the number and \
     the venue of the booking, and what was typed at the payment; for payments by its QR code at a desk: the amount, the numbers and the \
     venue of the bookings.",
];

/// Returns a copy of what is stored about `player`, and records in the audit who took it and why. Of the picture it has
/// the address. The copy itself is not stored. For staff who may not read phone numbers it has the last four digits only.
///
/// # Errors
/// [`ExportPlayerError`].
pub async fn export_player(
    app: &App,
    actor: &Actor,
    player: CustomerId,
    reason: String,
    key: RequestKey,
) -> Result<ExportedPlayer, ExportPlayerError> {
    let command =
        Command { operation: "export_player", permission: Permission::PlayerExport, venue: None, key };
    let input = Input {
        player,
        reason,
        sees_phones: actor.sees_phones(),
        site: app.settings.public_url.trim_end_matches('/').to_owned(),
        now: app.clock.now(),
    };
    let ((), exported) = audited_write_then_read(
        app,
        actor,
        command,
        input,
        |tx, input| Box::pin(record(tx, input)),
        |tx, input| Box::pin(read(tx, input)),
    )
    .await?;
    Ok(exported)
}

async fn record(tx: &mut dyn Session, input: &Input) -> Result<Audited<()>, ExportPlayerError> {
    let player = Customers(tx).follow(input.player).await?.ok_or(ExportPlayerError::NoPlayer)?;
    let entry = Entry::happened("player.exported", "player", player).with_reason(&input.reason);
    Ok(Audited::new((), entry))
}

async fn read(tx: &mut dyn Session, input: &Input) -> Result<ExportedPlayer, ExportPlayerError> {
    let player = Customers(tx).follow(input.player).await?.ok_or(ExportPlayerError::NoPlayer)?;
    let mut document = Map::new();
    document.insert("format".to_owned(), json!(1));
    document.insert("player".to_owned(), json!(player.to_string()));
    document.insert("exported_at".to_owned(), json!(input.now.to_string()));
    document.insert("received_by".to_owned(), json!(RECEIVED_BY));
    for (topic, rows) in PlayerExports(tx).read(player).await? {
        let rows = rows.iter().map(|row| row_to_json(row, input.sees_phones, &input.site));
        document.insert(topic.to_owned(), rows.collect());
    }
    Ok(ExportedPlayer { player, document: Value::Object(document) })
}

/// A row as a JSON object. Instants are ISO 8601 UTC. The long numbers of accounts, orders and bills are texts, because
/// programs that read JSON may round them. A picture is its address at `site`.
fn row_to_json(row: &Row, sees_phones: bool, site: &str) -> Value {
    let fields = row.named().into_iter().map(|(name, value)| {
        let value = match value {
            Stored::Integer(ms) if is_instant(name) => instant(*ms),
            Stored::Integer(number) if is_long_number(name) => json!(number.to_string()),
            Stored::Integer(number) if name == "reminders" => json!(*number != 0),
            Stored::Integer(number) => json!(number),
            Stored::Text(text) if name == "phone" && !sees_phones => {
                json!(text.parse::<Phone>().ok().map(|phone| phone.masked()))
            }
            // The receiver of a message: a phone number or a mail address.
            Stored::Text(text) if name == "sent_to" && !sees_phones => {
                json!(text.parse::<Phone>().map_or_else(|_| text.clone(), |phone| phone.masked()))
            }
            Stored::Text(key) if name == "picture" => json!(format!("{site}/images/{key}")),
            Stored::Text(text) => json!(text),
            Stored::Null | Stored::Bytes(_) => Value::Null,
        };
        (name.to_owned(), value)
    });
    Value::Object(fields.collect())
}

fn is_instant(name: &str) -> bool {
    name.ends_with("_at") || name.ends_with("_until")
}

fn is_long_number(name: &str) -> bool {
    matches!(name, "account" | "number" | "order_number" | "new_order" | "bill")
}

fn instant(ms: i64) -> Value {
    Timestamp::from_millisecond(ms).map_or(Value::Null, |at| json!(at.to_string()))
}

#[cfg(test)]
mod tests {
    use sideout_store::Columns;

    use super::*;

    #[test]
    fn staff_who_may_not_read_numbers_get_only_their_last_digits() {
        let columns = Columns::new("test", ["phone", "sent_to"]);
        let written = |to: &str, sees_phones| {
            let values = Vec::from(["+919825041736", to].map(|text| Stored::Text(text.to_owned())));
            row_to_json(&Row::new(&columns, values), sees_phones, "")
        };
        let (whole, masked) = ("+919825041736", "+91 ••••• •1736");
        assert_eq!(written(whole, true), json!({ "phone": whole, "sent_to": whole }));
        assert_eq!(written(whole, false), json!({ "phone": masked, "sent_to": masked }));
        let mail = "asha@example.in";
        assert_eq!(written(mail, false), json!({ "phone": masked, "sent_to": mail }));
    }

    #[test]
    fn instants_are_times_and_long_numbers_are_texts() {
        let columns =
            Columns::new("test", ["created_at", "open_until", "kept_until", "new_order", "amount_paise"]);
        let instant = 1_795_353_600_000;
        let values = [instant, instant, instant, 4_820_193_756, 80_000].map(Stored::Integer);
        let written = row_to_json(&Row::new(&columns, Vec::from(values)), true, "");
        let at = "2026-11-22T13:20:00Z";
        let expected = json!({
            "created_at": at, "open_until": at, "kept_until": at, "new_order": "4820193756", "amount_paise": 80_000,
        });
        assert_eq!(written, expected);
    }
}
