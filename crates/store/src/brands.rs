//! The operator's brand, one JSON document.

use jiff::Timestamp;

use crate::{Session, StoreError, params, sql};

/// Who manages the brand, venues, hours and prices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Manager {
    /// The operator's file, by `sideout import`.
    #[default]
    File,
    /// The desk.
    Desk,
}

impl Manager {
    /// `file` or `console`, as it is stored.
    pub fn name(self) -> &'static str {
        match self {
            Manager::File => "file",
            Manager::Desk => "console",
        }
    }
}

/// The brand as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredBrand {
    /// The JSON document.
    pub document: String,
    /// The number of its changes; 0 if only the manager was stored.
    pub version: i64,
    /// Who manages it.
    pub manager: Manager,
}

/// The repository of the brand.
pub struct Brands<'s>(pub &'s mut dyn Session);

impl Brands<'_> {
    /// The brand; `None` if none is stored.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find_stored(&mut self) -> Result<Option<StoredBrand>, StoreError> {
        let row = self.0.first(sql!("brand/find"), params![]).await?;
        row.map(|row| {
            let is_at_desk = row.text("managed_by")? == "console";
            Ok(StoredBrand {
                document: row.text("document")?.to_owned(),
                version: row.integer("version")?,
                manager: if is_at_desk { Manager::Desk } else { Manager::File },
            })
        })
        .transpose()
    }

    /// The brand's JSON document; `None` if no brand is stored.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find(&mut self) -> Result<Option<String>, StoreError> {
        Ok(self.find_stored().await?.map(|stored| stored.document))
    }

    /// Who manages the brand, venues, hours and prices.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find_manager(&mut self) -> Result<Manager, StoreError> {
        Ok(self.find_stored().await?.map_or(Manager::File, |stored| stored.manager))
    }

    /// Lets imports and changes at the desk run one after another, if a brand is stored.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn take_turn(&mut self) -> Result<(), StoreError> {
        self.0.run(sql!("brand/take_turn"), params![]).await.map(drop)
    }

    /// Stores who manages the brand, venues, hours and prices from now on.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn set_manager(&mut self, manager: Manager, now: Timestamp) -> Result<(), StoreError> {
        // The document of a brand that is not stored yet: each field has a default.
        self.0.run(sql!("brand/set_manager"), params![manager.name(), now, "{}"]).await.map(drop)
    }

    /// Replaces the brand with that of a file; `false` if the desk manages it.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn put(&mut self, document: &str, now: Timestamp) -> Result<bool, StoreError> {
        Ok(self.0.run(sql!("brand/put"), params![document, now]).await? == 1)
    }

    /// Replaces version `version` of the brand at the desk, which manages it from now on; `false` if it has another
    /// version now.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn change_at_desk(
        &mut self,
        document: &str,
        version: i64,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let changed = self.0.run(sql!("brand/change_at_desk"), params![document, now, version]).await?;
        if changed == 1 || version != 0 {
            return Ok(changed == 1);
        }
        Ok(self.0.run(sql!("brand/add_at_desk"), params![document, now]).await? == 1)
    }
}
