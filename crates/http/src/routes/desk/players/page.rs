//! `GET /api/desk/players/{player}`: the page of a player.

use axum::{Json, extract::State};
use serde::Serialize;
use sideout_app::desk::players::{
    ErasureLock, ForgivenNoShow, FormerStrike, PlayerBlock, PlayerNote,
    locks::{Lock, LockKind},
    open_player::{OpenPlayerError, PlayerPage, open_player},
};
use utoipa::ToSchema;

use crate::{
    extract::{Path, Staff},
    routes::desk::board::{FoundBooking, StaffNames, Viewer, not_found},
    state::ApiState,
    wire::{Trust, problem::Problem},
};

/// A player or guest as the desk knows them.
#[derive(Debug, Serialize, ToSchema)]
pub struct PlayerAnswer {
    /// The account: the one that was kept if that in the path was merged into it.
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
    /// Since when they are known, ISO 8601 UTC.
    #[schema(format = DateTime)]
    pub since: String,
    /// How well the venue knows them.
    pub trust: Trust,
    /// Games played: begun, not cancelled and not missed.
    #[schema(example = 12)]
    pub played: i64,
    /// The number of games missed.
    #[schema(example = 1)]
    pub missed: i64,
    /// Games missed that were not forgiven, with those of `former_strikes` that count.
    #[schema(example = 1)]
    pub strikes: i64,
    /// The number of strikes from which on a player pays first; 0 if never.
    #[schema(example = 2)]
    pub max_no_shows: u32,
    /// The block that counts now; null: not blocked, or locked by an erasure that was asked for.
    #[schema(required)]
    pub block: Option<PlayerBlockAnswer>,
    /// Which of the past bookings below were missed and forgiven.
    pub forgiven: Vec<ForgivenAnswer>,
    /// Bookings cancelled.
    #[schema(example = 2)]
    pub cancelled: i64,
    /// What is still to be paid for all bookings at the caller's venues, also those that are not listed, paise.
    #[schema(example = 85_000)]
    pub due_paise: i64,
    /// The next bookings at the caller's venues, the first one first; at most 50.
    pub next: Vec<FoundBooking>,
    /// The past bookings at the caller's venues, the latest first; at most 50.
    pub past: Vec<FoundBooking>,
    /// What is noted about the player, and about the bookings above; the newest first.
    pub notes: Vec<PlayerNoteAnswer>,
    /// Other numbers that lead to this account, because their accounts were merged into it; masked like `phone`.
    pub other_phones: Vec<String>,
    /// Whether the data of the player were erased: only the account number is left.
    pub is_erased: bool,
    /// The erasure that was asked for and is not done yet; it can be undone until its `erase_at`. Null: none.
    #[schema(required)]
    pub erasure: Option<AskedErasureAnswer>,
    /// Games that the number missed before its data were erased and that count again unless they are forgiven; the latest first.
    pub former_strikes: Vec<FormerStrikeAnswer>,
    /// The limits that the player has reached at this moment.
    pub locks: Vec<PlayerLockAnswer>,
}

/// An erasure that was asked for.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PlayerErasure)]
pub struct AskedErasureAnswer {
    /// The time after which the data are erased, ISO 8601 UTC.
    #[schema(format = DateTime)]
    pub erase_at: String,
    /// When it was asked for, ISO 8601 UTC.
    #[schema(format = DateTime)]
    pub asked_at: String,
    /// Who asked for it; null if the person is not known any more.
    #[schema(required, example = "Nisha Trivedi")]
    pub by: Option<String>,
}

/// A game that a number missed before its data were erased.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FormerStrike)]
pub struct FormerStrikeAnswer {
    /// Its start, ISO 8601 UTC.
    #[schema(format = DateTime)]
    pub missed_at: String,
    /// Of several games at that start: 0, 1, 2 …
    #[schema(example = 0)]
    pub place: i64,
    /// Until when it counts, ISO 8601 UTC.
    #[schema(format = DateTime)]
    pub until: String,
    /// By whom and why it was forgiven; null: it counts.
    #[schema(required)]
    pub forgiven: Option<FormerForgivenessAnswer>,
}

