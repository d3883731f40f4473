//! The store of pictures: a local folder or an S3 bucket.

use std::{path::PathBuf, sync::Arc, time::Duration};

use bytes::Bytes;
use object_store::{
    Attribute, Attributes, ClientOptions, ObjectStore, ObjectStoreExt as _, PutMode, PutOptions,
    aws::AmazonS3Builder, local::LocalFileSystem, path::Path,
};

use super::{ImageKey, ImageKind};
use crate::{Secret, http_client};

/// The `[images]` table of the settings file.
#[derive(Debug, Clone, PartialEq, Eq, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ImageSettings {
    /// The folder for pictures if there is no bucket. Created if it does not exist.
    pub folder: PathBuf,
    /// A bucket to use instead; required as soon as several nodes serve one database.
    pub bucket: Option<BucketSettings>,
}

impl Default for ImageSettings {
    fn default() -> Self {
        ImageSettings { folder: PathBuf::from("data/images"), bucket: None }
    }
}

/// A bucket, the `[images.bucket]` table.
#[derive(Debug, Clone, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BucketSettings {
    /// The bucket's name.
    pub name: String,
    /// The bucket's region; `us-east-1` for most servers other than Amazon's.
    pub region: String,
    /// The server's address if it is not Amazon's, for example `https://minio.example.in`. The bucket is part of the
    /// path.
    #[serde(default)]
    pub endpoint: Option<String>,
    /// The access key's id.
    pub access_key_id: String,
    /// The access key's secret.
    pub secret_access_key: Secret,
}

/// Errors of the store.
#[derive(Debug, thiserror::Error)]
pub enum ImageStoreError {
    /// The folder cannot be created or used.
    #[error(
        "images.folder {folder} cannot be used: {message}; name a folder that the server's user can write to"
    )]
    Folder {
        /// The folder of the settings.
        folder: PathBuf,
        /// The system's error message.
        message: String,
    },
    /// The bucket's settings are invalid.
    #[error("images.bucket: {0}; check the settings of the bucket")]
    Bucket(String),
    /// The folder or the bucket failed or cannot be reached, or the key of a new picture is taken.
    #[error("image storage: {0}; check the folder or the bucket of [images]")]
    Unavailable(String),
}

impl From<object_store::Error> for ImageStoreError {
    fn from(error: object_store::Error) -> Self {
        ImageStoreError::Unavailable(error.to_string())
    }
}

/// The store of pictures. Cheap to clone.
#[derive(Debug, Clone)]
pub struct ImageStore {
    objects: Arc<dyn ObjectStore>,
    /// A bucket stores headers with each object, a folder refuses them; a bucket reports success when it removes a
    /// missing object, a folder does not.
    is_bucket: bool,
}

impl ImageStore {
    /// Opens the configured store. No request is sent to a bucket yet.
    pub fn open(settings: &ImageSettings) -> Result<Self, ImageStoreError> {
        Ok(match &settings.bucket {
            None => ImageStore { objects: Arc::new(local(settings)?), is_bucket: false },
            Some(bucket) => ImageStore { objects: Arc::new(remote(bucket)?), is_bucket: true },
        })
    }

    /// Stores a picture under a key of its own. On return it is on disk or in the bucket. An existing key is never overwritten:
    /// that is an error.
    pub async fn put(&self, key: &ImageKey, picture: impl Into<Bytes>) -> Result<(), ImageStoreError> {
        Ok(self.create(key, picture.into()).await?)
    }

