//! An address of the desk that names nothing is answered like an id that does not exist, whatever is in it.

use http::header;
use sideout_domain::staff::Role;
use sideout_testkit::on_both_engines;

use crate::{
    authorization::example,
    client::{Desk, writing},
    document::operations,
};

/// The examples of a path with one of its parameters replaced by `text`, one for each parameter.
fn with_replaced(template: &str, example: &str, text: &str) -> Vec<String> {
    let (path, query) = example.split_once('?').map_or((example, None), |(path, query)| (path, Some(query)));
    let is_parameter: Vec<bool> = template.split('/').map(|part| part.starts_with('{')).collect();
    let replaced = |at: usize| {
        let parts = path.split('/').enumerate().map(|(n, part)| if n == at { text } else { part });
        let path = parts.collect::<Vec<_>>().join("/");
        query.map_or_else(|| path.clone(), |query| format!("{path}?{query}"))
    };
    (0..is_parameter.len()).filter(|at| is_parameter[*at]).map(replaced).collect()
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
            for path in with_replaced(&operation.path, &path, text) {
                key += 1;
                let answer = writing(&client, operation.method.clone(), &path, key, &body).await;
                let is_problem = answer.header(header::CONTENT_TYPE.as_str()) == "application/problem+json";
                // `x` may be a valid code of a coupon; then another field of the call is refused, and not the address.
                let is_expected = match text {
                    "x" => answer.status.is_client_error(),
                    _ => answer.status == 404 && answer.body["code"] == "not_found",
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
