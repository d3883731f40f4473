//! Searches the table `audit_entry`.

use std::collections::BTreeMap;

use jiff::{Timestamp, civil::Date};
use sideout_domain::{CourtId, CustomerId, StaffId, VenueId, order::OrderNumber};

use super::{
    Audit, AuditEntry,
    audit::{day_of, entries},
};
use crate::{Call, Row, StoreError, Value, params, sql, venues::in_commas};

/// The subject of an entry.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Subject {
    /// Its kind: `booking`.
    pub kind: String,
    /// Its id.
    pub id: String,
}

impl Subject {
    /// A subject of this kind.
    pub fn new(kind: &str, id: impl ToString) -> Self {
        Subject { kind: kind.to_owned(), id: id.to_string() }
    }
}

/// The conditions that entries must fulfil to be found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AuditSearch {
    /// Entries of this member of staff; `None`: of any, and of the server itself.
    pub staff: Option<StaffId>,
    /// Entries at one of these venues; `None`: at any venue or at none.
    pub venues: Option<Vec<VenueId>>,
    /// Entries about one of these subjects; `None`: about any.
    pub subjects: Option<Vec<Subject>>,
    /// Whether only entries about money, as `audit_filter` says, are searched for.
    pub money: bool,
    /// Entries from this instant on.
    pub from: Option<Timestamp>,
    /// Entries before this instant.
    pub until: Option<Timestamp>,
}

