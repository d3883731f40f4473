//! The document that describes the players' API, checked in as `openapi.json`.

use utoipa::{
    Modify, OpenApi,
    openapi::{
        Content, Ref, RefOr, Response, Schema,
        path::Operation,
        schema::OneOf,
        security::{ApiKey, ApiKeyValue, SecurityScheme},
    },
};

use crate::{router::described_routes, wire::messages::all_messages};

/// The OpenAPI 3.1 document of every call of the players' API.
pub fn openapi() -> utoipa::openapi::OpenApi {
    let (_, mut document) = described_routes().split_for_parts();
    add_failures(&mut document);
    add_messages(&mut document);
    name_answers(&mut document);
    name_post_operations(&mut document);
    document
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Sideout",
        description = "Court booking for a pickleball operator. Outcomes have status 200 and an `error` number, \
                       below 1 for success (`resendotp`: 1; in `check_promocode` it is a text); everything else has a \
                       status of its own and the same body (docs/API-DESIGN.md).",
        license(name = "Apache-2.0", identifier = "Apache-2.0"),
    ),
    tags(
        (name = "browse", description = "What anybody may look at."),
        (name = "accounts", description = "Joining, logging in, codes and passwords."),
        (name = "profile", description = "The customer's own data."),
        (name = "booking", description = "From a free court to a pass."),
        (name = "history", description = "Looking back and cancelling."),
    ),
    modifiers(&Keys),
)]
pub(crate) struct Document;

struct Keys;

impl Modify for Keys {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let header = |name: &str, description: &str| {
            SecurityScheme::ApiKey(ApiKey::Header(ApiKeyValue::with_description(name, description)))
        };
        let components = document.components.get_or_insert_default();
        components.add_security_scheme(
            "api_key",
            header("api-key", "The public key from `app-config`; on every call but that one."),
        );
        components.add_security_scheme(
            "player",
            header("Authorization", "The session token from `login` or `otp`, bare or after `Bearer `."),
        );
        components.add_security_scheme(
            "reset_token",
            header(
                "Authorization",
                "The `reset_token` of `forgotverification` or `otp` (2), bare or after `Bearer `.",
            ),
        );
    }
}

