//! The desk's API: its routes, the check of their origin, and its own OpenAPI document.

use axum::{
    extract::{Request, State},
    middleware::{self, Next},
    response::{IntoResponse as _, Response},
};
use http::{Method, header};
use sideout_app::platform::desk_address::desk_address;
use utoipa::{
    Modify, OpenApi,
    openapi::{
        Content, Ref, RefOr, Response as ResponseSchema,
        path::{Operation, Parameter, ParameterIn},
        security::{ApiKey, ApiKeyValue, SecurityScheme},
    },
};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    routes::desk,
    state::ApiState,
    wire::{
        api_error::ApiError,
        problem::{Problem, ProblemBody, ProblemKind, all_problems},
    },
};

/// Every call of the desk with its description.
fn described_routes() -> OpenApiRouter<ApiState> {
    OpenApiRouter::with_openapi(Document::openapi())
        .routes(routes!(desk::me::me))
        .routes(routes!(desk::links::use_one_time_link))
        .routes(routes!(desk::links::make_one_time_link))
        .routes(routes!(desk::totp::sign_in_with_code))
        .routes(routes!(desk::totp::prove_with_code))
        .routes(routes!(desk::totp::start_authenticator))
        .routes(routes!(desk::totp::confirm_authenticator))
        .routes(routes!(desk::passkeys::start_sign_in))
        .routes(routes!(desk::passkeys::finish_sign_in))
        .routes(routes!(desk::passkeys::start_proof))
        .routes(routes!(desk::passkeys::finish_proof))
        .routes(routes!(desk::passkeys::list, desk::passkeys::add))
        .routes(routes!(desk::passkeys::start))
        .routes(routes!(desk::passkeys::remove))
        .routes(routes!(desk::pin::sign_in_with_pin))
        .routes(routes!(desk::pin::set_own_pin, desk::pin::remove_own_pin))
        .routes(routes!(desk::lock::locked_device, desk::lock::lock))
        .routes(routes!(desk::lock::touch))
        .routes(routes!(desk::devices::list))
        .routes(routes!(desk::devices::pair))
        .routes(routes!(desk::devices::unpair))
        .routes(routes!(desk::sessions::list_sessions))
        .routes(routes!(desk::sessions::end_session))
        .routes(routes!(desk::sign_out::sign_out))
        .routes(routes!(desk::staff::list_staff, desk::staff::add_staff))
        .routes(routes!(desk::staff::edit_staff))
        .routes(routes!(desk::approvals::approvers))
        .routes(routes!(desk::approvals::start_passkey))
        .routes(routes!(desk::audit::list_entries))
        .routes(routes!(desk::audit::day))
        .routes(routes!(desk::board::day_board::board))
        .routes(routes!(desk::board::events::board_events))
        .routes(routes!(desk::board::booking::booking))
        .routes(routes!(desk::board::attendance::attendance))
        .routes(routes!(desk::board::outcome::correct))
        .routes(routes!(desk::board::notes::write))
        .routes(routes!(desk::board::notes::remove))
        .routes(routes!(desk::board::scans::scan))
        .routes(routes!(desk::board::find::find))
        .routes(routes!(desk::hours::week::hours, desk::hours::publish::publish))
        .routes(routes!(desk::hours::publish::preview))
        .routes(routes!(desk::prices::week::prices, desk::prices::publish::publish))
        .routes(routes!(desk::prices::publish::preview))
        .routes(routes!(desk::venues::list::venues, desk::venues::add::add))
        .routes(routes!(desk::venues::change::preview))
        .routes(routes!(desk::venues::change::change))
        .routes(routes!(desk::venues::order::order))
        .routes(routes!(desk::venues::pictures::add))
        .routes(routes!(desk::brand::show::brand, desk::brand::change::change))
        .routes(routes!(desk::brand::logo::logo))
        .routes(routes!(desk::brand::text::text))
        .routes(routes!(desk::brand::texts::texts))
        .routes(routes!(desk::players::page::player))
        .routes(routes!(desk::players::block::block))
        .routes(routes!(desk::players::block::unblock))
        .routes(routes!(desk::players::forgive::forgive))
        .routes(routes!(desk::players::forgive::withdraw))
        .routes(routes!(desk::players::forgive_former::forgive))
        .routes(routes!(desk::players::forgive_former::withdraw))
        .routes(routes!(desk::players::unlock::unlock))
        .routes(routes!(desk::players::export::export))
        .routes(routes!(desk::players::erase::erasure, desk::players::erase::erase))
        .routes(routes!(desk::players::erase::undo))
        .routes(routes!(desk::players::erase::erasures))
        .routes(routes!(desk::players::merge::preview, desk::players::merge::merge))
        .routes(routes!(desk::reports::report::report))
        .routes(routes!(desk::reports::bookings::bookings))
        .routes(routes!(desk::reports::prime_hours::prime_hours))
        .routes(routes!(desk::messages::list))
        .routes(routes!(desk::messages::message))
        .routes(routes!(desk::messages::resend))
        .routes(routes!(desk::refunds::queue::refunds))
        .routes(routes!(desk::refunds::send::retry))
        .routes(routes!(desk::refunds::send::send_now))
        .routes(routes!(desk::refunds::send::send_all))
        .routes(routes!(desk::refunds::settle::settle))
        .routes(routes!(desk::refunds::settle::explain))
        .routes(routes!(desk::refunds::settle::voucher))
        .routes(routes!(desk::coupons::list::coupons, desk::coupons::change::add))
        .routes(routes!(desk::coupons::list::coupon, desk::coupons::change::change))
        .routes(routes!(desk::coupons::change::stop))
        .routes(routes!(desk::coupons::uses::uses))
        .routes(routes!(desk::coupons::example::coupon_example))
        .routes(routes!(desk::payouts::list::payouts))
        .routes(routes!(desk::payouts::list::payout))
        .routes(routes!(desk::payouts::change::explain))
        .routes(routes!(desk::payouts::change::import))
        .routes(routes!(desk::sync::sync))
        .routes(routes!(desk::bookings::holds::hold))
        .routes(routes!(desk::bookings::holds::release))
        .routes(routes!(desk::bookings::book::book))
        .routes(routes!(desk::bookings::add_number::add))
        .routes(routes!(desk::bookings::undo::undo))
        .routes(routes!(desk::bookings::cancel::preview))
        .routes(routes!(desk::bookings::cancel::cancel))
        .routes(routes!(desk::closures::preview::preview))
        .routes(routes!(desk::closures::close::close, desk::closures::details::list))
        .routes(routes!(desk::closures::details::read))
        .routes(routes!(desk::closures::reopen::reopen))
        .routes(routes!(desk::closures::choices::choices))
        .routes(routes!(desk::closures::choices::hours))
        .routes(routes!(desk::closures::answers::move_game))
        .routes(routes!(desk::closures::answers::refund))
        .routes(routes!(desk::closures::answers::call))
        .routes(routes!(desk::money::invoices::of_payment))
        .routes(routes!(desk::money::invoices::of_qr))
        .routes(routes!(desk::money::payments::take))
        .routes(routes!(desk::money::payments::void))
        .routes(routes!(desk::money::payments::match_with_bank))
        .routes(routes!(desk::money::qrs::make))
        .routes(routes!(desk::money::qrs::qr))
        .routes(routes!(desk::money::qrs::close))
        .routes(routes!(desk::money::qrs::receipt))
        .routes(routes!(desk::money::qrs::credit_note))
        .routes(routes!(desk::money::receipts::receipt))
        .routes(routes!(desk::money::receipts::credit_note))
        .routes(routes!(desk::money::refunds::pay_out))
        .routes(routes!(desk::money::shifts::drawer))
        .routes(routes!(desk::money::shifts::open))
        .routes(routes!(desk::money::shifts::movement))
        .routes(routes!(desk::money::shifts::count))
        .routes(routes!(desk::money::shifts::close))
        .routes(routes!(desk::money::shifts::review))
        .routes(routes!(desk::money::takings::day_money))
        .routes(routes!(desk::money::day_end::day_end))
        .routes(routes!(desk::money::day_end::close))
        .routes(routes!(desk::bookings::moves::preview))
        .routes(routes!(desk::bookings::moves::make))
        .routes(routes!(desk::bookings::moves::undo))
        .routes(routes!(desk::bookings::series::preview))
        .routes(routes!(desk::bookings::extensions::preview))
        .routes(routes!(desk::bookings::extensions::extend))
}