/// Why a missed game of before an erasure no longer counts.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FormerForgiveness)]
pub struct FormerForgivenessAnswer {
    /// Why.
    #[schema(example = "Was in hospital")]
    pub reason: String,
    /// When it was forgiven, ISO 8601 UTC.
    #[schema(format = DateTime)]
    pub at: String,
    /// Who forgave it; null if the person is not known any more.
    #[schema(required, example = "Nisha Trivedi")]
    pub by: Option<String>,
}

/// A limit that a player has reached.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PlayerLock)]
pub struct PlayerLockAnswer {
    /// What the player cannot do.
    pub kind: LockName,
    /// When it ends if no further attempt is counted, ISO 8601 UTC.
    #[schema(format = DateTime)]
    pub until: String,
    /// Whether staff may lift it.
    pub can_be_lifted: bool,
}

/// What a player cannot do: sign in with the password alone, try a code more than once, get another text message with a code, hold another
/// court, try another coupon, cancel another booking.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LockName {
    /// A code is needed besides the password.
    Passwords,
    /// Each code can be tried once.
    WrongCodes,
    /// No more text messages with codes.
    Texts,
    /// No more holds.
    Holds,
    /// No more coupons.
    Coupons,
    /// No more cancellations.
    Cancellations,
}

impl From<LockKind> for LockName {
    fn from(kind: LockKind) -> Self {
        match kind {
            LockKind::Passwords => LockName::Passwords,
            LockKind::WrongCodes => LockName::WrongCodes,
            LockKind::Texts => LockName::Texts,
            LockKind::Holds => LockName::Holds,
            LockKind::Coupons => LockName::Coupons,
            LockKind::Cancellations => LockName::Cancellations,
        }
    }
}

/// A block of a player.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PlayerBlock)]
pub struct PlayerBlockAnswer {
    /// Its last day.
    #[schema(example = "2026-12-05", format = Date)]
    pub last_day: String,
    /// Why.
    #[schema(example = "Threw a racket")]
    pub reason: String,
    /// When it was decided, ISO 8601 UTC.
    #[schema(format = DateTime)]
    pub at: String,
    /// Who decided it; null if the person is not known any more.
    #[schema(required, example = "Nisha Trivedi")]
    pub by: Option<String>,
}

/// A missed game that is no strike.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ForgivenNoShow)]
pub struct ForgivenAnswer {
    /// The booking.
    #[schema(example = "4820193756")]
    pub order: String,
    /// Why it was forgiven.
    #[schema(example = "Was in hospital")]
    pub reason: String,
    /// When, ISO 8601 UTC.
    #[schema(format = DateTime)]
    pub at: String,
    /// Who forgave it; null if the person is not known any more.
    #[schema(required, example = "Nisha Trivedi")]
    pub by: Option<String>,
}

/// A note about a player.
#[derive(Debug, Serialize, ToSchema)]
pub struct PlayerNoteAnswer {
    /// Its number.
    #[schema(example = "12")]
    pub id: String,
    /// The booking that it is about; null: the player, at every game.
    #[schema(required, example = "4820193756")]
    pub order: Option<String>,
    /// The text: plain, one line.
    #[schema(example = "Brings their own net")]
    pub text: String,
    /// When it was written, ISO 8601 UTC.
    #[schema(format = DateTime)]
    pub at: String,
    /// Who wrote it; null if the person is not known any more.
    #[schema(required, example = "Kiran Joshi")]
    pub by: Option<String>,
}

/// Shows a player. If the phone number is shown whole, the audit gets an entry of the look, once a day.
#[utoipa::path(get, path = "/api/desk/players/{player}", operation_id = "player", tag = "players", security(("session" = [])),
    params(("player" = String, Path, description = "The account.")), extensions(("x-permission" = json!("player.find"))),
    responses((status = 200, description = "The player.", body = PlayerAnswer)))]
