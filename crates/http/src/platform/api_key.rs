//! The `api-key` header. It is public: it can disable old clients, but grants no permission (docs/API-DESIGN.md).

use http::HeaderMap;
use subtle::ConstantTimeEq as _;

/// The accepted keys: the current one and, during a rotation, the previous one.
#[derive(Debug, Clone)]
pub(crate) struct ApiKeys(Vec<Vec<u8>>);

impl ApiKeys {
    /// The keys of the settings; empty keys are ignored.
    pub(crate) fn new<'a>(keys: impl IntoIterator<Item = &'a str>) -> Self {
        ApiKeys(keys.into_iter().filter(|key| !key.is_empty()).map(|key| key.as_bytes().to_vec()).collect())
    }

    /// Whether the request has an accepted key. Every key is compared, each in constant time.
    pub(crate) fn accept(&self, headers: &HeaderMap) -> bool {
        let Some(sent) = headers.get("api-key") else { return false };
        self.0.iter().fold(subtle::Choice::from(0), |found, key| found | key.ct_eq(sent.as_bytes())).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_keys_are_accepted_during_a_rotation_and_no_other_key() {
        let keys = ApiKeys::new(["new", "old", ""]);
        let with = |value: Option<&str>| {
            let mut headers = HeaderMap::new();
            if let Some(value) = value {
                headers.insert("api-key", value.parse().unwrap());
            }
            keys.accept(&headers)
        };
        assert!(with(Some("new")) && with(Some("old")));
        assert!(!with(Some("other")) && !with(Some("")) && !with(None));
    }
}
