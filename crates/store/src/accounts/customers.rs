//! The table `customer`.

use jiff::{Timestamp, civil::Date};
use sideout_domain::{
    BillId, CustomerId, StaffId,
    person::{Birthdate, Email, FullName, Gender, PasswordHash, Phone, name_words},
};

use crate::{Row, Session, StoreError, Value, params, sql};

/// A customer, without the password.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Customer {
    /// Its id.
    pub id: CustomerId,
    /// The phone number, verified by a code or noted by the desk. `None` for a guest who gave the desk no number; an
    /// account has one.
    pub phone: Option<Phone>,
    /// The name on the pass.
    pub full_name: FullName,
    /// Address for mail; not unique and not an identity. `None` for a guest of the desk.
    pub email: Option<Email>,
    /// Day of birth; 1900-01-01 for a guest of the desk.
    pub birthdate: Birthdate,
    /// The gender that the player chose; `Other` for a guest of the desk.
    pub gender: Gender,
    /// Object key of the avatar, if there is one.
    pub image_key: Option<String>,
    /// Whether the customer wants reminders of booked games.
    pub reminders: bool,
}

/// The fields of a new customer, whose phone is verified.
#[derive(Debug, Clone)]
pub struct NewCustomer {
    /// The phone number, verified by a code.
    pub phone: Phone,
    /// The name on the pass.
    pub full_name: FullName,
    /// Address for mail.
    pub email: Email,
    /// Day of birth.
    pub birthdate: Birthdate,
    /// The gender that the player chose.
    pub gender: Gender,
    /// Hash of the password chosen at registration.
    pub password_hash: PasswordHash,
}

/// The fields a player may edit; `None` leaves a field unchanged. The phone is not among them.
#[derive(Debug, Clone, Default)]
pub struct ProfileEdit {
    /// The name on the pass.
    pub full_name: Option<FullName>,
    /// Address for mail. It cannot recover an account, so changing it needs no further proof.
    pub email: Option<Email>,
    /// Day of birth.
    pub birthdate: Option<Birthdate>,
    /// The gender that the player chose.
    pub gender: Option<Gender>,
    /// Whether the customer wants reminders of booked games.
    pub reminders: Option<bool>,
}

/// A player as a search at the desk finds one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundPlayer {
    /// The account.
    pub id: CustomerId,
    /// The name on the pass.
    pub name: String,
    /// The phone.
    pub phone: Phone,
    /// When the last game began that was not cancelled or missed.
    pub last_game: Option<Timestamp>,
}

/// A player or guest, for their page at the desk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerFacts {
    /// The account.
    pub id: CustomerId,
    /// The name on the pass.
    pub name: String,
    /// The phone; `None` for a guest who gave no number.
    pub phone: Option<Phone>,
    /// Whether the player has an account of their own; else the desk noted them as a guest.
    pub has_account: bool,
    /// When the account or guest was added.
    pub since: Timestamp,
    /// The number of games that have begun and were neither cancelled nor missed.
    pub played: i64,
    /// The number of missed games.
    pub missed: i64,
    /// The number of missed games that were not forgiven.
    pub strikes: i64,
    /// The number of cancelled bookings.
    pub cancelled: i64,
}

/// The state of an account: whether it was merged, is locked or erased, or is of a guest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountState {
    /// The account.
    pub id: CustomerId,
    /// Its phone number; `None` for a guest who gave none, and once it is erased.
    pub phone: Option<Phone>,
    /// The name on the pass.
    pub name: String,
    /// Address for mail; empty for a guest of the desk.
    pub email: String,
    /// Whether the player registered it; otherwise it is a guest of the desk.
    pub has_account: bool,
    /// Object key of the avatar.
    pub image_key: Option<String>,
    /// The account that was kept when it was merged.
    pub merged_into: Option<CustomerId>,
    /// The lock; set if the data of the account will be or were erased.
    pub lock: Option<ErasureLock>,
    /// When its data were erased.
    pub erased_at: Option<Timestamp>,
}

/// The lock of an account, from the request of its erasure on: it cannot be signed in to, booked for or found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ErasureLock {
    /// From this instant on the data are erased. Before it the erasure can be undone.
    pub erase_at: Timestamp,
    /// When the erasure was requested.
    pub asked_at: Timestamp,
    /// Who requested it; `None` if that is no longer known.
    pub asked_by: Option<StaffId>,
}

