//! Images: conversion, drawings (SVG) as pixels, and the image store.

pub mod avatar;
pub mod drawing;
mod image_key;
mod image_store;
pub mod logo;
pub mod photo;
mod recoder;

pub use image_key::{ImageKey, ImageKind, NotAnImageKey};
pub use image_store::{BucketSettings, ImageSettings, ImageStore, ImageStoreError};
pub use recoder::{PictureRecoder, PictureRefused};