/// A protocol failure: status, name in the document, when it happens.
type DescribedFailure = (&'static str, &'static str, &'static str);

const ANY_CALL: [DescribedFailure; 3] = [
    ("429", "Throttled", "`throttled`: too many requests; `retry_after` tells when to come back."),
    ("500", "Internal", "`internal`: a fault of the server; the response says no more."),
    (
        "503",
        "Unavailable",
        "`unavailable`, `codes_unavailable` or `throttled`: nothing was changed. `unknown_outcome`: it may have been done; of an \
         order ask `get_order_info` before trying again.",
    ),
];
const WITH_INPUT: [DescribedFailure; 1] = [("400", "Malformed", "`malformed`: the request cannot be read.")];
const WITH_BODY: [DescribedFailure; 3] = [
    ("408", "TooSlow", "`too_slow`: the body came in too slowly."),
    ("413", "TooLarge", "`too_large`: more bytes than this call takes."),
    ("415", "UnsupportedMediaType", "`unsupported_media_type`: the body is not declared as JSON."),
];
const WITH_KEY: [DescribedFailure; 1] =
    [("401", "Unauthorized", "`bad_api_key`, `missing_token` or `bad_token`.")];
const WITH_ORDER: [DescribedFailure; 1] =
    [("404", "NotFound", "`not_found`: absent, or not this customer's; the same bytes for both.")];
const WRITING_GET: [DescribedFailure; 1] = [(
    "403",
    "Forbidden",
    "`prefetch_refused` or `cross_site_refused`: a prefetch of a browser, or a request of another site.",
)];

/// Adds to every operation the protocol failures it can end with, unless it describes that response itself; they follow from its methods,
/// input, security and tags.
fn add_failures(document: &mut utoipa::openapi::OpenApi) {
    for item in document.paths.paths.values_mut() {
        let writes_by_get = item.get.is_some() && item.post.is_some();
        for operation in [&mut item.get, &mut item.post].into_iter().flatten() {
            let mut failures = ANY_CALL.to_vec();
            let has_params = operation.parameters.as_ref().is_some_and(|params| !params.is_empty());
            let has_body = operation.request_body.is_some();
            failures.extend((has_params || has_body).then_some(WITH_INPUT).into_iter().flatten());
            failures.extend(has_body.then_some(WITH_BODY).into_iter().flatten());
            failures.extend(operation.security.is_some().then_some(WITH_KEY).into_iter().flatten());
            failures.extend(takes_order(operation).then_some(WITH_ORDER).into_iter().flatten());
            failures.extend(writes_by_get.then_some(WRITING_GET).into_iter().flatten());
            for (status, name, _) in failures {
                let reference = RefOr::Ref(Ref::new(format!("#/components/responses/{name}")));
                operation.responses.responses.entry(status.to_owned()).or_insert(reference);
            }
        }
    }
    let components = document.components.get_or_insert_default();
    for (_, name, description) in
        [&ANY_CALL[..], &WITH_INPUT, &WITH_BODY, &WITH_KEY, &WITH_ORDER, &WRITING_GET].concat()
    {
        let mut response = Response::new(description);
        response.content.insert(
            "application/json".to_owned(),
            RefOr::T(Content::new(Some(Ref::from_schema_name("Failure")))),
        );
        components.responses.insert(name.to_owned(), RefOr::T(response));
    }
}

fn takes_order(operation: &Operation) -> bool {
    operation.tags.iter().flatten().any(|tag| tag == "booking" || tag == "history")
}

/// Lists every message with its English text and its parameters, for clients that translate them.
fn add_messages(document: &mut utoipa::openapi::OpenApi) {
    let messages = serde_json::to_value(all_messages()).unwrap_or_default();
    document.extensions.get_or_insert_default().insert("x-messages".to_owned(), messages);
}

/// The generator writes a generic's argument out in full; a reference instead keeps document and client types small.
fn name_answers(document: &mut utoipa::openapi::OpenApi) {
    for (name, schema) in &mut document.components.get_or_insert_default().schemas {
        if let Some(answer) = name.strip_prefix("Outcome_")
            && let RefOr::T(Schema::OneOf(OneOf { items, .. })) = schema
            && let Some(first) = items.first_mut()
        {
            *first = RefOr::Ref(Ref::from_schema_name(answer));
        }
    }
}

/// A call with the same handler for GET and POST is written once; the document needs two names for it.
fn name_post_operations(document: &mut utoipa::openapi::OpenApi) {
    for item in document.paths.paths.values_mut() {
        if let (Some(get), Some(post)) = (&item.get, &mut item.post)
            && get.operation_id == post.operation_id
        {
            post.operation_id = get.operation_id.as_ref().map(|name| format!("{name}_post"));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Whether a schema has this property, by itself or by a part.
    fn has(schema: &serde_json::Value, property: &str) -> bool {
        let parts = schema["allOf"].as_array().map_or(&[][..], Vec::as_slice);
        schema["properties"].get(property).is_some()
            || parts.iter().any(|part| {
                part["$ref"] == "#/components/schemas/MessageFields" && property != "error"
                    || has(part, property)
            })
    }

    #[test]
    fn every_answer_with_a_message_has_its_code_and_parameters() {
        let document = serde_json::to_value(openapi()).unwrap();
        let schemas = document["components"]["schemas"].as_object().unwrap();
        let with_message: Vec<_> = schemas.iter().filter(|(_, schema)| has(schema, "message")).collect();
        assert!(with_message.len() > 25, "{}", with_message.len());
        let without_code: Vec<_> = with_message
            .iter()
            .filter(|(_, schema)| !has(schema, "code") || !has(schema, "params"))
            .map(|(name, _)| name.as_str())
            .collect();
        assert_eq!(without_code, ["ClosureLinkAnswer", "OwnCourtsAnswer"], "their message is always empty");
    }

    #[test]
    fn the_declared_keys_are_those_that_calls_require() {
        let document = serde_json::to_value(openapi()).unwrap();
        let schemes = document["components"]["securitySchemes"].as_object().unwrap();
        let declared: BTreeSet<&str> = schemes.keys().map(String::as_str).collect();
        let methods = document["paths"].as_object().unwrap().values().filter_map(|path| path.as_object());
        let rules = methods.flat_map(|path| path.values()).filter_map(|call| call["security"].as_array());
        let keys = rules.flatten().filter_map(|rule| rule.as_object()).flat_map(|rule| rule.keys());
        assert_eq!(keys.map(String::as_str).collect::<BTreeSet<_>>(), declared);
    }

    #[test]
    fn a_response_that_a_call_describes_is_in_the_document_and_the_others_refer_to_the_general_one() {
        let document = serde_json::to_value(openapi()).unwrap();
        let not_found = |path: &str| document["paths"][path]["get"]["responses"]["404"].clone();
        assert_eq!(not_found("/api/offers/{token}")["description"], "No such link");
        assert_eq!(not_found("/api/user/get_order_info")["$ref"], "#/components/responses/NotFound");
    }

    #[test]
    fn the_document_lists_every_message() {
        let document = serde_json::to_value(openapi()).unwrap();
        let messages = document["x-messages"].as_object().unwrap();
        assert_eq!(messages.len(), all_messages().len());
        let late = &messages["too_late"];
        assert_eq!(late["params"], serde_json::json!({"cutoff_minutes": "minutes"}));
        assert!(late["english"].as_str().unwrap().contains("{cutoff_minutes}"), "{late}");
    }
}
