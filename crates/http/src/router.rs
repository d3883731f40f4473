//! Maps addresses to handlers.

use axum::{
    Router,
    routing::{get, post},
};
use utoipa::OpenApi as _;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    desk_api::desk_routes,
    openapi::Document,
    routes::{
        self,
        web::{robots::robots, serve_page::serve_page, sitemap::sitemap},
    },
    state::ApiState,
    wire::api_error::ApiError,
};

/// Every call of the players' API with its description; those of the desk are in [`desk_routes`].
pub(crate) fn described_routes() -> OpenApiRouter<ApiState> {
    OpenApiRouter::with_openapi(Document::openapi())
        .routes(routes!(routes::app_config::app_config))
        .routes(routes!(routes::getvenue::getvenue))
        .routes(routes!(routes::gettimeslots::gettimeslots))
        .routes(routes!(routes::getcourt::getcourt))
        .routes(routes!(routes::free_hours::free_hours))
        .routes(routes!(routes::alternatives::alternatives))
        .routes(routes!(routes::availability_events::availability_events))
        .routes(routes!(routes::register::register))
        .routes(routes!(routes::login::login))
        .routes(routes!(routes::otp::otp))
        .routes(routes!(routes::resendotp::resendotp))
        .routes(routes!(routes::forgotpassword::forgotpassword))
        .routes(routes!(routes::forgotverification::forgotverification))
        .routes(routes!(routes::resetpassword::resetpassword))
        .routes(routes!(routes::offers::offers))
        .routes(routes!(routes::offers::offer_choices))
        .routes(routes!(routes::offers::offer_hours))
        .routes(routes!(routes::offers::choose_offered_place))
        .routes(routes!(routes::offers::choose_offered_money))
        .routes(routes!(routes::user::closure_link::closure_link))
        .routes(routes!(routes::user::logout::logout))
        .routes(routes!(routes::user::getcustomerinfo::getcustomerinfo))
        .routes(routes!(routes::user::profile::profile))
        .routes(routes!(routes::user::changepassword::changepassword))
        .routes(routes!(routes::user::add_times::add_times))
        .routes(routes!(routes::user::get_order_info::get_order_info))
        .routes(routes!(routes::user::own_courts::own_courts))
        .routes(routes!(routes::user::order_calendar::order_calendar))
        .routes(routes!(routes::user::receipt::receipt))
        .routes(routes!(routes::user::receipt::credit_note))
        .routes(routes!(routes::user::order_events::order_events))
        .routes(routes!(routes::user::check_promocode::check_promocode))
        .routes(routes!(routes::user::get_booking_history::get_booking_history))
        .routes(routes!(routes::user::add_cancellation::add_cancellation))
        .routes(routes!(routes::user::confirm_cash_payment::confirm_cash_payment))
        .routes(routes!(routes::user::generate_payment::generate_payment_order))
        .routes(routes!(routes::user::confirm_payment::confirm_online_payment))
        .routes(routes!(routes::user::reset_current_order::reset_current_order))
        .routes(routes!(routes::user::cancel_current_order::cancel_current_order))
}

/// The whole server: API, web app, pictures, and the endpoints for operators, wrapped by the platform layer.
pub fn router(api: ApiState) -> Router {
    let (router, _) = described_routes().split_for_parts();
    router
        .merge(desk_routes(&api))
        .route("/webhooks/razorpay", post(routes::razorpay_webhook::razorpay_webhook))
        .route("/images/{*key}", get(routes::images::images))
        .route("/manifest.webmanifest", get(routes::manifest::manifest))
        .route("/robots.txt", get(robots))
        .route("/sitemap.xml", get(sitemap))
        .route("/healthz", get(routes::healthz::healthz))
        .route("/readyz", get(routes::readyz::readyz))
        .route("/metrics", get(routes::metrics::metrics))
        .fallback(serve_page)
        .method_not_allowed_fallback(async || ApiError::method_not_allowed())
        .layer(api.platform.layer())
        .with_state(api)
}
