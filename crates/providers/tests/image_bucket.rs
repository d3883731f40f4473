//! The image store over S3's protocol, against a small stand-in for a bucket.

#![expect(clippy::unwrap_used, reason = "a test that cannot be set up shall fail")]

use std::{collections::HashMap, sync::Arc};

use axum::{
    Router,
    body::{Body, Bytes},
    extract::{Path, State},
    http::{HeaderMap, HeaderName, Method, Response, StatusCode, header},
    routing::any,
};
use sideout_providers::{
    Secret,
    images::{BucketSettings, ImageKey, ImageKind, ImageSettings, ImageStore},
};
use tokio::{net::TcpListener, sync::Mutex};

const EMPTY_LIST: &str = "<?xml version=\"1.0\"?><ListBucketResult><Name>pictures</Name><KeyCount>0</KeyCount>\
     <MaxKeys>1000</MaxKeys><IsTruncated>false</IsTruncated></ListBucketResult>";

type Objects = Arc<Mutex<HashMap<String, (Bytes, String)>>>;

async fn object(
    State(objects): State<Objects>,
    Path(path): Path<String>,
    method: Method,
    headers: HeaderMap,
    body: Bytes,
) -> Response<Body> {
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let answer = |status: StatusCode| Response::builder().status(status);
    let (bucket, key) = path.split_once('/').unwrap_or((&path, ""));
    let signed = text(header::AUTHORIZATION).starts_with("AWS4-HMAC-SHA256 Credential=pictures-key/");
    if !signed || bucket != "pictures" {
        return answer(StatusCode::FORBIDDEN)
            .body(Body::from("<Error><Code>AccessDenied</Code></Error>"))
            .unwrap();
    }
    let mut objects = objects.lock().await;
    let tagged = |status| answer(status).header(header::ETAG, "\"1\"");
    match method {
        Method::GET if key.is_empty() => answer(StatusCode::OK).body(Body::from(EMPTY_LIST)),
        Method::PUT if objects.contains_key(key) && text(header::IF_NONE_MATCH) == "*" => {
            answer(StatusCode::PRECONDITION_FAILED).body(Body::empty())
        }
        Method::PUT => {
            objects.insert(key.to_owned(), (body, text(header::CONTENT_TYPE).to_owned()));
            tagged(StatusCode::OK).body(Body::empty())
        }
        Method::DELETE => {
            objects.remove(key);
            answer(StatusCode::NO_CONTENT).body(Body::empty())
        }
        _ => match objects.get(key) {
            Some((bytes, content_type)) => tagged(StatusCode::OK)
                .header(header::CONTENT_TYPE, content_type)
                .header(header::LAST_MODIFIED, "Sat, 21 Nov 2026 01:00:00 GMT")
                .body(Body::from(bytes.clone())),
            None => answer(StatusCode::NOT_FOUND).body(Body::empty()),
        },
    }
    .unwrap()
}

async fn start_bucket(objects: Objects) -> BucketSettings {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let endpoint = format!("http://{}", listener.local_addr().unwrap());
    let router = Router::new().route("/{*path}", any(object)).with_state(objects);
    tokio::spawn(async move { axum::serve(listener, router).await });
    BucketSettings {
        name: "pictures".to_owned(),
        region: "ap-south-1".to_owned(),
        endpoint: Some(endpoint),
        access_key_id: "pictures-key".to_owned(),
        secret_access_key: Secret::new("pictures-secret"),
    }
}

fn open(bucket: BucketSettings) -> ImageStore {
    ImageStore::open(&ImageSettings { bucket: Some(bucket), ..ImageSettings::default() }).unwrap()
}

#[tokio::test]
async fn a_picture_is_in_the_bucket_until_it_is_removed() {
    let objects = Objects::default();
    let store = open(start_bucket(objects.clone()).await);
    let key = ImageKey::from_random([7; 16], ImageKind::Jpeg);
    store.check().await.unwrap();
    assert_eq!(store.get(&key).await.unwrap(), None);
    store.put(&key, vec![1, 2, 3]).await.unwrap();
    assert!(store.put(&key, vec![4]).await.is_err(), "a key is used once");
    assert_eq!(store.get(&key).await.unwrap().as_deref(), Some(&[1, 2, 3][..]));
    assert_eq!(objects.lock().await.values().next().unwrap().1, "image/jpeg");
    store.remove(&key).await.unwrap();
    store.remove(&key).await.unwrap();
    assert_eq!(store.get(&key).await.unwrap(), None);
}

#[tokio::test]
async fn a_bucket_that_refuses_us_is_an_error_and_not_an_absent_picture() {
    let mut settings = start_bucket(Objects::default()).await;
    settings.access_key_id = "somebody-else".to_owned();
    let store = open(settings);
    let refused = store.check().await.unwrap_err().to_string();
    assert!(refused.ends_with("; check the folder or the bucket of [images]"), "{refused}");
    assert!(store.get(&ImageKey::from_random([7; 16], ImageKind::Jpeg)).await.is_err());
}
