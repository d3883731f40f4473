//! The operator's brand, one JSON document.

use jiff::Timestamp;

use crate::{Session, StoreError, params, sql};

/// Who writes venues, prices and hours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Manager {
    /// The operator's file, by `sideout import`.
    #[default]
    File,
    /// The desk, since prices were published there.
    Console,
}

impl Manager {
    /// `file` or `console`.
    pub fn name(self) -> &'static str {
        match self {
            Manager::File => "file",
            Manager::Console => "console",
        }
    }
}

/// The repository of the brand.
pub struct Brands<'s>(pub &'s mut dyn Session);

impl Brands<'_> {
    /// The brand's JSON document; `None` before the first import.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find(&mut self) -> Result<Option<String>, StoreError> {
        let row = self.0.first(sql!("brand/find"), params![]).await?;
        row.map(|row| row.text("document").map(str::to_owned)).transpose()
    }

    /// Who writes venues, prices and hours.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find_manager(&mut self) -> Result<Manager, StoreError> {
        let row = self.0.first(sql!("brand/find_manager"), params![]).await?;
        let is_console =
            row.map(|row| Ok::<_, StoreError>(row.text("managed_by")? == "console")).transpose()?;
        Ok(if is_console == Some(true) { Manager::Console } else { Manager::File })
    }

    /// Lets imports and changes at the desk run one after another. Without a brand there is nothing to wait for.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn take_turn(&mut self) -> Result<(), StoreError> {
        self.0.run(sql!("brand/take_turn"), params![]).await.map(drop)
    }

    /// Says who writes venues, prices and hours from now on.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn set_manager(&mut self, manager: Manager, now: Timestamp) -> Result<(), StoreError> {
        // Each field of a brand has a default.
        self.0.run(sql!("brand/set_manager"), params![manager.name(), now, "{}"]).await.map(drop)
    }

    /// Replaces the brand.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn put(&mut self, document: &str, now: Timestamp) -> Result<(), StoreError> {
        self.0.run(sql!("brand/put"), params![document, now]).await.map(drop)
    }
}
