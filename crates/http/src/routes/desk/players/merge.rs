//! `GET` and `POST /api/desk/players/{player}/merge`: what merging another account into this one would do, and the merge.

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use sideout_app::desk::players::{
    AccountState, Belongings,
    merge_players::{CannotMerge, Merge, MergePlayersError, MergePreview, merge_players, preview_merge},
};
use sideout_domain::CustomerId;
use utoipa::{IntoParams, ToSchema};

use super::page::{PlayerBlockAnswer, block_answer};
use crate::{
    extract::{DeskBody, IdempotencyKey, Path, Query, Staff},
    routes::desk::{
        board::{Viewer, not_found},
        short_text::required_text,
    },
    state::ApiState,
    wire::problem::{Problem, ProblemKind},
};

/// Which account would be merged into this one.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct MergeQuery {
    /// The account that would go.
    #[serde(default)]
    other: String,
}

/// What merging another account into this one would do now.
#[derive(Serialize, ToSchema)]
#[schema(as = MergePreview)]
pub struct MergeAnswer {
    /// The account that stays.
    pub kept: MergeSide,
    /// The account that goes. What belongs to it moves.
    pub gone: MergeSide,
    /// The block that is in force afterwards; null if there is none.
    #[schema(required)]
    pub block: Option<PlayerBlockAnswer>,
    /// The most unpaid bookings that a player may have ahead.
    #[schema(example = 4)]
    pub max_open_unpaid: u32,
    /// The number of strikes from which on a player pays first; 0 if never.
    #[schema(example = 2)]
    pub max_no_shows: u32,
    /// Why the accounts cannot be merged; null if they can be merged.
    #[schema(required)]
    pub refused: Option<MergeRefusal>,
}

/// One of two accounts that would be merged.
#[derive(Serialize, ToSchema)]
pub struct MergeSide {
    /// The account.
    #[schema(example = "104233170526")]
    pub id: String,
    /// The name.
    #[schema(example = "Rohan Mehta")]
    pub name: String,
    /// The phone, masked for staff who may not see it; null for a guest who gave no number, and after an erasure.
    #[schema(required, example = "98250 41736")]
    pub phone: Option<String>,
    /// Whether the player has registered; false after an erasure.
    pub has_account: bool,
    /// The number of all bookings, past and ahead.
    #[schema(example = 12)]
    pub games: i64,
    /// The number of bookings that have not ended.
    #[schema(example = 2)]
    pub games_ahead: i64,
    /// The number of these bookings that have not begun, are to be paid at the court, and of which nothing is paid yet.
    #[schema(example = 2)]
    pub unpaid_ahead: i64,
    /// The number of games missed.
    #[schema(example = 1)]
    pub missed: i64,
    /// Games missed that were not forgiven, with those of before an erasure that count.
    #[schema(example = 1)]
    pub strikes: i64,
    /// The number of bills.
    #[schema(example = 9)]
    pub bills: i64,
    /// The number of uses of coupons.
    #[schema(example = 1)]
    pub coupon_uses: i64,
    /// The number of notes.
    #[schema(example = 3)]
    pub notes: i64,
}

/// Why two accounts cannot be merged: both are one account, one was merged before, was or will be erased, or has no number, only
/// the one that goes has a password, or it holds a court or has an open offer of a closure.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MergeRefusal {
    /// Both are one account.
    Same,
    /// One was merged before.
    Merged,
    /// One was erased, or will be.
    Erased,
    /// One has no number.
    NoNumber,
    /// The account that stays is a guest without a password, and the other one has a password.
    IntoGuest,
    /// The account that goes holds a court.
    Holding,
    /// The account that goes has an open offer.
    OfferOpen,
}

impl MergeRefusal {
    fn name(self) -> &'static str {
        match self {
            MergeRefusal::Same => "same",
            MergeRefusal::Merged => "merged",
            MergeRefusal::Erased => "erased",
            MergeRefusal::NoNumber => "no_number",
            MergeRefusal::IntoGuest => "into_guest",
            MergeRefusal::Holding => "holding",
            MergeRefusal::OfferOpen => "offer_open",
        }
    }
}

