//! Images: cleaning of players' avatars and operators' logos, and the image store.

pub mod avatar;
mod image_key;
mod image_store;
pub mod logo;

pub use image_key::{ImageKey, ImageKind, NotAnImageKey};
pub use image_store::{BucketSettings, ImageSettings, ImageStore, ImageStoreError};
