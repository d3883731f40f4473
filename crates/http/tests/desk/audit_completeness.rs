//! Every writing operation adds its entry to the audit once, and none when it is refused or repeated.

use std::collections::BTreeSet;

use http::Method;
use sideout_testkit::on_both_engines;

use crate::{document::operations, scene::Scene};

on_both_engines!(every_writing_operation_adds_its_entry_once, async |store| {
    let mut scene = Scene::open(store, None).await;
    scene.run_all().await;
    let all: BTreeSet<String> = operations()
        .into_iter()
        .filter(|operation| operation.method != Method::GET)
        .map(|operation| operation.name)
        .collect();
    assert_eq!(scene.done, all, "an operation that writes was not run here");
});