impl From<CannotMerge> for MergeRefusal {
    fn from(refused: CannotMerge) -> Self {
        match refused {
            CannotMerge::Same => MergeRefusal::Same,
            CannotMerge::Merged => MergeRefusal::Merged,
            CannotMerge::Erased => MergeRefusal::Erased,
            CannotMerge::NoNumber => MergeRefusal::NoNumber,
            CannotMerge::IntoGuest => MergeRefusal::IntoGuest,
            CannotMerge::Holding => MergeRefusal::Holding,
            CannotMerge::OfferOpen => MergeRefusal::OfferOpen,
        }
    }
}

/// Which account is merged, and why.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MergeRequest {
    /// The account that goes.
    #[schema(example = "100000000001")]
    pub other: String,
    /// Why, 1 to 200 characters.
    #[schema(example = "Has a new number, showed both phones")]
    pub reason: String,
}

/// Two accounts that were merged.
#[derive(Serialize, ToSchema)]
pub struct MergedAnswer {
    /// The number of bookings that moved.
    #[schema(example = 12)]
    pub games: usize,
}

/// Shows what merging another account into this one would do now. Changes nothing. If whole numbers are shown, the audit gets
/// an entry of the look, once a day.
#[utoipa::path(get, path = "/api/desk/players/{player}/merge", operation_id = "preview_merge", tag = "players",
    security(("session" = [])), params(("player" = String, Path, description = "The account that stays."), MergeQuery),
    extensions(("x-permission" = json!("player.merge"))),
    responses((status = 200, description = "What it would do.", body = MergeAnswer)))]
pub(crate) async fn preview(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    Path(player): Path<String>,
    Query(query): Query<MergeQuery>,
) -> Result<Json<MergeAnswer>, Problem> {
    let kept = player.parse().map_err(|_| not_found())?;
    // A malformed id counts as an account that does not exist, so that the permission is checked first.
    let gone = query.other.parse().unwrap_or(CustomerId(0));
    let preview = preview_merge(&api.app, &actor, Merge { kept, gone }).await.map_err(problem)?;
    let viewer = Viewer::of(&api.app, &actor).await?;
    let MergePreview { kept, kept_has, gone, gone_has, block, max_open_unpaid, max_no_shows, refused } =
        preview;
    let side = |account: AccountState, has: Belongings| MergeSide {
        id: account.id.to_string(),
        name: account.name,
        phone: account.phone.as_ref().map(|phone| viewer.phone(phone)),
        has_account: account.has_account,
        games: has.games,
        games_ahead: has.games_ahead,
        unpaid_ahead: has.unpaid_ahead,
        missed: has.missed,
        strikes: has.strikes,
        bills: has.bills,
        coupon_uses: has.coupon_uses,
        notes: has.notes,
    };
    Ok(Json(MergeAnswer {
        kept: side(kept, kept_has),
        gone: side(gone, gone_has),
        block: block.map(|block| block_answer(block, &viewer.names)),
        max_open_unpaid,
        max_no_shows,
        refused: refused.map(MergeRefusal::from),
    }))
}

/// Merges another account of the same player into this one: bookings, bills, uses of coupons, notes, messages and missed games of before
/// an erasure move, its number leads here, and its sessions end. Of two blocks the longer one stays in force. Documents and the ledger stay
/// as they are. It cannot be undone.
#[utoipa::path(post, path = "/api/desk/players/{player}/merge", operation_id = "merge_players", tag = "players",
    security(("session" = [])), request_body = MergeRequest,
    params(("player" = String, Path, description = "The account that stays."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated.")),
    extensions(("x-permission" = json!("player.merge"))),
    responses((status = 200, description = "Merged.", body = MergedAnswer)))]
pub(crate) async fn merge(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    Path(player): Path<String>,
    DeskBody(request): DeskBody<MergeRequest>,
) -> Result<Json<MergedAnswer>, Problem> {
    let kept = player.parse().map_err(|_| not_found())?;
    let gone = request.other.parse().map_err(|_| not_found())?;
    let reason = required_text("reason", request.reason)?;
    let merge = Merge { kept, gone };
    let merged = merge_players(&api.app, &actor, merge, reason, key).await.map_err(problem)?;
    Ok(Json(MergedAnswer { games: merged.games }))
}

fn problem(error: MergePlayersError) -> Problem {
    match error {
        MergePlayersError::NoPlayer => not_found(),
        MergePlayersError::Cannot(refused) => {
            Problem::of(ProblemKind::CannotMerge).with_param("reason", MergeRefusal::from(refused).name())
        }
        MergePlayersError::Refused(refused) => refused.into(),
        MergePlayersError::Store(error) => error.into(),
    }
}
