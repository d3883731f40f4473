//! `GET /api/user/closure_link`: where a signed-in player answers the offer for a booking whose court was closed.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use sideout_app::closures::offers::link::find_own_link;
use utoipa::{IntoParams, ToSchema};

use crate::{
    extract::{Params, SignedIn},
    state::ApiState,
    wire::{
        Failure,
        answer::Answer,
        api_error::ApiError,
        order_number::{no_such_order, order_number},
    },
};

/// The booking.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ClosureLinkRequest {
    /// The number of the booking that lost its court, with or without '#'.
    #[param(example = "4820193756")]
    pub orderid: String,
}

/// The link.
#[derive(Serialize, ToSchema)]
pub struct ClosureLinkAnswer {
    /// Always 0, which means success.
    #[schema(example = 0)]
    pub error: i32,
    /// Always empty: the call has no message.
    #[schema(example = "")]
    pub message: String,
    /// The path of the page on which the player chooses.
    #[schema(example = "/r/cl_Zk3fWq0m")]
    pub path: String,
}

/// Tells where the player chooses between another hour and the money.
#[utoipa::path(get, path = "/api/user/closure_link", operation_id = "closure_link", tag = "booking",
    security(("api_key" = [], "player" = [])), params(ClosureLinkRequest),
    responses((status = 200, description = "The link", body = ClosureLinkAnswer),
        (status = 404, description = "Nothing was offered for this booking, or it is not this player's", body = Failure)))]
pub async fn closure_link(
    State(api): State<ApiState>,
    player: SignedIn,
    Params(request): Params<ClosureLinkRequest>,
) -> Result<Answer<ClosureLinkAnswer>, ApiError> {
    let number = order_number(&request.orderid)?;
    let token = find_own_link(&api.app, player.customer_id, number).await?.ok_or_else(no_such_order)?;
    let path = format!("/r/{}", token.reveal());
    Ok(Answer(ClosureLinkAnswer { error: 0, message: String::new(), path }))
}