/// An account that was merged into another one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MergedAccount {
    /// The account.
    pub id: CustomerId,
    /// Its phone number, which leads to the account that was kept; `None` once it is erased.
    pub phone: Option<Phone>,
    /// The name on its pass.
    pub name: String,
    /// Address for mail; empty for a guest of the desk.
    pub email: String,
    /// Object key of the avatar.
    pub image_key: Option<String>,
}

/// The numbers of what belongs to an account.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Belongings {
    /// The number of bookings of all times, with cancelled ones.
    pub games: i64,
    /// The number of bookings that have not ended.
    pub games_ahead: i64,
    /// The number of bookings that have not begun, are to be paid at the court, and of which nothing is paid.
    pub unpaid_ahead: i64,
    /// The number of held courts, with those whose hold has just expired and is not swept yet.
    pub holds: i64,
    /// The number of missed games.
    pub missed: i64,
    /// The number of missed games that were not forgiven.
    pub strikes: i64,
    /// The number of games that have begun and are not paid in full.
    pub owing: i64,
    /// The amount due for these games, in paise.
    pub owed_paise: i64,
    /// The number of requested payments that are not paid and can still be paid.
    pub open_bills: i64,
    /// The number of requested payments of all times.
    pub bills: i64,
    /// The number of refunds that are not done.
    pub open_refunds: i64,
    /// The number of cancelled bookings that wait for a refund to be sent or paid out, or for their player's answer to an offer.
    pub to_refund: i64,
    /// The number of offers of closures that are not answered.
    pub open_offers: i64,
    /// The number of notes.
    pub notes: i64,
    /// The number of uses of coupons.
    pub coupon_uses: i64,
    /// The number of stored messages.
    pub messages: i64,
    /// The number of sessions.
    pub sessions: i64,
}

/// The repository of customers.
pub struct Customers<'s>(pub &'s mut dyn Session);