impl Audit<'_> {
    /// Up to `limit` entries before the entry `before`, the newest first.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn search(
        &mut self,
        search: &AuditSearch,
        before: i64,
        limit: u32,
    ) -> Result<Vec<AuditEntry>, StoreError> {
        let Some(bounds) = self.bounds(search, before).await? else { return Ok(Vec::new()) };
        let params = search.params(bounds, limit);
        let with = |more: &[Value]| [params.as_slice(), more].concat();
        let one_venue = search.venues.as_deref().and_then(|venues| match venues {
            [venue] => Some(*venue),
            _ => None,
        });
        let rows = match (&search.subjects, search.staff, one_venue) {
            (Some(subjects), _, _) => {
                let of = |subject: &Subject| {
                    let params = with(params![&subject.kind, &subject.id]);
                    Call::new(sql!("audit_entry/list_of_subject"), &params)
                };
                let calls: Vec<Call> = subjects.iter().map(of).collect();
                let answers = self.0.send(&calls).await?;
                answers.into_iter().flat_map(|answer| answer.rows).collect()
            }
            (None, Some(staff), _) => {
                self.0.all(sql!("audit_entry/list_of_staff"), &with(params![staff.0])).await?
            }
            (None, None, Some(venue)) => {
                self.0.all(sql!("audit_entry/list_of_venue"), &with(params![venue.0])).await?
            }
            (None, None, None) => self.0.all(sql!("audit_entry/list"), &params).await?,
        };
        let mut found = entries(&rows)?;
        found.sort_by_key(|entry| std::cmp::Reverse(entry.id));
        found.truncate(limit as usize);
        Ok(found)
    }

    /// The numbers between which the entries are, or `None` if there are none. A number is given when an entry is
    /// written, so on several nodes the numbers follow the days only roughly: a day more on each side is read.
    async fn bounds(&mut self, search: &AuditSearch, before: i64) -> Result<Option<(i64, i64)>, StoreError> {
        let first = match search.from {
            Some(from) => match self.find_first_from(day_of(from).yesterday().unwrap_or(Date::MIN)).await? {
                Some(first) => first,
                None => return Ok(None),
            },
            None => 0,
        };
        let last = match search.until.map(|until| day_of(until).tomorrow().and_then(Date::tomorrow)) {
            Some(Ok(day)) => self.find_first_from(day).await?.unwrap_or(i64::MAX),
            Some(Err(_)) | None => i64::MAX,
        };
        Ok(Some((before.min(last), first)))
    }

    async fn find_first_from(&mut self, day: Date) -> Result<Option<i64>, StoreError> {
        let row = self.0.first(sql!("audit_entry/first_from_day"), params![day]).await?;
        row.map(|row| row.integer("audit_id")).transpose()
    }

    /// How many entries of a UTC day fit `search`, by its member of staff and its venues only.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn count_of_day(&mut self, day: Date, search: &AuditSearch) -> Result<i64, StoreError> {
        let staff = search.staff.map_or(0, |staff| staff.0);
        let params = params![day, staff, search.venues_in_commas()];
        self.0.one(sql!("audit_entry/count_of_day"), params).await?.integer("entries")
    }

    /// What entries about a booking are about: itself, and what belongs to it, such as its payments.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_subjects_of_booking(&mut self, order: OrderNumber) -> Result<Vec<Subject>, StoreError> {
        let rows = self.0.all(sql!("orders/list_audit_subjects"), params![order.value()]).await?;
        let mut subjects = vec![Subject::new("booking", order)];
        for row in &rows {
            subjects.push(Subject::new(row.text("kind")?, row.text("id")?));
        }
        subjects.sort();
        subjects.dedup();
        Ok(subjects)
    }

    /// What entries about a player are about: themselves, and their `most` newest orders.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_subjects_of_player(
        &mut self,
        player: CustomerId,
        most: u32,
    ) -> Result<Vec<Subject>, StoreError> {
        let rows = self.0.all(sql!("orders/list_newest_numbers"), params![player.0, most]).await?;
        let mut subjects = vec![Subject::new("player", player)];
        for row in &rows {
            subjects.push(Subject::new("booking", row.integer("order_number")?));
        }
        Ok(subjects)
    }

    /// The player whom a subject is of; `None` if it is no booking, payment at a desk, refund or line of a payout, or does not exist.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find_player_of(&mut self, subject: &Subject) -> Result<Option<CustomerId>, StoreError> {
        let of_number = match subject.kind.as_str() {
            "booking" => sql!("orders/find_owner"),
            "payment" => sql!("orders/find_owner_of_payment"),
            "refund" => sql!("orders/find_owner_of_refund"),
            "payout_line" => {
                let of_line = sql!("orders/find_owner_of_payout_line");
                return player(self.0.first(of_line, params![&subject.id]).await?);
            }
            _ => return Ok(None),
        };
        let Ok(id) = subject.id.parse::<i64>() else { return Ok(None) };
        player(self.0.first(of_number, params![id]).await?)
    }

    /// The `after` of the entries with which sessions began, by the number of the session.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_session_starts(&mut self, sessions: &[i64]) -> Result<Vec<(i64, String)>, StoreError> {
        let call =
            |session: &i64| Call::new(sql!("audit_entry/find_session_start"), params![session.to_string()]);
        let calls: Vec<Call> = sessions.iter().map(call).collect();
        let answers = self.0.send(&calls).await?;
        let mut starts = Vec::new();
        for (session, answer) in sessions.iter().zip(answers) {
            if let Some(row) = answer.rows.first() {
                starts.push((*session, row.text("after")?.to_owned()));
            }
        }
        Ok(starts)
    }

    /// The names of all courts, retired ones included.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_court_names(&mut self) -> Result<BTreeMap<CourtId, String>, StoreError> {
        let rows = self.0.all(sql!("court/list_all_names"), params![]).await?;
        rows.iter().map(|row| Ok((CourtId(row.integer("court_id")?), row.text("name")?.to_owned()))).collect()
    }
}

fn player(row: Option<Row>) -> Result<Option<CustomerId>, StoreError> {
    row.map(|row| row.integer("customer_id").map(CustomerId)).transpose()
}

impl AuditSearch {
    /// The venues as `audit_filter` compares them: `,1,3,`; empty for any.
    fn venues_in_commas(&self) -> String {
        self.venues.as_deref().map_or(String::new(), in_commas)
    }

    /// The parameters of `audit_filter`.
    fn params(&self, (before, first): (i64, i64), limit: u32) -> Vec<Value> {
        let venues = self.venues_in_commas();
        let (from, until) =
            (self.from.unwrap_or(Timestamp::UNIX_EPOCH), self.until.unwrap_or(Timestamp::MAX));
        let staff = self.staff.map_or(0, |staff| staff.0);
        params![before, first, from, until, staff, venues, i64::from(self.money), limit].to_vec()
    }
}
