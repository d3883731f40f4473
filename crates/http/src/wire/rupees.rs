//! Money on the wire.

use serde::Serialize;
use sideout_domain::money::Money;
use utoipa::ToSchema;

/// Rupees as a JSON number with at most two decimals, `800` or `799.5`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(transparent)]
#[schema(value_type = f64, example = 800)]
pub struct Rupees(Money);

impl From<Money> for Rupees {
    fn from(amount: Money) -> Self {
        Rupees(amount)
    }
}
