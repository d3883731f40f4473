//! Which limits a player has reached at this moment, and until when.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use sideout_domain::{CustomerId, person::Phone};
use sideout_store::{
    Session, StoreError,
    accounts::{Customers, HandlePurpose, PasswordFailures, Rate, Throttles},
};

use crate::{
    App,
    accounts::{WRONG_PASSWORDS_KEPT_SECONDS, wrong_codes_bucket},
    platform::{clock::later, throttle::Charges},
};

/// What a player cannot do, or only with a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LockKind {
    /// Signing in with the password alone: too many wrong ones came before, so a code is needed as well.
    Passwords,
    /// Trying a code more than once: too many wrong ones came before.
    WrongCodes,
    /// Getting another code by text message.
    Texts,
    /// Holding another court.
    Holds,
    /// Trying another coupon.
    Coupons,
    /// Cancelling another booking.
    Cancellations,
}

impl LockKind {
    /// Whether staff may lift it. The two limits on guesses are never lifted: the player can sign in with a code,
    /// which a person who guesses does not have.
    pub fn can_be_lifted(self) -> bool {
        !matches!(self, LockKind::Passwords | LockKind::WrongCodes)
    }
}

/// A limit that is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lock {
    /// What the player cannot do.
    pub kind: LockKind,
    /// The end of the limit. A further attempt may extend it.
    pub until: Timestamp,
}

/// The limits of one player.
pub(super) struct PlayerLimits {
    /// The limits that staff may lift, each with what it limits.
    pub(super) liftable: Vec<(LockKind, Charges)>,
    phones: Vec<Phone>,
    wrong_codes: Rate,
    step_up_after_failures: u32,
    is_throttling_on: bool,
}

impl PlayerLimits {
    /// The limits of an account with these numbers.
    fn of(app: &App, player: CustomerId, phones: Vec<Phone>) -> Self {
        let texts = phones.iter().fold(Charges::default(), |charges, phone| {
            charges
                .and(app.phone_text_charges(HandlePurpose::Reset, phone))
                .and(app.phone_text_charges(HandlePurpose::Verify, phone))
        });
        PlayerLimits {
            liftable: vec![
                (LockKind::Texts, texts),
                (LockKind::Holds, app.hold_charges(player)),
                (LockKind::Coupons, app.coupon_charges(player)),
                (LockKind::Cancellations, app.cancellation_charges(player)),
            ],
            phones,
            wrong_codes: app.settings.limits.wrong_codes_per_phone,
            step_up_after_failures: app.settings.step_up_after_failures,
            is_throttling_on: app.settings.throttle,
        }
    }

    /// The limits of `player`, or of the account that was kept if theirs was merged, with its id. `None` if there is no such player.
    pub(super) async fn find(
        app: &App,
        player: CustomerId,
    ) -> Result<Option<(CustomerId, Self)>, StoreError> {
        let found = app.store.read(player, |tx, player| Box::pin(find_phones(tx, *player))).await?;
        Ok(found.map(|(id, phones)| (id, PlayerLimits::of(app, id, phones))))
    }

    /// The limits that are reached now and that staff may lift.
    pub(super) async fn list_liftable(
        &self,
        tx: &mut dyn Session,
        now: Timestamp,
    ) -> Result<Vec<Lock>, StoreError> {
        let mut locks = Vec::new();
        for (kind, charges) in &self.liftable {
            let empty = charges.list_empty(tx, now).await?;
            if let Some(wait) = empty.into_iter().map(|(_, wait)| wait).max() {
                locks.push(Lock { kind: *kind, until: now + wait });
            }
        }
        Ok(locks)
    }

    /// All limits that are reached now.
    async fn list(&self, tx: &mut dyn Session, now: Timestamp) -> Result<Vec<Lock>, StoreError> {
        let mut locks = self.list_guess_limits(tx, now).await?;
        locks.extend(self.list_liftable(tx, now).await?);
        Ok(locks)
    }

    /// The limits on guesses of passwords and codes that are reached now.
    async fn list_guess_limits(&self, tx: &mut dyn Session, now: Timestamp) -> Result<Vec<Lock>, StoreError> {
        let (mut passwords, mut codes) = (None, None);
        for phone in &self.phones {
            // Without throttling, wrong passwords ask for no code; the limit on wrong codes applies all the same.
            if self.is_throttling_on
                && let Some((tries, last)) = PasswordFailures(tx).find(phone).await?
                && tries >= self.step_up_after_failures
            {
                passwords = passwords.max(Some(later(last, WRONG_PASSWORDS_KEPT_SECONDS)));
            }
            for purpose in [HandlePurpose::Register, HandlePurpose::Verify, HandlePurpose::Reset] {
                let wait =
                    Throttles(tx).check(&wrong_codes_bucket(purpose, phone), self.wrong_codes, now).await?;
                codes = codes.max(wait.map(|wait| now + wait));
            }
        }
        let found = [(LockKind::Passwords, passwords), (LockKind::WrongCodes, codes)];
        let locks = found.into_iter().filter_map(|(kind, until)| Some(Lock { kind, until: until? }));
        Ok(locks.filter(|lock| lock.until > now).collect())
    }
}

async fn find_phones(
    tx: &mut dyn Session,
    player: CustomerId,
) -> Result<Option<(CustomerId, Vec<Phone>)>, StoreError> {
    let Some(found) = Customers(tx).find(player).await? else { return Ok(None) };
    let merged = Customers(tx).list_merged(found.id).await?;
    let phones = found.phone.into_iter().chain(merged.into_iter().filter_map(|account| account.phone));
    Ok(Some((found.id, phones.collect())))
}

/// The limits that `player` has reached, in the order of [`LockKind`].
///
/// # Errors
/// [`StoreError`] only.
pub(super) async fn list_locks(app: &App, player: CustomerId) -> Result<Vec<Lock>, StoreError> {
    let Some((_, limits)) = PlayerLimits::find(app, player).await? else { return Ok(Vec::new()) };
    let now = app.clock.now();
    let read = app.store.read((limits, now), |tx, (limits, now)| Box::pin(limits.list(tx, *now)));
    read.await
}
