//! Deserializers for values that clients send as text or as a number: the specification's client takes ids from the query
//! string.

use serde::{Deserialize, Deserializer, de};

#[derive(Deserialize)]
#[serde(untagged)]
enum NumberOrText {
    Number(i64),
    Fraction(f64),
    Text(String),
}

/// Reads a whole number sent as `1` or as `"1"`: `#[serde(deserialize_with = "number_or_text")]`.
///
/// # Errors
/// If it is neither.
pub fn number_or_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i64, D::Error> {
    match NumberOrText::deserialize(deserializer) {
        Ok(NumberOrText::Number(number)) => Ok(number),
        Ok(NumberOrText::Text(text)) => {
            text.trim().parse().map_err(|_| de::Error::custom("expected a whole number"))
        }
        _ => Err(de::Error::custom("expected a whole number")),
    }
}

/// Reads a text that some clients send as a number (an order number, an amount): `"4071553902"` or `4071553902`.
///
/// # Errors
/// If it is neither.
pub fn text_or_number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    match NumberOrText::deserialize(deserializer) {
        Ok(NumberOrText::Text(text)) => Ok(text),
        Ok(NumberOrText::Number(number)) => Ok(number.to_string()),
        Ok(NumberOrText::Fraction(number)) => Ok(number.to_string()),
        Err(_) => Err(de::Error::custom("expected a text")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Deserialize)]
    struct Request {
        #[serde(deserialize_with = "number_or_text")]
        venue_id: i64,
        #[serde(deserialize_with = "text_or_number")]
        orderid: String,
    }

    #[test]
    fn ids_are_read_from_numbers_and_from_texts() {
        for body in [r#"{"venue_id":7,"orderid":"4071553902"}"#, r#"{"venue_id":"7","orderid":4071553902}"#] {
            let request: Request = serde_json::from_str(body).unwrap();
            assert_eq!((request.venue_id, request.orderid.as_str()), (7, "4071553902"));
        }
    }

    #[test]
    fn anything_else_is_refused() {
        for body in [
            "{\"venue_id\":1.5,\"orderid\":\"1\"}",
            r#"{"venue_id":"x","orderid":"1"}"#,
            r#"{"venue_id":1,"orderid":[]}"#,
        ] {
            assert!(serde_json::from_str::<Request>(body).is_err(), "{body}");
        }
    }
}
