//! Validates the fields of a new order, and those that other requests have as well.

use jiff::SignedDuration;
use serde_json::Value;

use super::{entities::Capture, failure::Failure};

/// The capture settings of the account, used if the order has none.
const USUAL_CAPTURE: Capture = Capture {
    automatic: Some(SignedDuration::from_hours(3 * 24)),
    expiry: SignedDuration::from_hours(5 * 24),
};

/// Reads an amount in paise, at least one rupee.
pub(super) fn read_amount(value: &Value) -> Result<i64, Failure> {
    let amount = value.as_i64().ok_or_else(|| Failure::field("amount", "The amount must be an integer."))?;
    if amount < 100 {
        return Err(Failure::field("amount", "The amount must be at least INR 1.00"));
    }
    Ok(amount)
}

/// Checks that the body has no fields other than these.
pub(super) fn check_fields(body: &Value, known: &[&str]) -> Result<(), Failure> {
    match body.as_object().into_iter().flatten().find(|(name, _)| !known.contains(&name.as_str())) {
        // The wording of Razorpay's documentation (api/qr-codes/create, errors).
        Some((name, _)) => {
            Err(Failure::refused(format!("{name} is/are not required and should not be sent")))
        }
        None => Ok(()),
    }
}

/// Checks that the notes are at most 15 pairs of at most 256 characters.
pub(super) fn check_notes(notes: &Value) -> Result<(), Failure> {
    let pairs = notes.as_object().map_or(0, serde_json::Map::len);
    let long = notes
        .as_object()
        .into_iter()
        .flatten()
        .any(|(_, text)| text.as_str().is_some_and(|text| text.chars().count() > 256));
    if pairs > 15 || long {
        return Err(Failure::field("notes", "notes may have at most 15 pairs of at most 256 characters"));
    }
    Ok(())
}

/// Reads who captures payments and until when: from the order's terms, the older flag, or the account's settings.
pub(super) fn capture_terms(body: &Value) -> Result<Capture, Failure> {
    let terms = &body["payment"];
    let minutes = |name: &str| terms["capture_options"][name].as_i64().map(SignedDuration::from_mins);
    let expiry = minutes("manual_expiry_period").unwrap_or(USUAL_CAPTURE.expiry);
    match (terms["capture"].as_str(), &body["payment_capture"]) {
        (Some("manual"), _) | (None, Value::Bool(false)) => Ok(Capture { automatic: None, expiry }),
        (None, number) if number.as_i64() == Some(0) => Ok(Capture { automatic: None, expiry }),
        (Some("automatic"), _) => match minutes("automatic_expiry_period") {
            Some(limit) if limit >= SignedDuration::from_mins(12) => {
                Ok(Capture { automatic: Some(limit), expiry })
            }
            _ => Err(Failure::refused("The automatic expiry period must be at least 12 minutes")),
        },
        (Some(_), _) => Err(Failure::refused("The capture must be automatic or manual")),
        (None, _) => Ok(USUAL_CAPTURE),
    }
}
