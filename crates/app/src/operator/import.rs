//! An operator's file becomes what players see.

use jiff::Timestamp;
use sideout_providers::images::{ImageStore, ImageStoreError};
use sideout_store::{
    Brands, News, Session, Store, StoreError,
    import::{Imports, Known},
};

use super::{
    parse::OperatorFile,
    pictures::{PictureError, PictureFiles, take_pictures},
    plan::{Change, Plan, Write},
};

/// Whether to write or only to tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Bring the database up to the file.
    Apply,
    /// Tell what that would change, and change nothing.
    DryRun,
}

/// Why nothing was imported.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// Pictures cannot be taken, one line for each.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Pictures(Vec<PictureError>),
    /// A coupon was used more often than its new limit allows.
    #[error("coupon {code} was used {used} times already; its total_limit must be at least that")]
    CouponUsedMore {
        /// Its code.
        code: String,
        /// How often.
        used: i64,
    },
    /// The pictures could not be kept.
    #[error(transparent)]
    Images(#[from] ImageStoreError),
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Brings the database up to an operator's file, in one unit of work, and tells what changed. The same file again
/// changes nothing. What left the file is switched off; bookings there stay as they are.
///
/// Takes the store and the pictures alone, not the whole application: an import needs no message provider.
///
/// # Errors
/// [`ImportError`]; nothing was changed (pictures may have been kept; the next import finds them).
pub async fn import_operator(
    store: &Store,
    images: &ImageStore,
    mut file: OperatorFile,
    pictures: &dyn PictureFiles,
    now: Timestamp,
    mode: Mode,
) -> Result<Vec<Change>, ImportError> {
    let taken = take_pictures(&mut file.venues, pictures).map_err(ImportError::Pictures)?;
    if mode == Mode::DryRun {
        return store.read(file, |tx, file| Box::pin(async move { Ok(plan(tx, file).await?.changes) })).await;
    }
    for picture in taken {
        if images.get(&picture.key).await?.is_none() {
            images.put(&picture.key, picture.bytes).await?;
        }
    }
    store
        .write((file, now), |tx, (file, now)| {
            Box::pin(async move {
                let plan = plan(tx, file).await?;
                for write in &plan.writes {
                    apply(tx, write, *now).await?;
                }
                if !plan.writes.is_empty() {
                    tx.announce(News::Everything);
                }
                Ok(plan.changes)
            })
        })
        .await
}

/// What [`import_operator`] would change in an empty database, for a dry run where there is none yet.
///
/// # Errors
/// [`ImportError::Pictures`].
pub fn import_into_nothing(
    mut file: OperatorFile,
    pictures: &dyn PictureFiles,
) -> Result<Vec<Change>, ImportError> {
    take_pictures(&mut file.venues, pictures).map_err(ImportError::Pictures)?;
    Ok(checked(Plan::new(&file, &Known::default())?)?.changes)
}

async fn plan(tx: &mut dyn Session, file: &OperatorFile) -> Result<Plan, ImportError> {
    checked(Plan::new(file, &Imports(tx).known().await?)?)
}

/// The plan, if its coupons can be kept.
fn checked(plan: Plan) -> Result<Plan, ImportError> {
    for write in &plan.writes {
        if let Write::Coupon(coupon) = write
            && coupon.total_limit.is_some_and(|limit| limit < coupon.used)
        {
            return Err(ImportError::CouponUsedMore { code: coupon.code.clone(), used: coupon.used });
        }
    }
    Ok(plan)
}

async fn apply(tx: &mut dyn Session, write: &Write, now: Timestamp) -> Result<(), StoreError> {
    match write {
        Write::Brand(document) => Brands(tx).put(document, now).await,
        Write::Sport(sport) => Imports(tx).put_sport(sport).await,
        Write::Venue(venue, position) => Imports(tx).put_venue(venue, *position).await,
        Write::VenueOff(venue) => Imports(tx).switch_off_venue(*venue).await,
        Write::Hours(venue, week) => Imports(tx).put_hours(*venue, week).await,
        Write::Court(court) => Imports(tx).put_court(court).await,
        Write::CourtOff(court) => Imports(tx).switch_off_court(*court).await,
        Write::Prices(venue, rules) => Imports(tx).replace_prices(*venue, rules).await,
        Write::Coupon(coupon) => Imports(tx).put_coupon(coupon).await,
        Write::CouponOff(coupon) => Imports(tx).switch_off_coupon(*coupon).await,
    }
}
