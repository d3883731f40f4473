//! `sslmode=require` encrypts, and refuses a server whose certificate it cannot check.

use std::{path::Path, process::Command};

use sideout_store::{Statement, Store, StoreError, params};
use sideout_store_postgres::{PostgresOptions, PostgresStore};
use sideout_testkit::postgres::fresh_database;
use sideout_testkit_postgres::{Cluster, Durability};

const ENCRYPTED: Statement =
    Statement { name: "test/encrypted", text: "select ssl from pg_stat_ssl where pid = pg_backend_pid()" };

/// Writes `key.pem` and `certificate.pem` for 127.0.0.1 into `folder`; openssl is there wherever Debian's PostgreSQL is.
fn make_certificate(folder: &Path) {
    let request = "[req]\nprompt = no\ndistinguished_name = name\nx509_extensions = server\n[name]\nCN = test\n\
                   [server]\nbasicConstraints = critical, CA:FALSE\nsubjectAltName = IP:127.0.0.1\n";
    std::fs::write(folder.join("request"), request).unwrap();
    let made = Command::new("openssl")
        .args([
            "req",
            "-x509",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:P-256",
            "-nodes",
            "-days",
            "2",
        ])
        .args(["-config", "request", "-keyout", "key.pem", "-out", "certificate.pem"])
        .current_dir(folder)
        .output()
        .unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
}

#[test]
fn required_encryption_is_used_and_the_certificate_is_checked() {
    if fresh_database().is_none() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    make_certificate(folder.path());
    let cluster = Cluster::start(Durability::Volatile).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let plain = cluster.url("postgres");
        let required = format!("{plain}?sslmode=require");
        let trusting = PostgresOptions {
            root_certificates: Some(folder.path().join("certificate.pem")),
            ..PostgresOptions::default()
        };
        let refused = PostgresStore::connect(&required, trusting.clone()).await.err().unwrap();
        assert!(matches!(refused, StoreError::Unavailable(_)), "a server without encryption: {refused}");

        let (operator, connection) = tokio_postgres::connect(&plain, tokio_postgres::NoTls).await.unwrap();
        tokio::spawn(connection);
        for file in ["key.pem", "certificate.pem"] {
            // The server writes its own copy: it insists on owning its key.
            let text = std::fs::read_to_string(folder.path().join(file)).unwrap().replace('\n', "|");
            let copy = format!("copy (select '{text}') to program 'umask 077; tr \"|\" \"\\n\" > {file}'");
            operator.batch_execute(&copy).await.unwrap();
        }
        operator.batch_execute("alter system set ssl_key_file = 'key.pem'").await.unwrap();
        operator.batch_execute("alter system set ssl_cert_file = 'certificate.pem'").await.unwrap();
        operator.batch_execute("alter system set ssl = on").await.unwrap();
        operator.batch_execute("select pg_reload_conf()").await.unwrap();

        let store = loop {
            match PostgresStore::connect(&required, trusting.clone()).await {
                Ok(store) => break Store::new(store),
                // Until the new settings have reached the server.
                Err(error) => assert!(error.to_string().contains("TLS"), "{error}"),
            }
        };
        let encrypted: Result<bool, StoreError> = store
            .read((), |tx, ()| Box::pin(async move { tx.one(ENCRYPTED, params![]).await?.flag("ssl") }))
            .await;
        assert!(encrypted.unwrap());

        let stranger = PostgresStore::connect(&required, PostgresOptions::default()).await.err().unwrap();
        assert!(matches!(stranger, StoreError::Unavailable(_)), "an unknown certificate: {stranger}");
        let misnamed = required.replace("127.0.0.1", "localhost");
        let other = PostgresStore::connect(&misnamed, trusting).await.err().unwrap();
        assert!(matches!(other, StoreError::Unavailable(_)), "a certificate for another name: {other}");
    });
}