pub(crate) async fn player(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    Path(player): Path<String>,
) -> Result<Json<PlayerAnswer>, Problem> {
    let id = player.parse().map_err(|_| not_found())?;
    let page = open_player(&api.app, &actor, id).await.map_err(|error| match error {
        OpenPlayerError::NoPlayer => not_found(),
        OpenPlayerError::Refused(refused) => refused.into(),
        OpenPlayerError::Store(error) => error.into(),
    })?;
    Ok(Json(PlayerAnswer::of(page, &Viewer::of(&api.app, &actor).await?)))
}

impl PlayerAnswer {
    fn of(page: PlayerPage, viewer: &Viewer) -> Self {
        let PlayerPage {
            summary,
            trust,
            next,
            past,
            due,
            block,
            forgiven,
            max_no_shows,
            notes,
            other_phones,
            is_erased,
            erasure,
            former_strikes,
            locks,
        } = page;
        PlayerAnswer {
            id: summary.id.to_string(),
            name: summary.name,
            phone: summary.phone.as_ref().map(|phone| viewer.phone(phone)),
            has_account: summary.has_account,
            since: summary.since.to_string(),
            trust: trust.into(),
            played: summary.played,
            missed: summary.missed,
            strikes: summary.strikes,
            max_no_shows,
            block: block.map(|block| block_answer(block, &viewer.names)),
            forgiven: forgiven.into_iter().map(|one| forgiven_answer(one, &viewer.names)).collect(),
            cancelled: summary.cancelled,
            due_paise: due.paise(),
            next: next.into_iter().map(FoundBooking::from).collect(),
            past: past.into_iter().map(FoundBooking::from).collect(),
            notes: notes.into_iter().map(|note| note_answer(note, &viewer.names)).collect(),
            other_phones: other_phones.iter().map(|phone| viewer.phone(phone)).collect(),
            is_erased,
            erasure: erasure.map(|lock| asked_erasure(lock, &viewer.names)),
            former_strikes: former_strikes
                .into_iter()
                .map(|strike| former_strike(strike, &viewer.names))
                .collect(),
            locks: locks.into_iter().map(lock_answer).collect(),
        }
    }
}

fn former_strike(strike: FormerStrike, names: &StaffNames) -> FormerStrikeAnswer {
    FormerStrikeAnswer {
        missed_at: strike.game.missed_at.to_string(),
        place: strike.game.place,
        until: strike.kept_until.to_string(),
        forgiven: strike.forgiven.map(|forgiven| FormerForgivenessAnswer {
            reason: forgiven.reason,
            at: forgiven.at.to_string(),
            by: names.get(&forgiven.staff).cloned(),
        }),
    }
}

fn asked_erasure(lock: ErasureLock, names: &StaffNames) -> AskedErasureAnswer {
    AskedErasureAnswer {
        erase_at: lock.erase_at.to_string(),
        asked_at: lock.requested_at.to_string(),
        by: lock.requested_by.and_then(|staff| names.get(&staff).cloned()),
    }
}

fn lock_answer(lock: Lock) -> PlayerLockAnswer {
    PlayerLockAnswer {
        kind: lock.kind.into(),
        until: lock.until.to_string(),
        can_be_lifted: lock.kind.can_be_lifted(),
    }
}

pub(super) fn block_answer(block: PlayerBlock, names: &StaffNames) -> PlayerBlockAnswer {
    PlayerBlockAnswer {
        last_day: block.last_day.to_string(),
        reason: block.reason,
        at: block.at.to_string(),
        by: names.get(&block.staff).cloned(),
    }
}

fn forgiven_answer(forgiven: ForgivenNoShow, names: &StaffNames) -> ForgivenAnswer {
    ForgivenAnswer {
        order: forgiven.order.to_string(),
        reason: forgiven.reason,
        at: forgiven.at.to_string(),
        by: names.get(&forgiven.staff).cloned(),
    }
}

fn note_answer(note: PlayerNote, names: &StaffNames) -> PlayerNoteAnswer {
    PlayerNoteAnswer {
        id: note.id.to_string(),
        order: note.order.map(|order| order.to_string()),
        text: note.note,
        at: note.at.to_string(),
        by: names.get(&note.staff).cloned(),
    }
}
