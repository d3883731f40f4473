//! Money on the wire.

use serde::Serialize;
use sideout_domain::money::Money;
use utoipa::ToSchema;

/// Rupees as a JSON number, `800` or `799.5`; inside the system money is whole paise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(transparent)]
#[schema(value_type = f64, example = 800)]
pub struct Rupees(Money);

impl From<Money> for Rupees {
    fn from(amount: Money) -> Self {
        Rupees(amount)
    }
}
