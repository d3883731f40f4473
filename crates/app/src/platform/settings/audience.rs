//! Who may pay online.

use serde::{Deserialize, Serialize};
use sideout_domain::CustomerId;

/// The operator's choice (spec §6: the specification names one customer id).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    untagged,
    expecting = "does not say who may pay online; write \"nobody\", \"everyone\" or a list of customer ids"
)]
pub enum Audience {
    /// `"nobody"` or `"everyone"`.
    Named(NamedAudience),
    /// These customers.
    Customers(Vec<CustomerId>),
}

/// An audience with a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NamedAudience {
    /// Online payment is off.
    Nobody,
    /// Every customer.
    Everyone,
}

impl Default for Audience {
    fn default() -> Self {
        Audience::Named(NamedAudience::Nobody)
    }
}

impl Audience {
    /// Every customer.
    pub const EVERYONE: Audience = Audience::Named(NamedAudience::Everyone);

    pub(crate) fn includes(&self, customer: CustomerId) -> bool {
        match self {
            Audience::Named(named) => *named == NamedAudience::Everyone,
            Audience::Customers(ids) => ids.contains(&customer),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_audience_is_read_as_operators_write_it() {
        let read = |text: &str| toml::from_str::<std::collections::BTreeMap<String, Audience>>(text).unwrap();
        let audience = |text: &str| read(&format!("a = {text}")).remove("a").unwrap();
        let (one, other) = (CustomerId(104_233_170_526), CustomerId(2));
        assert!(audience("'everyone'").includes(one));
        assert!(!audience("'nobody'").includes(one));
        let listed = audience("[104233170526]");
        assert!(listed.includes(one) && !listed.includes(other));
        assert!(!Audience::default().includes(one));
    }

    #[test]
    fn the_error_about_another_value_names_what_can_be_written() {
        for value in ["'some'", "['104233170526']", "5"] {
            let read =
                toml::from_str::<std::collections::BTreeMap<String, Audience>>(&format!("a = {value}"));
            let error = read.unwrap_err().to_string();
            assert!(error.contains("write \"nobody\", \"everyone\" or a list of customer ids"), "{error}");
        }
    }
}
