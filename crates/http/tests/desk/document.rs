//! The operations of the desk's document, which the tests run over.

use http::Method;
use serde_json::Value;
use sideout_domain::staff::Permission;
use sideout_http::desk_openapi;

/// What an operation needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Needs {
    /// No session is needed.
    NoSession,
    /// A signed-in person with this permission.
    Staff(Permission),
}

/// An operation of the document.
#[derive(Debug, Clone)]
pub(crate) struct Operation {
    pub(crate) name: String,
    pub(crate) method: Method,
    pub(crate) path: String,
    pub(crate) needs: Needs,
}

/// All operations.
///
/// # Panics
/// If one names no permission, or one that does not exist.
pub(crate) fn operations() -> Vec<Operation> {
    let document = serde_json::to_value(desk_openapi()).unwrap();
    let mut operations = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let Ok(method) = method.to_uppercase().parse::<Method>() else { continue };
            let name = operation["operationId"].as_str().unwrap().to_owned();
            let needs = needs(&name, &operation["x-permission"]);
            assert_eq!(needs == Needs::NoSession, operation.get("security").is_none(), "{name}");
            operations.push(Operation { name, method, path: path.clone(), needs });
        }
    }
    operations
}

fn needs(name: &str, permission: &Value) -> Needs {
    match permission.as_str() {
        Some("no_session") => Needs::NoSession,
        Some(permission) => {
            Needs::Staff(permission.parse().unwrap_or_else(|_| panic!("{name}: {permission}")))
        }
        None => panic!("{name} has no x-permission"),
    }
}

#[test]
fn every_operation_of_the_document_names_its_permission() {
    assert!(operations().len() >= 14, "{}", operations().len());
    let of = |name: &str| operations().into_iter().find(|operation| operation.name == name).unwrap().needs;
    assert_eq!(of("add_staff"), Needs::Staff(Permission::StaffManage));
    assert_eq!(of("use_link"), Needs::NoSession);
}

#[test]
fn a_response_that_an_operation_describes_is_in_the_document_and_the_others_refer_to_the_general_one() {
    let document = serde_json::to_value(desk_openapi()).unwrap();
    let responses = &document["paths"]["/api/desk/bookings/{order}/notes"]["post"]["responses"];
    assert_eq!(
        responses["409"]["description"],
        "The player has 20 notes or more, or their data were erased."
    );
    assert_eq!(responses["404"]["$ref"], "#/components/responses/Problem");
}