impl Customers<'_> {
    /// Takes the customer's turn: other units of work that take it wait until this one ends. It comes first in each
    /// unit of work that counts something of one customer. Units that run alone need no turn.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn take_turn(&mut self, id: CustomerId) -> Result<(), StoreError> {
        if self.0.runs_alone() {
            return Ok(());
        }
        self.0.run(sql!("customer/take_turn"), params![id.0]).await.map(drop)
    }

    /// Takes the turn of the customers whose orders a bill pays for, as [`Customers::take_turn`] does.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn take_turn_of_bill(&mut self, bill: BillId) -> Result<(), StoreError> {
        if self.0.runs_alone() {
            return Ok(());
        }
        self.0.run(sql!("customer/take_turn_of_bill"), params![bill.0]).await.map(drop)
    }

    /// The state of exactly this account, also if it was merged into another one.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find_state(&mut self, id: CustomerId) -> Result<Option<AccountState>, StoreError> {
        let row = self.0.first(sql!("customer/find_state"), params![id.0]).await?;
        row.map(|row| {
            Ok(AccountState {
                id: CustomerId(row.integer("customer_id")?),
                phone: row.parsed_or_null("phone")?,
                name: row.text("full_name")?.to_owned(),
                email: row.text("email")?.to_owned(),
                has_account: row.text("origin")? == "app",
                image_key: row.text_or_null("image_key")?.map(str::to_owned),
                merged_into: row.integer_or_null("merged_into")?.map(CustomerId),
                lock: erasure_lock(&row)?,
                erased_at: row.instant_or_null("erased_at")?,
            })
        })
        .transpose()
    }

    /// The account that was kept, if `id` was merged; else `id`. `None` if there is none.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn follow(&mut self, id: CustomerId) -> Result<Option<CustomerId>, StoreError> {
        Ok(self.find_state(id).await?.map(|state| state.merged_into.unwrap_or(state.id)))
    }

    /// Whether this account is locked because its data will be or were erased.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn is_locked(&mut self, id: CustomerId) -> Result<bool, StoreError> {
        Ok(self.find_state(id).await?.is_some_and(|state| state.lock.is_some()))
    }

    /// The accounts that were merged into `id`, the first one first.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_merged(&mut self, id: CustomerId) -> Result<Vec<MergedAccount>, StoreError> {
        let rows = self.0.all(sql!("customer/list_merged"), params![id.0]).await?;
        rows.iter()
            .map(|row| {
                Ok(MergedAccount {
                    id: CustomerId(row.integer("customer_id")?),
                    phone: row.parsed_or_null("phone")?,
                    name: row.text("full_name")?.to_owned(),
                    email: row.text("email")?.to_owned(),
                    image_key: row.text_or_null("image_key")?.map(str::to_owned),
                })
            })
            .collect()
    }

    /// What belongs to this account at `now`.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find_belongings(
        &mut self,
        id: CustomerId,
        now: Timestamp,
    ) -> Result<Option<Belongings>, StoreError> {
        let row = self.0.first(sql!("customer/find_belongings"), params![id.0, now]).await?;
        row.map(|row| {
            Ok(Belongings {
                games: row.integer("games")?,
                games_ahead: row.integer("games_ahead")?,
                unpaid_ahead: row.integer("unpaid_ahead")?,
                holds: row.integer("holds")?,
                missed: row.integer("missed")?,
                strikes: row.integer("strikes")?,
                owing: row.integer("owing")?,
                owed_paise: row.integer("owed_paise")?,
                open_bills: row.integer("open_bills")?,
                bills: row.integer("bills")?,
                open_refunds: row.integer("open_refunds")?,
                to_refund: row.integer("to_refund")?,
                open_offers: row.integer("open_offers")?,
                notes: row.integer("notes")?,
                coupon_uses: row.integer("coupon_uses")?,
                messages: row.integer("messages")?,
                sessions: row.integer("sessions")?,
            })
        })
        .transpose()
    }

    /// Adds a customer under `id`; false if the phone is known, also as a guest's, or the id is in use.
    pub async fn add(
        &mut self,
        id: CustomerId,
        new: &NewCustomer,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        if self.0.run(sql!("customer/add"), &added(id, new, now)).await? == 0 {
            return Ok(false);
        }
        self.write_words(id, new.full_name.as_str()).await?;
        Ok(true)
    }

    /// Adds a player whom the desk books for and who has no account; false if the phone is known or the id is in use.
    pub async fn add_guest(
        &mut self,
        id: CustomerId,
        full_name: &FullName,
        phone: &Phone,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        self.add_of_desk(id, full_name, Some(phone), now).await
    }

    /// Adds a guest who gives the desk no phone number, for the orders of one booking and no others; false if the id is in use.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn add_guest_without_number(
        &mut self,
        id: CustomerId,
        full_name: &FullName,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        self.add_of_desk(id, full_name, None, now).await
    }

    async fn add_of_desk(
        &mut self,
        id: CustomerId,
        full_name: &FullName,
        phone: Option<&Phone>,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let params = params![id.0, phone.map(Phone::as_e164), full_name.as_str(), now];
        if self.0.run(sql!("customer/add_guest"), params).await? == 0 {
            return Ok(false);
        }
        self.write_words(id, full_name.as_str()).await?;
        Ok(true)
    }

    /// Gives bills, groups, notes and offers of the guest without a number to another customer. Their orders were given
    /// by `Orders::give`; the row of the guest belongs to the other customer from now on, as if it had been merged.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn give_belongings(
        &mut self,
        guest: CustomerId,
        to: CustomerId,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        for statement in [
            sql!("bill/give"),
            sql!("booking_group/give"),
            sql!("player_note/give"),
            sql!("closure_offer/give"),
        ] {
            self.0.run(statement, params![guest.0, to.0]).await?;
        }
        self.0.run(sql!("customer/merge_guest"), params![guest.0, to.0, now]).await?;
        self.0.run(sql!("customer_word/remove"), params![guest.0]).await.map(drop)
    }

    /// Turns the guest of the desk with this phone into an account and returns its id; `None` if the phone belongs to no
    /// guest, or the guest is locked.
    ///
    /// INVARIANT: only a phone that a code has proven gets the games of a guest (test
    /// `a_guest_has_no_account_until_a_code_proves_the_number`).
    pub async fn adopt_guest(
        &mut self,
        new: &NewCustomer,
        now: Timestamp,
    ) -> Result<Option<CustomerId>, StoreError> {
        let params = params![
            new.phone.as_e164(),
            new.full_name.as_str(),
            new.email.as_str(),
            new.birthdate.day(),
            new.gender.as_str(),
            new.password_hash.as_phc(),
            now,
        ];
        let row = self.0.first(sql!("customer/adopt_guest"), params).await?;
        let Some(row) = row else { return Ok(None) };
        let id = CustomerId(row.integer("customer_id")?);
        self.write_words(id, new.full_name.as_str()).await?;
        Ok(Some(id))
    }

    /// Adds customers; skips those whose phone is known or whose id is in use. The words of their names are left to the
    /// job `write_name_words`.
    pub async fn add_all(
        &mut self,
        customers: &[(CustomerId, NewCustomer)],
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let rows: Vec<_> = customers.iter().map(|(id, new)| added(*id, new, now)).collect();
        self.0.run_each(sql!("customer/add"), &rows).await.map(drop)
    }

    /// The customer with this id; of an account that was merged, the one that was kept.
    pub async fn find(&mut self, id: CustomerId) -> Result<Option<Customer>, StoreError> {
        self.0.first(sql!("customer/find"), params![id.0]).await?.map(|row| customer(&row)).transpose()
    }

    /// The customer with this phone, a guest of the desk included; of an account that was merged, the one that was kept.
    pub async fn find_by_phone(&mut self, phone: &Phone) -> Result<Option<Customer>, StoreError> {
        let row = self.0.first(sql!("customer/find_by_phone"), params![phone.as_e164()]).await?;
        row.map(|row| customer(&row)).transpose()
    }

    /// The player or guest with this id, with the games up to `now`.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find_player(
        &mut self,
        id: CustomerId,
        now: Timestamp,
    ) -> Result<Option<PlayerFacts>, StoreError> {
        let row = self.0.first(sql!("customer/find_player"), params![id.0, now]).await?;
        row.map(|row| {
            Ok(PlayerFacts {
                id: CustomerId(row.integer("customer_id")?),
                name: row.text("full_name")?.to_owned(),
                phone: row.parsed_or_null("phone")?,
                has_account: row.text("origin")? == "app",
                since: row.instant("created_at")?,
                played: row.integer("played")?,
                missed: row.integer("missed")?,
                strikes: row.integer("strikes")?,
                cancelled: row.integer("cancelled")?,
            })
        })
        .transpose()
    }

    /// The first `limit` players by name whose phone ends in `digits`, from 4 to 10 of them; games up to `now` count.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_by_phone_end(
        &mut self,
        digits: &str,
        now: Timestamp,
        limit: u32,
    ) -> Result<Vec<FoundPlayer>, StoreError> {
        let last_four = digits.get(digits.len().saturating_sub(4)..).unwrap_or_default();
        let rows =
            self.0.all(sql!("customer/list_by_phone_end"), params![last_four, digits, now, limit]).await?;
        rows.iter().map(found_player).collect()
    }

    /// At most `limit` players with a number whose names have, for each of `prefixes`, a word that begins with it; in
    /// the order of those words. The prefixes are words as `name_words` writes them. Only the three longest are used,
    /// and at least one is needed. Games up to `now` count.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_by_name(
        &mut self,
        prefixes: &[String],
        now: Timestamp,
        limit: u32,
    ) -> Result<Vec<FoundPlayer>, StoreError> {
        let Some([first, second, third]) = ranges(prefixes) else { return Ok(Vec::new()) };
        let params = params![&first.0, &first.1, &second.0, &second.1, &third.0, &third.1, now, limit];
        let rows = self.0.all(sql!("customer/list_by_name"), params).await?;
        rows.iter().map(found_player).collect()
    }

    /// At most `limit` guests without a number whose names begin as in [`Customers::list_by_name`], and who have a
    /// booking on `day` or later.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_guests_by_name(
        &mut self,
        prefixes: &[String],
        day: Date,
        limit: u32,
    ) -> Result<Vec<CustomerId>, StoreError> {
        let Some([first, second, third]) = ranges(prefixes) else { return Ok(Vec::new()) };
        let params = params![&first.0, &first.1, &second.0, &second.1, &third.0, &third.1, day, limit];
        let rows = self.0.all(sql!("customer/list_guests_by_name"), params).await?;
        rows.iter().map(|row| row.integer("customer_id").map(CustomerId)).collect()
    }

    /// The same guests as [`Customers::list_guests_by_name`], read from the bookings on `day` or later: faster if
    /// [`Customers::have_common_word`] is true.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_upcoming_guests_by_name(
        &mut self,
        prefixes: &[String],
        day: Date,
        limit: u32,
    ) -> Result<Vec<CustomerId>, StoreError> {
        let Some([first, second, third]) = ranges(prefixes) else { return Ok(Vec::new()) };
        let params = params![&first.0, &first.1, &second.0, &second.1, &third.0, &third.1, day, limit];
        let rows = self.0.all(sql!("customer/list_upcoming_guests_by_name"), params).await?;
        rows.iter().map(|row| row.integer("customer_id").map(CustomerId)).collect()
    }

    /// Whether more than `many` words of names begin with the longest of `prefixes`, by which
    /// [`Customers::list_guests_by_name`] searches.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn have_common_word(&mut self, prefixes: &[String], many: u32) -> Result<bool, StoreError> {
        let Some([longest, ..]) = ranges(prefixes) else { return Ok(false) };
        let params = params![&longest.0, &longest.1, many];
        Ok(self.0.first(sql!("customer_word/find_after"), params).await?.is_some())
    }

    /// Writes the words of a customer's name, by which the desk finds them, in place of those of an earlier name.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn write_words(&mut self, id: CustomerId, name: &str) -> Result<(), StoreError> {
        if self.0.run(sql!("customer/set_searched_name"), params![id.0, name]).await? == 0 {
            return Ok(());
        }
        self.0.run(sql!("customer_word/remove"), params![id.0]).await?;
        let words: Vec<_> = name_words(name).into_iter().map(|word| params![word, id.0].to_vec()).collect();
        self.0.run_each(sql!("customer_word/add"), &words).await.map(drop)
    }

    /// The first `limit` customers whose stored words are missing or were taken from an earlier name, with their names.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_without_words(&mut self, limit: u32) -> Result<Vec<(CustomerId, String)>, StoreError> {
        let rows = self.0.all(sql!("customer/list_without_words"), params![limit]).await?;
        rows.iter()
            .map(|row| Ok((CustomerId(row.integer("customer_id")?), row.text("full_name")?.to_owned())))
            .collect()
    }

    /// Id and password hash of the account with this phone; of an account that was merged, those of the one that was kept.
    /// `None` for a guest of the desk, and for a phone that is not known.
    pub async fn find_credentials(
        &mut self,
        phone: &Phone,
    ) -> Result<Option<(CustomerId, PasswordHash)>, StoreError> {
        let row = self.0.first(sql!("customer/find_credentials"), params![phone.as_e164()]).await?;
        row.map(|row| {
            Ok((CustomerId(row.integer("customer_id")?), PasswordHash::new(row.text("password_hash")?)))
        })
        .transpose()
    }

    /// Phone and password hash of this customer.
    pub async fn find_password(
        &mut self,
        id: CustomerId,
    ) -> Result<Option<(Phone, PasswordHash)>, StoreError> {
        let row = self.0.first(sql!("customer/find_password"), params![id.0]).await?;
        row.map(|row| Ok((row.parsed("phone")?, PasswordHash::new(row.text("password_hash")?)))).transpose()
    }

    /// Records a login with the password that hashes to `checked`; false if that is not the current password, or the
    /// account is locked.
    ///
    /// INVARIANT: no session starts from a password that a reset has replaced (suite
    /// `a_reset_ends_sessions_of_the_old_password`).
    pub async fn sign_in(
        &mut self,
        id: CustomerId,
        checked: &PasswordHash,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        Ok(self.0.run(sql!("customer/sign_in"), params![id.0, checked.as_phc(), now]).await? == 1)
    }

    /// Changes the given fields; false if there is no such customer, or the account was merged or is locked.
    pub async fn update_profile(
        &mut self,
        id: CustomerId,
        edit: &ProfileEdit,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let fields = params![
            id.0,
            edit.full_name.as_ref().map(FullName::as_str),
            edit.email.as_ref().map(Email::as_str),
            edit.birthdate.map(Birthdate::day),
            edit.gender.map(Gender::as_str),
            edit.reminders,
            now,
        ];
        if self.0.run(sql!("customer/update_profile"), fields).await? == 0 {
            return Ok(false);
        }
        if let Some(name) = &edit.full_name {
            self.write_words(id, name.as_str()).await?;
        }
        Ok(true)
    }

    /// Replaces the avatar's key `old` by `new`; `false` if the account has another key now, was merged, or is locked.
    pub async fn update_image(
        &mut self,
        id: CustomerId,
        old: Option<&str>,
        new: &str,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let fields = params![id.0, new, old.unwrap_or_default(), now];
        Ok(self.0.run(sql!("customer/update_image"), fields).await? == 1)
    }

    /// Sets the password; false if there is no such account (a guest of the desk has none), or it is locked.
    pub async fn set_password(
        &mut self,
        id: CustomerId,
        hash: &PasswordHash,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        Ok(self.0.run(sql!("customer/set_password"), params![id.0, hash.as_phc(), now]).await? == 1)
    }

    /// Replaces the password hash `old` by `new`; false if the hash is no longer `old`, or the account is locked.
    pub async fn replace_password(
        &mut self,
        id: CustomerId,
        old: &PasswordHash,
        new: &PasswordHash,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let fields = params![id.0, old.as_phc(), new.as_phc(), now];
        Ok(self.0.run(sql!("customer/replace_password"), fields).await? == 1)
    }
}