/// The desk's routes; each writing call must come from a page of this server.
pub(crate) fn desk_routes(api: &ApiState) -> axum::Router<ApiState> {
    let (router, _) = described_routes().split_for_parts();
    router
        .layer(middleware::from_fn_with_state(api.clone(), check_origin))
        .method_not_allowed_fallback(async || Problem::from(ApiError::method_not_allowed()))
}

/// Refuses a writing call whose `Origin` is not the address of this business: another site's page cannot act for a member
/// of staff who is signed in, whatever cookies the browser sends.
async fn check_origin(State(api): State<ApiState>, request: Request, next: Next) -> Response {
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    let origin = request.headers().get(header::ORIGIN).and_then(|origin| origin.to_str().ok());
    if reads || origin.is_some_and(|origin| is_own(origin, &api.app.settings.public_url)) {
        next.run(request).await
    } else {
        Problem::of(ProblemKind::OtherOrigin).into_response()
    }
}

/// Whether `origin` is that of `public_url`. `localhost` and `127.0.0.1` count as the same host.
fn is_own(origin: &str, public_url: &str) -> bool {
    desk_address(origin).eq_ignore_ascii_case(&desk_address(public_url))
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Sideout desk",
        description = "What a venue's staff do. Sessions are cookies; a writing call carries `Origin`, and \
                       `Idempotency-Key` if its parameters list it; bodies are JSON; refusals are problems \
                       (RFC 9457). Each operation names its permission as `x-permission` (docs/API-DESIGN.md).",
        license(name = "Apache-2.0", identifier = "Apache-2.0"),
    ),
    tags(
        (name = "sign-in", description = "Signing in, keys and sessions."),
        (name = "players", description = "A player's page."),
        (name = "messages", description = "What players were told."),
        (name = "board", description = "A venue's day: the board, a booking, who came, the search."),
        (name = "bookings", description = "Bookings that staff make and cancel."),
        (name = "closures", description = "Courts that staff close, and what their players choose."),
        (name = "money", description = "Payments and refunds at the desk, the drawer, the takings of a day."),
        (name = "hours", description = "When a venue is open: the week, special days and the limits of players, its versions, and publishing new ones."),
        (name = "prices", description = "What hours cost: the prices of the week, their versions, and publishing a new one."),
        (name = "reports", description = "What was sold, taken, missed and cancelled, and the bookings behind each figure."),
        (name = "refunds", description = "Refunds through the payment provider: the queue, sending, settling another way."),
        (name = "payouts", description = "What the payment provider paid out, and the lines that match no payment or refund."),
        (name = "venues", description = "Set-up of venues and courts: adding, changing and retiring them, and their pictures."),
        (name = "set-up", description = "The operator's brand: name, words, links, legal details and tax."),
        (name = "coupons", description = "Coupons: what they take off, who used them, making and stopping them."),
        (name = "staff", description = "Members of staff, and what they did."),
    ),
    components(schemas(ProblemBody)),
    modifiers(&SessionScheme),
)]
struct Document;

