//! Money on the wire.

use serde::{Serialize, Serializer};
use utoipa::ToSchema;

/// Rupees as a JSON number, `800` or `799.5`; inside the system money is whole paise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ToSchema)]
#[schema(value_type = f64, example = 800)]
pub struct Rupees(i64);

impl Rupees {
    /// From whole paise.
    pub fn from_paise(paise: i64) -> Self {
        Rupees(paise)
    }
}

impl Serialize for Rupees {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 % 100 == 0 {
            serializer.serialize_i64(self.0 / 100)
        } else {
            // Exact to the paisa for every amount below 2^53 paise; this is the border, nobody calculates behind it.
            serializer.serialize_f64(self.0 as f64 / 100.0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_rupees_have_no_fraction_and_others_show_it() {
        let json = |paise| serde_json::to_string(&Rupees::from_paise(paise)).unwrap();
        assert_eq!(json(80_000), "800");
        assert_eq!(json(79_950), "799.5");
        assert_eq!(json(79_905), "799.05");
        assert_eq!(json(0), "0");
        assert_eq!(json(9_999_999_999), "99999999.99");
    }
}
