//! The table `customer`.

use jiff::Timestamp;
use sideout_domain::{
    BillId, CustomerId,
    person::{Birthdate, Email, FullName, Gender, PasswordHash, Phone},
};

use crate::{Row, Session, StoreError, Value, params, sql};

/// A customer, without the password.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Customer {
    /// Its id.
    pub id: CustomerId,
    /// The phone number, verified by a code or noted by the desk. `None` for a guest who gave the desk no number, and
    /// once it is erased.
    pub phone: Option<Phone>,
    /// The name on the pass.
    pub full_name: FullName,
    /// Address for mail; not unique and not an identity. `None` for a guest of the desk, and once it is erased.
    pub email: Option<Email>,
    /// Day of birth; 1900-01-01 for a guest of the desk, and once it is erased.
    pub birthdate: Birthdate,
    /// The gender that the player chose; `Other` for a guest of the desk, and once it is erased.
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

/// The fields a player may edit; `None` leaves a field unchanged.
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

/// A player or guest, with the numbers of their games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerSummary {
    /// The id of the player or guest.
    pub id: CustomerId,
    /// The name on the pass.
    pub name: String,
    /// The phone; `None` for a guest who gave no number, and once it is erased.
    pub phone: Option<Phone>,
    /// Whether the player has an account of their own; `false` for a guest of the desk, and once it is erased.
    pub has_account: bool,
    /// When the account or guest was added.
    pub since: Timestamp,
    /// The number of games that have begun and were not cancelled, and whose players were not recorded as absent.
    pub played: i64,
    /// The number of missed games; a game counts as missed once its day is closed.
    pub missed: i64,
    /// The number of missed games that were not forgiven, with the former strikes that still count.
    pub strikes: i64,
    /// The number of cancelled bookings.
    pub cancelled: i64,
}

/// The repository of customers.
pub struct Customers<'s>(pub &'s mut dyn Session);

impl Customers<'_> {
    /// Takes the customer's turn: other units of work that take it wait until this one ends. Units that run alone need no turn.
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

    /// Adds a customer under `id`; false if the phone is known, also as a guest's, or the id is in use.
    pub async fn add(
        &mut self,
        id: CustomerId,
        new: &NewCustomer,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        if self.0.run(sql!("customer/add"), &add_params(id, new, now)).await? == 0 {
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

    /// Gives bills, groups, notes and offers of the guest without a number to another customer; removed notes stay. Then the row of the
    /// guest counts as merged, unless it still has orders.
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
    /// INVARIANT: the row of a guest becomes an account only by a phone that a code has proven (test
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
        let rows: Vec<_> = customers.iter().map(|(id, new)| add_params(*id, new, now)).collect();
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
    ) -> Result<Option<PlayerSummary>, StoreError> {
        let row = self.0.first(sql!("customer/find_player"), params![id.0, now]).await?;
        row.map(|row| {
            Ok(PlayerSummary {
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

    /// Changes the given fields; false if there is no such customer, or the account was merged or is locked.
    pub async fn update_profile(
        &mut self,
        id: CustomerId,
        edit: &ProfileEdit,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let params = params![
            id.0,
            edit.full_name.as_ref().map(FullName::as_str),
            edit.email.as_ref().map(Email::as_str),
            edit.birthdate.map(Birthdate::day),
            edit.gender.map(Gender::as_str),
            edit.reminders,
            now,
        ];
        if self.0.run(sql!("customer/update_profile"), params).await? == 0 {
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
        let params = params![id.0, new, old.unwrap_or_default(), now];
        Ok(self.0.run(sql!("customer/update_image"), params).await? == 1)
    }
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
fn add_params(id: CustomerId, new: &NewCustomer, now: Timestamp) -> Vec<Value> {
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
