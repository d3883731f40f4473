//! Imports an operator file: brand, sports, venues, courts, hours, prices and coupons.

use std::collections::BTreeSet;

use jiff::{Timestamp, civil::Date};
use sideout_domain::{
    CourtId, VenueId,
    hours::MOST_SPECIAL_DAYS,
    order::OrderNumber,
    price::PriceRule,
    venue::{Court, Venue},
};
use sideout_providers::images::{ImageStore, ImageStoreError};
use sideout_store::{
    Brands, ChangeEvent, Manager, PriceVersions, Session, Store, StoreError, VenueDays,
    import::{Imports, OperatorData},
    price_versions::PriceVersion,
};

use super::{
    ChoiceError, Choices, Stranded,
    parse::OperatorFile,
    pictures::{PictureError, PictureFiles, take_pictures},
    plan::{Change, Plan, Write},
    stranded::find_newly_stranded,
};
use crate::steps::{closed_days::find_closed_day_with_new_hours, keep_closed::keep_closed};

/// Whether to write the changes or only to report them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Update the database to match the file.
    Apply,
    /// Report what would change, and change nothing.
    DryRun,
}

/// Why nothing was imported.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// Pictures are unusable, one line for each.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Pictures(Vec<PictureError>),
    /// The choices do not decide about each booking and hold that the file strands, contradict each other, or name an order that fits.
    #[error(transparent)]
    Choices(#[from] ChoiceError),
    /// The brand, venues, hours or prices were changed at the desk since the last import.
    #[error(
        "the brand, venues, hours or prices were changed at the desk since the last import, and this file would replace that; write \
         it into a file with 'sideout export', or import this one all the same with --take-over"
    )]
    ManagedAtDesk,
    /// Hours would be added to a day that was closed.
    #[error("{0}")]
    DayClosed(ClosedDayWithNewHours),
    /// The venue with this name would have more special days ahead than the desk could publish.
    #[error(
        "{0} has more than {most} special days from today on; leave some of them out",
        most = MOST_SPECIAL_DAYS
    )]
    TooManySpecialDays(String),
    /// A coupon was used more often than its new limit allows.
    #[error("coupon {code} was used {used} times already; its total_limit must be at least that")]
    CouponUsedMore {
        /// Its code.
        code: String,
        /// How often it was used.
        used: i64,
    },
    /// The file names coupons that the desk manages.
    #[error("{}", coupons_at_desk(.0))]
    CouponsOfDesk(Vec<String>),
    /// The file has another time zone, in which coupons that the desk manages would begin or end on another day.
    #[error("{}", coupons_of_other_zone(.0))]
    CouponsOfOtherZone(Vec<String>),
    /// The pictures could not be stored.
    #[error(transparent)]
    Images(#[from] ImageStoreError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

fn coupons_at_desk(codes: &[String]) -> String {
    let (coupons, them, are) = match codes {
        [_] => ("coupon", "it", "is"),
        _ => ("coupons", "them", "are"),
    };
    format!(
        "{coupons} {} {are} managed at the desk, because staff made, changed or stopped {them} there; take {them} out of the file",
        codes.join(", ")
    )
}

fn coupons_of_other_zone(codes: &[String]) -> String {
    let (coupons, begin, end, them) = match codes {
        [_] => ("coupon", "begins", "ends", "it"),
        _ => ("coupons", "begin", "end", "them"),
    };
    format!(
        "{coupons} {} of the desk {begin} or {end} on a day of the present time zone; stop {them} there before a file changes the zone",
        codes.join(", ")
    )
}

/// A closed day to which the file would add hours.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{day} is closed at {venue} and its report is written, and this file would add hours of that day that are not over; import it on \
     the next day"
)]
pub struct ClosedDayWithNewHours {
    /// The name of the venue.
    pub venue: String,
    /// The day there.
    pub day: Date,
}

