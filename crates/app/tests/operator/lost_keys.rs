//! A key that a database was used with is reported as missing until the operator has acted.

use sideout_app::health::lost_keys::{PresentKey, record_keys};
use sideout_store::Store;
use sideout_testkit::{FixedClock, on_both_engines};

/// Starts with the code key of this fingerprint; returns the fingerprints that are reported.
async fn start(store: &Store, fingerprint: &str, retired: &[&str]) -> Vec<String> {
    let key = PresentKey {
        name: "code_key",
        fingerprint: Some(fingerprint.to_owned()),
        retired: retired.iter().map(|text| (*text).to_owned()).collect(),
    };
    let lost = record_keys(store, vec![key], FixedClock::START).await.unwrap();
    lost.into_iter().map(|key| key.fingerprint).collect()
}

on_both_engines!(a_missing_key_is_reported_at_each_start_until_it_is_back_or_retired, async |store| {
    assert_eq!(start(&store, "first", &[]).await, [""; 0]);
    for _ in 0..2 {
        assert_eq!(start(&store, "second", &[]).await, ["first"]);
    }
    assert_eq!(start(&store, "second", &["first"]).await, [""; 0]);
    // What was made with the key of the time between is lost if the first one is brought back.
    assert_eq!(start(&store, "first", &[]).await, ["second"]);
    assert_eq!(start(&store, "first", &["second"]).await, [""; 0]);
});
