//! Reads the program's JSON log.

use std::{collections::HashSet, fmt};

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// JSON whose objects have no duplicate keys, except inside lists: log readers disagree on which of two values counts.
struct UniqueKeys;

impl<'de> Deserialize<'de> for UniqueKeys {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyValue)
    }
}

struct AnyValue;

impl<'de> Visitor<'de> for AnyValue {
    type Value = UniqueKeys;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<UniqueKeys, A::Error> {
        let mut keys = HashSet::new();
        while let Some(key) = map.next_key::<String>()? {
            map.next_value::<UniqueKeys>()?;
            if let Some(twice) = keys.replace(key) {
                return Err(serde::de::Error::custom(format!("the key \"{twice}\" is used twice")));
            }
        }
        Ok(UniqueKeys)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<UniqueKeys, A::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(UniqueKeys)
    }

    fn visit_str<E>(self, _: &str) -> Result<UniqueKeys, E> {
        Ok(UniqueKeys)
    }

    fn visit_bool<E>(self, _: bool) -> Result<UniqueKeys, E> {
        Ok(UniqueKeys)
    }

    fn visit_i64<E>(self, _: i64) -> Result<UniqueKeys, E> {
        Ok(UniqueKeys)
    }

    fn visit_u64<E>(self, _: u64) -> Result<UniqueKeys, E> {
        Ok(UniqueKeys)
    }

    fn visit_f64<E>(self, _: f64) -> Result<UniqueKeys, E> {
        Ok(UniqueKeys)
    }

    fn visit_unit<E>(self) -> Result<UniqueKeys, E> {
        Ok(UniqueKeys)
    }
}

/// Finds the log lines in the output of a terminal and checks that each is JSON without duplicate keys; returns them.
pub(crate) fn read_log(shown: &str) -> Vec<serde_json::Value> {
    let lines: Vec<&str> = shown.lines().filter(|line| line.starts_with('{')).collect();
    for line in &lines {
        serde_json::from_str::<UniqueKeys>(line).unwrap_or_else(|error| panic!("{error}: {line}"));
    }
    lines.iter().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_duplicate_key_is_found_also_in_a_nested_object() {
    let found = |line: &str| serde_json::from_str::<UniqueKeys>(line).err().map(|error| error.to_string());
    assert_eq!(
        found(r#"{"level":"INFO","fields":{"message":"a","ms":0.5,"n":-1,"ok":true,"list":[1]},"n":null}"#),
        None
    );
    for twice in [r#"{"a":1,"a":1}"#, r#"{"fields":{"message":"a","other":1,"message":"b"}}"#] {
        assert!(found(twice).is_some_and(|line| line.contains("twice")), "{twice}");
    }
    assert!(found("{\"a\":1").is_some(), "and so is a line that is cut off");
}
