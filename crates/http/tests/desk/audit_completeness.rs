//! Every operation that changes something adds its entry to the audit once, and none when it is refused or, if it can be,
//! repeated.

use std::collections::BTreeSet;

use http::Method;
use sideout_testkit::on_both_engines;

use crate::{desk_day::DeskDay, document::operations};

on_both_engines!(every_operation_that_changes_something_adds_its_entry_once, async |store| {
    let mut desk_day = DeskDay::open(store, None).await;
    desk_day.run_all().await;
    let all: BTreeSet<String> = operations()
        .into_iter()
        .filter(|operation| operation.method != Method::GET)
        .map(|operation| operation.name)
        .collect();
    assert_eq!(desk_day.done, all, "an operation that writes was not run here");
});
