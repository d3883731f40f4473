//! Checks the operator's own texts of messages, which are in the database and may be older than the settings.

use sideout_app::platform::{
    brand::{Brand, read_brand},
    own_texts::{names_without_flow, text_names},
};
use sideout_store::{Store, StoreError};

use super::finding::{Finding, unchecked, warning, wrong};

/// Reports the own texts that are not sent. `uses_msg91` is whether the settings have MSG91 as a provider.
pub(super) async fn own_texts(store: &Store, uses_msg91: bool) -> Vec<Finding> {
    let brand: Result<Brand, StoreError> = store.read((), |tx, ()| Box::pin(read_brand(tx))).await;
    match brand {
        Ok(brand) => find_unsent(&brand, uses_msg91),
        Err(error) => vec![unchecked("texts", &error)],
    }
}

fn find_unsent(brand: &Brand, uses_msg91: bool) -> Vec<Finding> {
    // They may have been saved before MSG91 was a provider.
    let refused = if uses_msg91 { names_without_flow(brand) } else { Vec::new() };
    let refused = refused.into_iter().map(|name| {
        let message = format!(
            "brand.texts.{name}.msg91_template_id is missing: MSG91 does not send the text without it; write it, or remove the text, \
             in the operator's file, or under Set-up if the desk manages the brand"
        );
        wrong("texts", message)
    });
    let faulty = text_names().filter_map(|(notice, name)| {
        let error = brand.texts.get(name)?.registered(notice).err()?;
        let message = format!(
            "brand.texts.{name}.text is not sent, and that of the settings is sent instead if there is one: {error}"
        );
        Some(warning("texts", message))
    });
    refused.chain(faulty).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use jiff::Timestamp;
    use sideout_app::platform::brand::OwnText;
    use sideout_store::Brands;
    use sideout_testkit::on_both_engines;

    use super::{super::finding::Verdict, *};

    fn own(text: &str, flow: Option<&str>) -> OwnText {
        OwnText { text: text.to_owned(), dlt_template_id: None, msg91_template_id: flow.map(str::to_owned) }
    }

    async fn found(store: &Store, uses_msg91: bool) -> Vec<(Verdict, String)> {
        let found = own_texts(store, uses_msg91).await;
        found.into_iter().map(|finding| (finding.verdict, finding.message)).collect()
    }

    on_both_engines!(own_texts_that_are_not_sent_are_named, async |store| {
        assert!(found(&store, true).await.is_empty(), "there is no brand yet");
        let texts = BTreeMap::from([
            ("confirmed".to_owned(), own("Club: ##court## is yours.", None)),
            ("reminder".to_owned(), own("Club: your game begins at ##time##.", Some("77"))),
            ("moved".to_owned(), own("Club: ##amount##.", Some("78"))),
        ]);
        let document = serde_json::to_string(&Brand { texts, ..Brand::default() }).unwrap();
        let put: Result<bool, StoreError> = store
            .write(document, |tx, document| {
                Box::pin(async move { Brands(tx).put(document, Timestamp::UNIX_EPOCH).await })
            })
            .await;
        assert!(put.unwrap());
        let with_msg91 = found(&store, true).await;
        let [(Verdict::Wrong, refused), (Verdict::Warning, faulty)] = &with_msg91[..] else {
            panic!("{with_msg91:?}")
        };
        assert!(refused.starts_with("brand.texts.confirmed.msg91_template_id is missing"), "{refused}");
        assert!(faulty.starts_with("brand.texts.moved.text is not sent"), "{faulty}");
        let without = found(&store, false).await;
        assert_eq!(without[..], with_msg91[1..], "another provider needs no flow");
    });
}