/// The ranges of words that begin with the three longest of `prefixes`: from the first text, before the second one;
/// `None` if there is no prefix.
fn ranges(prefixes: &[String]) -> Option<[(String, String); 3]> {
    let mut longest: Vec<&str> = prefixes.iter().map(String::as_str).collect();
    longest.sort_by_key(|prefix| std::cmp::Reverse(prefix.len()));
    // All words with the prefix are before the prefix with the last character of Unicode.
    let range = |at: usize| {
        let prefix = longest.get(at).copied().unwrap_or_default();
        (prefix.to_owned(), format!("{prefix}\u{10ffff}"))
    };
    (!longest.is_empty()).then(|| [0, 1, 2].map(range))
}

/// Reads the lock of a row of `find_state` or `list_locked`.
pub(crate) fn erasure_lock(row: &Row) -> Result<Option<ErasureLock>, StoreError> {
    let Some(erase_at) = row.instant_or_null("erase_at")? else { return Ok(None) };
    let asked_at = row.instant_or_null("erase_asked_at")?.unwrap_or(erase_at);
    let asked_by = row.integer_or_null("erase_asked_by")?.map(StaffId);
    Ok(Some(ErasureLock { erase_at, asked_at, asked_by }))
}

fn found_player(row: &Row) -> Result<FoundPlayer, StoreError> {
    Ok(FoundPlayer {
        id: CustomerId(row.integer("customer_id")?),
        name: row.text("full_name")?.to_owned(),
        phone: row.parsed("phone")?,
        last_game: row.instant_or_null("last_game_at")?,
    })
}

fn customer(row: &Row) -> Result<Customer, StoreError> {
    Ok(Customer {
        id: CustomerId(row.integer("customer_id")?),
        phone: row.parsed_or_null("phone")?,
        full_name: row.parsed("full_name")?,
        email: Some(row.text("email")?)
            .filter(|email| !email.is_empty())
            .map(|_| row.parsed("email"))
            .transpose()?,
        birthdate: Birthdate::stored(row.day("birthdate")?),
        gender: row.parsed("gender")?,
        image_key: row.text_or_null("image_key")?.map(str::to_owned),
        reminders: row.flag("reminders")?,
    })
}

/// The parameters of `customer/add`.
fn added(id: CustomerId, new: &NewCustomer, now: Timestamp) -> Vec<Value> {
    params![
        id.0,
        new.phone.as_e164(),
        new.full_name.as_str(),
        new.email.as_str(),
        new.birthdate.day(),
        new.gender.as_str(),
        new.password_hash.as_phc(),
        now,
    ]
    .to_vec()
}
