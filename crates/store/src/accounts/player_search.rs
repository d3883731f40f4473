//! How the desk finds players: by the end of a number, and by the words of a name (table `customer_word`).

use jiff::{Timestamp, civil::Date};
use sideout_domain::{
    CustomerId, VenueId,
    person::{Phone, name_words},
};

use super::Customers;
use crate::{Row, Statement, StoreError, params, sql, venues::in_commas};

/// A player as a search at the desk finds one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundPlayer {
    /// The account.
    pub id: CustomerId,
    /// The name on the pass.
    pub name: String,
    /// The phone.
    pub phone: Phone,
    /// When the last game began that is confirmed or completed.
    pub last_game: Option<Timestamp>,
}

impl Customers<'_> {
    /// The first `limit` players by name whose phone, or that of an account merged into theirs, ends in `digits`, from 4 to 10 of
    /// them; games up to `now` count.
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
    /// booking at one of `venues` on `day` or later.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_guests_by_name(
        &mut self,
        prefixes: &[String],
        venues: &[VenueId],
        day: Date,
        limit: u32,
    ) -> Result<Vec<CustomerId>, StoreError> {
        self.list_guests(sql!("customer/list_guests_by_name"), prefixes, venues, (day, limit)).await
    }

    /// The same guests as [`Customers::list_guests_by_name`], read from the bookings on `day` or later: faster if
    /// [`Customers::have_common_word`] is true.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_upcoming_guests_by_name(
        &mut self,
        prefixes: &[String],
        venues: &[VenueId],
        day: Date,
        limit: u32,
    ) -> Result<Vec<CustomerId>, StoreError> {
        self.list_guests(sql!("customer/list_upcoming_guests_by_name"), prefixes, venues, (day, limit)).await
    }

    /// Runs a statement that finds guests by ranges of words.
    async fn list_guests(
        &mut self,
        statement: Statement,
        prefixes: &[String],
        venues: &[VenueId],
        (day, limit): (Date, u32),
    ) -> Result<Vec<CustomerId>, StoreError> {
        let Some([first, second, third]) = ranges(prefixes) else { return Ok(Vec::new()) };
        let venues = in_commas(venues);
        let params =
            params![&first.0, &first.1, &second.0, &second.1, &third.0, &third.1, day, limit, &venues];
        let rows = self.0.all(statement, params).await?;
        rows.iter().map(|row| row.integer("customer_id").map(CustomerId)).collect()
    }

    /// Whether more than `many` words of names begin with the longest of `prefixes`.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn have_common_word(&mut self, prefixes: &[String], many: u32) -> Result<bool, StoreError> {
        let Some([longest, ..]) = ranges(prefixes) else { return Ok(false) };
        let params = params![&longest.0, &longest.1, many];
        Ok(self.0.first(sql!("customer_word/find_after"), params).await?.is_some())
    }

    /// Writes the words of a customer's name in place of those of an earlier name; none if the customer has another name by now, or
    /// the account was merged or is locked.
    ///
    /// INVARIANT: no search finds a locked account by its name, also if its words are written while it is locked (suite `erasing`).
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

    /// The first `limit` customers whose stored words are missing or were taken from an earlier name, with their names; merged and
    /// locked accounts are left out.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_without_words(&mut self, limit: u32) -> Result<Vec<(CustomerId, String)>, StoreError> {
        let rows = self.0.all(sql!("customer/list_without_words"), params![limit]).await?;
        rows.iter()
            .map(|row| Ok((CustomerId(row.integer("customer_id")?), row.text("full_name")?.to_owned())))
            .collect()
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

fn found_player(row: &Row) -> Result<FoundPlayer, StoreError> {
    Ok(FoundPlayer {
        id: CustomerId(row.integer("customer_id")?),
        name: row.text("full_name")?.to_owned(),
        phone: row.parsed("phone")?,
        last_game: row.instant_or_null("last_game_at")?,
    })
}