struct SessionScheme;

impl Modify for SessionScheme {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let cookie = ApiKeyValue::with_description("__Host-sideout-desk", "The session, set by signing in.");
        let components = document.components.get_or_insert_default();
        components.add_security_scheme("session", SecurityScheme::ApiKey(ApiKey::Cookie(cookie)));
    }
}

/// The OpenAPI 3.1 document of the desk's API.
pub fn desk_openapi() -> utoipa::openapi::OpenApi {
    let (_, mut document) = described_routes().split_for_parts();
    add_problems(&mut document);
    document
}

/// Adds to every operation the problems it can end with, which follow from its method, parameters and body, unless it describes the
/// response of that status itself; and the list of the desk's own codes: those of `ApiError`, which any call may end with, are not in it.
fn add_problems(document: &mut utoipa::openapi::OpenApi) {
    let mut response =
        ResponseSchema::new("Refused; `code` says why and `x-problems` lists the desk's own codes.");
    let content = Content::new(Some(Ref::from_schema_name("Problem")));
    response.content.insert("application/problem+json".to_owned(), RefOr::T(content));
    let components = document.components.get_or_insert_default();
    components.responses.insert("Problem".to_owned(), RefOr::T(response));
    for item in document.paths.paths.values_mut() {
        add_problems_to(&mut item.get, false);
        for writing in [&mut item.post, &mut item.put, &mut item.patch, &mut item.delete] {
            add_problems_to(writing, true);
        }
    }
    let problems = serde_json::to_value(all_problems()).unwrap_or_default();
    document.extensions.get_or_insert_default().insert("x-problems".to_owned(), problems);
}

fn parameter(param: &RefOr<Parameter>) -> Option<&Parameter> {
    match param {
        RefOr::T(param) => Some(param),
        RefOr::Ref(_) => None,
    }
}

fn add_problems_to(operation: &mut Option<Operation>, writes: bool) {
    let Some(operation) = operation else { return };
    let params: Vec<_> = operation.parameters.iter().flatten().filter_map(parameter).collect();
    // What a path or a query names may not exist, or not be visible for the caller.
    let names_something = params.iter().any(|param| {
        param.parameter_in == ParameterIn::Path
            || matches!(param.name.as_str(), "venue" | "order" | "player" if param.parameter_in == ParameterIn::Query)
    });
    let has_version = params.iter().any(|param| param.name == "If-Match");
    let has_body = operation.request_body.is_some();
    let mut statuses = vec!["400", "401", "403", "429", "500", "503"];
    statuses.extend(names_something.then_some("404"));
    statuses.extend(writes.then_some("409"));
    statuses.extend(has_version.then_some(["412", "428"]).into_iter().flatten());
    statuses.extend(has_body.then_some(["408", "413", "415"]).into_iter().flatten());
    statuses.extend(writes.then_some("422"));
    for status in statuses {
        let reference = RefOr::Ref(Ref::new("#/components/responses/Problem"));
        operation.responses.responses.entry(status.to_owned()).or_insert(reference);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_is_compared_as_a_whole() {
        for own in ["https://play.example.in", "https://PLAY.example.in"] {
            assert!(is_own(own, "https://play.example.in/"), "{own}");
        }
        for other in [
            "null",
            "https://play.example.in.evil.in",
            "http://play.example.in",
            "https://play.example.in:8443",
            "https://evil.in",
        ] {
            assert!(!is_own(other, "https://play.example.in"), "{other}");
        }
        assert!(is_own("https://play.example.in", "https://play.example.in:443"));
        assert!(is_own("http://localhost:8080", "http://127.0.0.1:8080"));
        assert!(!is_own("http://localhost:8081", "http://127.0.0.1:8080"));
    }
}