    /// Stores a picture under a key that is made of its content, as [`ImageStore::put`] does. What is there already is the same
    /// picture.
    pub async fn put_content(&self, key: &ImageKey, picture: Bytes) -> Result<(), ImageStoreError> {
        match self.create(key, picture).await {
            Ok(()) | Err(object_store::Error::AlreadyExists { .. }) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    async fn create(&self, key: &ImageKey, picture: Bytes) -> Result<(), object_store::Error> {
        let mut options = PutOptions::from(PutMode::Create);
        if self.is_bucket {
            // As in the server's own responses: a possible picture of a person is revalidated each time.
            let cache = match key.kind() {
                ImageKind::Jpeg => "private, no-cache",
                ImageKind::Svg | ImageKind::Webp | ImageKind::Png => "public, max-age=31536000, immutable",
            };
            options.attributes = Attributes::from_iter([
                (Attribute::ContentType, key.kind().content_type()),
                (Attribute::CacheControl, cache),
            ]);
        }
        self.objects.put_opts(&path_of(key), picture.into(), options).await?;
        Ok(())
    }

    /// The picture's bytes, or `None` if there is no picture under this key.
    pub async fn get(&self, key: &ImageKey) -> Result<Option<Bytes>, ImageStoreError> {
        match self.objects.get(&path_of(key)).await {
            Ok(found) => Ok(Some(found.bytes().await?)),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Removes a picture; a missing picture is not an error.
    pub async fn remove(&self, key: &ImageKey) -> Result<(), ImageStoreError> {
        match self.objects.delete(&path_of(key)).await {
            Ok(()) => Ok(()),
            Err(object_store::Error::NotFound { .. }) if !self.is_bucket => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Whether the store exists and can be read. Listing requires the permission without which a bucket responds
    /// "forbidden" for a missing picture, and there are at most 256 folders to list.
    pub async fn check(&self) -> Result<(), ImageStoreError> {
        self.objects.list_with_delimiter(None).await?;
        Ok(())
    }
}

/// One of 256 folders by the first two digits of the key, so that no folder has too many files.
fn path_of(key: &ImageKey) -> Path {
    let key = key.to_string();
    Path::from_iter([&key[..2], &key])
}

fn local(settings: &ImageSettings) -> Result<LocalFileSystem, ImageStoreError> {
    let folder = &settings.folder;
    let failed = |message: String| ImageStoreError::Folder { folder: folder.clone(), message };
    std::fs::create_dir_all(folder).map_err(|error| failed(error.to_string()))?;
    let store = LocalFileSystem::new_with_prefix(folder).map_err(|error| failed(error.to_string()))?;
    Ok(store.with_fsync(true))
}

fn remote(settings: &BucketSettings) -> Result<impl ObjectStore, ImageStoreError> {
    http_client::install_tls_provider();
    let limits = ClientOptions::new()
        .with_connect_timeout(Duration::from_secs(3))
        .with_timeout(Duration::from_secs(10))
        .with_allow_http(
            settings.endpoint.as_deref().is_some_and(|endpoint| endpoint.starts_with("http://")),
        );
    let mut builder = AmazonS3Builder::new()
        .with_bucket_name(&settings.name)
        .with_region(&settings.region)
        .with_access_key_id(&settings.access_key_id)
        .with_secret_access_key(settings.secret_access_key.reveal())
        // One DELETE for each picture: every S3 server supports it, but not the bulk call.
        .with_disable_bulk_delete(true)
        .with_client_options(limits);
    if let Some(endpoint) = &settings.endpoint {
        builder = builder.with_endpoint(endpoint).with_virtual_hosted_style_request(false);
    }
    builder.build().map_err(|error| ImageStoreError::Bucket(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(byte: u8) -> ImageKey {
        ImageKey::from_random([byte; 16], ImageKind::Jpeg)
    }

    #[tokio::test]
    async fn a_picture_comes_back_as_it_was_stored_until_it_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let settings = ImageSettings { folder: folder.path().join("made/on/open"), bucket: None };
        let store = ImageStore::open(&settings).unwrap();
        store.check().await.unwrap();
        assert_eq!(store.get(&key(1)).await.unwrap(), None);
        store.put(&key(1), vec![1, 2, 3]).await.unwrap();
        store.put(&key(2), vec![4]).await.unwrap();
        assert!(store.put(&key(2), vec![5]).await.is_err(), "a key is used once");
        store.put_content(&key(2), Bytes::from_static(&[4])).await.unwrap();
        let again = ImageStore::open(&settings).unwrap();
        assert_eq!(again.get(&key(1)).await.unwrap().as_deref(), Some(&[1, 2, 3][..]));
        again.remove(&key(1)).await.unwrap();
        again.remove(&key(1)).await.unwrap();
        assert_eq!(again.get(&key(1)).await.unwrap(), None);
        assert_eq!(again.get(&key(2)).await.unwrap().as_deref(), Some(&[4][..]));
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_named_with_what_to_do() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let settings = ImageSettings { folder: file.path().join("below-a-file"), bucket: None };
        let error = ImageStore::open(&settings).unwrap_err().to_string();
        assert!(error.starts_with("images.folder") && error.contains("below-a-file"), "{error}");
        assert!(error.ends_with("name a folder that the server's user can write to"), "{error}");
    }
}