/// What an import changed, or would change.
#[derive(Debug, Clone, Default)]
pub struct Imported {
    /// The differences.
    pub changes: Vec<Change>,
    /// Bookings and holds that do not fit the new file, unless they did not fit before for the same reason.
    pub stranded: Vec<Stranded>,
    /// The numbers of the orders that did not fit before the import, whether they fit the new file or not.
    pub stranded_before: BTreeSet<OrderNumber>,
    /// The orders to be closed now; the import itself leaves all bookings unchanged.
    pub to_close: Vec<OrderNumber>,
    /// Why the import would be refused. Set by a dry run only.
    pub refused: Option<ImportRefusal>,
}

/// The options of an import.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ImportOptions {
    /// Which bookings that the file strands are kept, and which are closed.
    pub choices: Choices,
    /// Whether the file replaces the brand, venues, hours and prices that were changed at the desk, and manages them from then on.
    pub take_over: bool,
}

impl From<Choices> for ImportOptions {
    fn from(choices: Choices) -> Self {
        ImportOptions { choices, take_over: false }
    }
}

/// Why an import would be refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ImportRefusal {
    /// The choices would be refused, as by [`ImportError::Choices`].
    #[error(transparent)]
    Choices(#[from] ChoiceError),
    /// The brand, venues, hours or prices were changed at the desk.
    #[error("{}", ImportError::ManagedAtDesk)]
    ManagedAtDesk,
    /// Hours would be added to a day that was closed.
    #[error(transparent)]
    DayClosed(#[from] ClosedDayWithNewHours),
}

/// Updates the database to match an operator file, in one unit of work, and returns what changed. Importing the same
/// file again changes nothing. Venues and courts that are not in the file are retired. Coupons that are not in it are switched off,
/// except those that the desk manages, and those that are valid only at venues which were retired before and are not in the file.
///
/// The same unit of work finds the bookings and holds that the file strands, and writes nothing unless the choices decide about each of
/// them.
///
/// Takes the store and the pictures only, not the whole [`App`](crate::App): an import needs no message provider.
///
/// # Errors
/// [`ImportError`]; pictures may have been stored nevertheless.
pub async fn import_operator(
    store: &Store,
    images: &ImageStore,
    mut file: OperatorFile,
    pictures: &dyn PictureFiles,
    now: Timestamp,
    mode: Mode,
    options: impl Into<ImportOptions>,
) -> Result<Imported, ImportError> {
    let options = options.into();
    let taken = take_pictures(&mut file, pictures).map_err(ImportError::Pictures)?;
    if mode == Mode::DryRun {
        return store.read((file, now, options), |tx, input| Box::pin(try_import(tx, input))).await;
    }
    for picture in taken {
        images.put_content(&picture.key, picture.bytes).await?;
    }
    store.write((file, now, options), |tx, input| Box::pin(import(tx, input))).await
}

async fn import(
    tx: &mut dyn Session,
    (file, now, options): &(OperatorFile, Timestamp, ImportOptions),
) -> Result<Imported, ImportError> {
    // A publication at the desk takes one of these turns: the one of the two that is committed second sees the other. Venues that the file
    // does not name are retired.
    VenueDays(tx).take_all_turns().await?;
    // Changes at the desk take this turn as well.
    Brands(tx).take_turn().await?;
    let is_at_desk = Brands(tx).find_manager().await? == Manager::Desk;
    if is_at_desk && !options.take_over {
        return Err(ImportError::ManagedAtDesk);
    }
    let (stored, plan) = read_plan(tx, file).await?;
    if plan.changes_places() {
        // INVARIANT: each booking and hold of a court is seen below, or is made later and refused if its court is gone
        // (suite `venue_races`).
        let courts = stored.venues.iter().flat_map(|stored| &stored.venue.courts);
        let courts: Vec<CourtId> = courts.map(|court| court.id).collect();
        Imports(tx).take_turn_of_courts(&courts).await?;
    }
    if let Some(closed) = find_closed_day(tx, &stored, &plan, *now).await? {
        return Err(ImportError::DayClosed(closed));
    }
    let mut imported = preview(tx, &stored, &plan, *now).await?;
    imported.to_close = options.choices.decide(&imported.stranded, &imported.stranded_before)?;
    if is_at_desk {
        Brands(tx).set_manager(Manager::File, *now).await?;
    }
    if !apply(tx, &plan.writes, *now).await? {
        return Err(ImportError::ManagedAtDesk);
    }
    for new in &plan.venues {
        if let Some(old) = stored.venues.iter().find(|stored| stored.venue.id == new.id) {
            keep_closed(tx, (&old.venue, new), *now).await?;
        }
    }
    if !plan.writes.is_empty() {
        tx.announce(ChangeEvent::Everything);
    }
    Ok(imported)
}

/// What an import would do.
async fn try_import(
    tx: &mut dyn Session,
    (file, now, options): &(OperatorFile, Timestamp, ImportOptions),
) -> Result<Imported, ImportError> {
    let is_at_desk = Brands(tx).find_manager().await? == Manager::Desk;
    let (stored, plan) = read_plan(tx, file).await?;
    let mut imported = preview(tx, &stored, &plan, *now).await?;
    match options.choices.decide(&imported.stranded, &imported.stranded_before) {
        Ok(to_close) => imported.to_close = to_close,
        Err(refused) => imported.refused = Some(refused.into()),
    }
    if let Some(closed) = find_closed_day(tx, &stored, &plan, *now).await? {
        imported.refused = Some(closed.into());
    }
    if is_at_desk && !options.take_over {
        imported.refused = Some(ImportRefusal::ManagedAtDesk);
    }
    Ok(imported)
}

/// What [`import_operator`] would change in an empty database.
///
/// # Errors
/// [`ImportError::Pictures`] and [`ImportError::TooManySpecialDays`].
pub fn preview_for_empty_database(
    mut file: OperatorFile,
    pictures: &dyn PictureFiles,
    now: Timestamp,
) -> Result<Vec<Change>, ImportError> {
    take_pictures(&mut file, pictures).map_err(ImportError::Pictures)?;
    let plan = checked(Plan::new(&file, &OperatorData::default())?)?;
    check_special_days(&plan, now)?;
    Ok(plan.changes)
}

/// The present state, and what the file would change.
async fn read_plan(tx: &mut dyn Session, file: &OperatorFile) -> Result<(OperatorData, Plan), ImportError> {
    let stored = Imports(tx).read_operator_data().await?;
    let plan = checked(Plan::new(file, &stored)?)?;
    Ok((stored, plan))
}

/// The first venue whose closed day would get hours by the plan.
async fn find_closed_day(
    tx: &mut dyn Session,
    stored: &OperatorData,
    plan: &Plan,
    now: Timestamp,
) -> Result<Option<ClosedDayWithNewHours>, StoreError> {
    for new in &plan.venues {
        let Some(old) = stored.venues.iter().find(|stored| stored.venue.id == new.id) else { continue };
        if let Some(day) = find_closed_day_with_new_hours(tx, (&old.venue, new), now).await? {
            return Ok(Some(ClosedDayWithNewHours { venue: new.name.clone(), day }));
        }
    }
    Ok(None)
}

/// What the plan would change, and which bookings it would strand.
///
/// # Errors
/// [`ImportError::TooManySpecialDays`], and the store's.
async fn preview(
    tx: &mut dyn Session,
    stored: &OperatorData,
    plan: &Plan,
    now: Timestamp,
) -> Result<Imported, ImportError> {
    check_special_days(plan, now)?;
    let courts: Vec<&Court> = plan.venues.iter().flat_map(|venue| &venue.courts).collect();
    let (stranded, stranded_before) =
        find_newly_stranded(tx, &stored.venues, (&plan.venues, &courts), now).await?;
    let changes = plan.changes.clone();
    Ok(Imported { changes, stranded, stranded_before, ..Imported::default() })
}

/// Refuses more special days ahead than the desk could publish. Not by the parser, which does not know which days are past.
fn check_special_days(plan: &Plan, now: Timestamp) -> Result<(), ImportError> {
    let has_too_many = |venue: &&Venue| {
        let today = venue.today(now);
        venue.hours.special_days.iter().filter(|special| special.day >= today).count() > MOST_SPECIAL_DAYS
    };
    match plan.venues.iter().find(has_too_many) {
        Some(venue) => Err(ImportError::TooManySpecialDays(venue.name.clone())),
        None => Ok(()),
    }
}

/// The plan, unless its coupons cannot be imported.
fn checked(plan: Plan) -> Result<Plan, ImportError> {
    if !plan.coupons_of_desk.is_empty() {
        return Err(ImportError::CouponsOfDesk(plan.coupons_of_desk));
    }
    if !plan.coupons_of_other_zone.is_empty() {
        return Err(ImportError::CouponsOfOtherZone(plan.coupons_of_other_zone));
    }
    for write in &plan.writes {
        if let Write::Coupon(coupon) = write
            && coupon.total_limit.is_some_and(|limit| limit < coupon.used)
        {
            return Err(ImportError::CouponUsedMore { code: coupon.code.clone(), used: coupon.used });
        }
    }
    Ok(plan)
}

/// Makes the changes of a plan. Returns `false` if the desk manages the brand: then the unit of work has to be rolled back.
async fn apply(tx: &mut dyn Session, writes: &[Write], now: Timestamp) -> Result<bool, StoreError> {
    // Coupons are written in one call, because there may be thousands of them.
    let (mut coupons, mut off) = (Vec::new(), Vec::new());
    for write in writes {
        match write {
            Write::Brand(document) => {
                if !Brands(tx).put(document, now).await? {
                    return Ok(false);
                }
            }
            Write::Sport(sport) => Imports(tx).put_sport(sport).await?,
            Write::Venue(venue, position) => {
                Imports(tx).put_venue(venue, *position).await?;
                Imports(tx).add_version(venue.id).await?;
            }
            Write::VenueOff(venue) => {
                Imports(tx).retire_venue(*venue).await?;
                Imports(tx).add_version(*venue).await?;
            }
            Write::Hours(venue, hours) => Imports(tx).put_hours(*venue, hours, now).await?,
            Write::Court(court) => {
                Imports(tx).put_court(court).await?;
                Imports(tx).add_version(court.venue).await?;
            }
            Write::CourtOff(venue, court) => {
                Imports(tx).retire_court(*court).await?;
                Imports(tx).add_version(*venue).await?;
            }
            Write::Prices(venue, rules) => put_prices(tx, *venue, rules, now).await?,
            Write::Coupon(coupon) => coupons.push(coupon),
            Write::CouponOff(coupon) => off.push(*coupon),
        }
    }
    Imports(tx).put_coupons(&coupons).await?;
    Imports(tx).switch_off_coupons(&off).await?;
    Ok(true)
}

/// Replaces the prices of a venue, and stores them as a new version.
///
/// # Errors
/// [`StoreError::Unavailable`] if prices of this venue were published at the same moment: nothing is changed.
pub(crate) async fn put_prices(
    tx: &mut dyn Session,
    venue: VenueId,
    rules: &[PriceRule],
    now: Timestamp,
) -> Result<(), StoreError> {
    let version = PriceVersion {
        venue,
        version: PriceVersions(tx).find_newest_number(venue).await? + 1,
        valid_from: None,
        published_at: now,
        staff: None,
        reverted: None,
        rules: rules.to_vec(),
    };
    if !PriceVersions(tx).add(&version).await? {
        let reason = format!("the prices of venue {} were published at the same moment; try again", venue.0);
        return Err(StoreError::Unavailable(reason));
    }
    Imports(tx).replace_prices(venue, rules).await
}
