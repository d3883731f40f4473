//! An address of the desk is answered like an id that does not exist if it has a word in the place of a number, bytes that are not UTF-8,
//! or a control character.

use http::header;
use sideout_domain::staff::Role;
use sideout_testkit::on_both_engines;

use crate::{
    authorization::example,
    client::{Desk, writing},
    document::operations,
};

/// The parameters that are not (or not always) numbers. `x` is a code, key, name or passkey id that does not exist. As a `{day}` it is
/// malformed (400); as the `{staff}` who approves by a passkey it is refused like a wrong passkey (403). `{id}` is a number in some paths.
const TEXTS: [&str; 8] = ["{code}", "{day}", "{id}", "{line}", "{message}", "{name}", "{payout}", "{staff}"];

/// Each parameter of a path, with the example of the path in which `text` replaces it.
fn with_replaced<'t>(template: &'t str, example: &str, text: &str) -> Vec<(&'t str, String)> {
    let (path, query) = example.split_once('?').map_or((example, None), |(path, query)| (path, Some(query)));
    let replaced = |at: usize| {
        let parts = path.split('/').enumerate().map(|(n, part)| if n == at { text } else { part });
        let path = parts.collect::<Vec<_>>().join("/");
        query.map_or_else(|| path.clone(), |query| format!("{path}?{query}"))
    };
    let parameters = template.split('/').enumerate().filter(|(_, part)| part.starts_with('{'));
    parameters.map(|(at, parameter)| (parameter, replaced(at))).collect()
}

on_both_engines!(an_address_that_names_nothing_is_not_found, async |store| {
    let desk = Desk::over(store).await;
    let owner = desk.app.staff(Role::Owner, "9825041736", &[]).await;
    let client = desk.signed_in(&owner.token);
    let mut key = 0;
    let mut faults = Vec::new();
    for operation in operations() {
        let (path, body) = example(&operation, &owner.id.to_string());
        for text in ["x", "%ff", "%00", "%c2%85"] {
            for (parameter, path) in with_replaced(&operation.path, &path, text) {
                key += 1;
                let answer = writing(&client, operation.method.clone(), &path, key, &body).await;
                let is_problem = answer.header(header::CONTENT_TYPE.as_str()) == "application/problem+json";
                let is_expected = if text == "x" && TEXTS.contains(&parameter) {
                    answer.status.is_client_error()
                } else {
                    answer.status == 404 && answer.body["code"] == "not_found"
                };
                if !is_problem || !is_expected {
                    faults.push(format!("{} {path}: {} {}", operation.name, answer.status, answer.content()));
                }
            }
        }
    }
    assert!(key > 300, "{key} addresses");
    assert!(faults.is_empty(), "{faults:#?}");
});
