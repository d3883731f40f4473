//! The keys outside the database: set by the operator, or generated in the data folder.

use std::{
    io::{self, ErrorKind},
    path::Path,
};

use sideout_app::{
    health::lost_keys::{LostKey, PresentKey},
    platform::{
        pass_code::{PassKey, PassSigner},
        random::Random,
        secrets::Secrets,
    },
};
use sideout_providers::Secret;

use crate::{
    database::DatabaseUrl,
    failure::{Failure, make_room_or},
    new_file::{Readers, write_new},
    settings::ServerSettings,
};

/// A key of 32 bytes, written as 64 hexadecimal digits.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ServerKey {
    /// The key's name in the settings.
    pub(crate) setting: &'static str,
    /// The key's environment variable.
    pub(crate) variable: &'static str,
    /// The key's file in the data folder.
    pub(crate) file: &'static str,
    /// What the key is needed for.
    pub(crate) needed_for: &'static str,
    given: fn(&ServerSettings) -> Option<&Secret>,
}

/// The key of [`Secrets`]; [`Secrets::new`] says what a change of it makes invalid.
pub(crate) const CODE_KEY: ServerKey = ServerKey {
    setting: "code_key",
    variable: "SIDEOUT_CODE_KEY",
    file: "code-key",
    needed_for: "codes and PINs are checked with it, and the secrets of authenticator apps are sealed with it",
    given: |settings| settings.code_key.as_ref(),
};

/// The key for signing passes.
pub(crate) const PASS_KEY: ServerKey = ServerKey {
    setting: "pass_key",
    variable: "SIDEOUT_PASS_KEY",
    file: "pass-key",
    needed_for: "passes that players saved were signed with it",
    given: |settings| settings.pass_key.as_ref(),
};

/// All keys.
pub(crate) const KEYS: &[ServerKey] = &[CODE_KEY, PASS_KEY];

impl ServerKey {
    /// Whether the operator set it.
    pub(crate) fn is_given(&self, settings: &ServerSettings) -> bool {
        (self.given)(settings).is_some()
    }

    /// The key of the settings, or, with an embedded database, the one in the data folder, which is generated if it is
    /// missing.
    ///
    /// # Errors
    /// If it is not set with PostgreSQL, where every node needs the same key, cannot be read or written, or is invalid.
    pub(crate) fn find(
        &self,
        settings: &ServerSettings,
        database: &DatabaseUrl,
        random: &dyn Random,
    ) -> Result<[u8; 32], Failure> {
        let setting = self.setting;
        let (text, place) = match (self.given)(settings) {
            Some(key) => (key.reveal().to_owned(), format!("settings: {setting}")),
            None if matches!(database, DatabaseUrl::Postgres(_)) => {
                return Err(Failure::new(format!(
                    "settings: {setting} is needed with PostgreSQL, the same on every node: write 64 hexadecimal digits \
                     (openssl rand -hex 32) into {}, or into a file that {setting}_file names",
                    self.variable
                )));
            }
            None => {
                let path = settings.data_dir.join(self.file);
                (self.read_or_generate(&settings.data_dir, random)?, path.display().to_string())
            }
        };
        parse(&text).ok_or_else(|| Failure::new(format!("{place} must be 64 hexadecimal digits")))
    }

    /// The key of the settings, or the one in the data folder; `None` if neither exists.
    ///
    /// # Errors
    /// If it cannot be read or is invalid.
    pub(crate) fn find_present(&self, settings: &ServerSettings) -> Result<Option<[u8; 32]>, Failure> {
        let (text, place) = match (self.given)(settings) {
            Some(key) => (key.reveal().to_owned(), format!("settings: {}", self.setting)),
            None => {
                let path = settings.data_dir.join(self.file);
                let Some(text) = read(&path)? else { return Ok(None) };
                (text, path.display().to_string())
            }
        };
        parse(&text).map(Some).ok_or_else(|| Failure::new(format!("{place} must be 64 hexadecimal digits")))
    }

    /// The key in the data folder, generated there if it is missing.
    ///
    /// # Errors
    /// If the file cannot be read, or is missing and cannot be written.
    pub(crate) fn read_or_generate(&self, data_dir: &Path, random: &dyn Random) -> Result<String, Failure> {
        let path = data_dir.join(self.file);
        if let Some(text) = read(&path)? {
            return Ok(text);
        }
        let text: String = random.bytes::<32>().iter().map(|byte| format!("{byte:02x}")).collect();
        match write(&path, &text) {
            Ok(()) => Ok(text),
            // Another process that starts at this moment has generated it.
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                read(&path)?.ok_or_else(|| unwritable(&path, &error))
            }
            Err(error) => Err(unwritable(&path, &error)),
        }
    }
}

/// The text of the file; `None` if there is none.
fn read(path: &Path) -> Result<Option<String>, Failure> {
    match std::fs::read_to_string(path) {
        Ok(text) => Ok(Some(text.trim().to_owned())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Failure::new(format!(
            "{} cannot be read: {error}; make it a text file that the server's user can read",
            path.display()
        ))),
    }
}

/// Writes a new file that only its owner may read, whole or not at all: a part of a key would be refused at each start.
fn write(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    write_new(path, Readers::Owner, format!("{text}\n").as_bytes())
}

fn unwritable(path: &Path, error: &io::Error) -> Failure {
    Failure::new(format!(
        "{} cannot be written: {error}; {}",
        path.display(),
        make_room_or("let the server's user write into its folder", error)
    ))
}

/// The public keys of earlier seeds, whose passes stay valid.
///
/// # Errors
/// If one of them is invalid.
pub(crate) fn retired_pass_keys(settings: &ServerSettings) -> Result<Vec<PassKey>, Failure> {
    let parse = |text: &String| {
        PassKey::parse(text).map_err(|_| {
            Failure::new(format!(
                "settings: retired_pass_keys: {text} is not a public key; write it as app-config showed it, in 43 characters"
            ))
        })
    };
    settings.retired_pass_keys.iter().map(parse).collect()
}

/// The fingerprints of earlier code keys that the operator does without.
///
/// # Errors
/// If one of them is invalid.
fn retired_code_keys(settings: &ServerSettings) -> Result<Vec<String>, Failure> {
    let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    let is_fingerprint = |text: &str| text.len() == 16 && text.bytes().all(is_digit);
    match settings.retired_code_keys.iter().find(|text| !is_fingerprint(text.as_str())) {
        None => Ok(settings.retired_code_keys.clone()),
        Some(text) => Err(Failure::new(format!(
            "settings: retired_code_keys: {text} is not a fingerprint; write it as sideout doctor shows it, in 16 \
             hexadecimal digits with lower-case letters"
        ))),
    }
}

/// The signer of passes with the key of this seed.
///
/// # Errors
/// If a key is invalid.
pub(crate) fn pass_signer(settings: &ServerSettings, seed: [u8; 32]) -> Result<PassSigner, Failure> {
    PassSigner::new(&seed, retired_pass_keys(settings)?)
        .map_err(|error| Failure::new(format!("settings: pass_key: {error}")))
}

/// The keys of this installation by their fingerprints, for comparison with those that the database was used with. A
/// missing key has no fingerprint.
///
/// # Errors
/// If a key cannot be read or is invalid.
pub(crate) fn present_keys(settings: &ServerSettings) -> Result<Vec<PresentKey>, Failure> {
    let code_key = CODE_KEY.find_present(settings)?;
    let pass_key = match PASS_KEY.find_present(settings)? {
        None => None,
        Some(seed) => pass_signer(settings, seed)?.keys().first().map(PassKey::text),
    };
    Ok(vec![
        PresentKey {
            name: CODE_KEY.setting,
            fingerprint: code_key.map(|key| Secrets::new(key).code_key_fingerprint()),
            retired: retired_code_keys(settings)?,
        },
        PresentKey {
            name: PASS_KEY.setting,
            fingerprint: pass_key,
            retired: retired_pass_keys(settings)?.iter().map(PassKey::text).collect(),
        },
    ])
}

/// The consequence of a lost key and what to do.
pub(crate) fn describe_lost_key(lost: &LostKey, settings: &ServerSettings) -> String {
    let LostKey { name, fingerprint } = lost;
    if *name == PASS_KEY.setting {
        let file = settings.data_dir.join(PASS_KEY.file);
        return format!(
            "passes that players saved were signed with another pass_key ({fingerprint}) and are refused now: bring \
             back {} (or pass_key) from the backup, or add {fingerprint} to retired_pass_keys",
            file.display()
        );
    }
    let file = settings.data_dir.join(CODE_KEY.file);
    format!(
        "this database was used with another code_key ({fingerprint}): bring back {} (or code_key) from the backup; \
         without it staff need new links where they sign in by an authenticator app, and set new PINs; missed games and blocks of \
         erased players do not count for the next player with the number, and the codes on their way are void. When you have \
         dealt with that, add {fingerprint} to retired_code_keys",
        file.display()
    )
}

fn parse(text: &str) -> Option<[u8; 32]> {
    let mut key = [0; 32];
    // `from_str_radix` would also accept a sign.
    if text.len() != 64 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    for (byte, pair) in key.iter_mut().zip(text.as_bytes().chunks(2)) {
        *byte = u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?;
    }
    Some(key)
}

#[cfg(test)]
mod tests {
    use std::{os::unix::fs::PermissionsExt as _, sync::Barrier, thread};

    use sideout_app::platform::random::SystemRandom;

    use super::*;

    #[test]
    fn the_first_start_generates_a_key_readable_by_its_owner_only_and_the_next_reads_it() {
        let folder = tempfile::tempdir().unwrap();
        let settings = ServerSettings { data_dir: folder.path().to_path_buf(), ..ServerSettings::standard() };
        let embedded = DatabaseUrl::parse("sqlite:x.db").unwrap();
        let first = PASS_KEY.find(&settings, &embedded, &SystemRandom).unwrap();
        assert_eq!(PASS_KEY.find(&settings, &embedded, &SystemRandom).unwrap(), first);
        assert_ne!(CODE_KEY.find(&settings, &embedded, &SystemRandom).unwrap(), first);
        let mode = std::fs::metadata(folder.path().join("pass-key")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }

    #[test]
    fn of_eight_processes_that_start_at_once_all_read_one_whole_key() {
        for _ in 0..20 {
            let folder = tempfile::tempdir().unwrap();
            let all_are_ready = Barrier::new(8);
            let start = || {
                all_are_ready.wait();
                PASS_KEY.read_or_generate(folder.path(), &SystemRandom).unwrap()
            };
            let keys: Vec<String> = thread::scope(|scope| {
                let starts: Vec<_> = (0..8).map(|_| scope.spawn(start)).collect();
                starts.into_iter().map(|start| start.join().unwrap()).collect()
            });
            let stored = std::fs::read_to_string(folder.path().join("pass-key")).unwrap();
            assert!(parse(stored.trim()).is_some(), "{stored}");
            assert!(keys.iter().all(|key| key == stored.trim()), "{keys:?}");
            assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "no unfinished file is left");
        }
    }

    #[test]
    fn what_a_killed_start_wrote_of_a_key_does_not_prevent_the_next_one() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("pass-key.unfinished"), "0f0f").unwrap();
        let key = PASS_KEY.read_or_generate(folder.path(), &SystemRandom).unwrap();
        assert!(parse(&key).is_some(), "{key}");
    }

    #[test]
    fn a_file_that_holds_no_key_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("pass-key");
        std::fs::write(&file, "garbage").unwrap();
        let settings = ServerSettings { data_dir: folder.path().to_path_buf(), ..ServerSettings::standard() };
        let embedded = DatabaseUrl::parse("sqlite:x.db").unwrap();
        let message = PASS_KEY.find(&settings, &embedded, &SystemRandom).unwrap_err().to_string();
        assert_eq!(message, format!("{} must be 64 hexadecimal digits", file.display()));
    }

    #[test]
    fn with_postgres_the_keys_must_be_set() {
        let folder = tempfile::tempdir().unwrap();
        let mut settings =
            ServerSettings { data_dir: folder.path().to_path_buf(), ..ServerSettings::standard() };
        let shared = DatabaseUrl::parse("postgres://db.example.in/app").unwrap();
        let message = PASS_KEY.find(&settings, &shared, &SystemRandom).unwrap_err().to_string();
        let places = "into SIDEOUT_PASS_KEY, or into a file that pass_key_file names";
        assert!(message.contains("pass_key is needed") && message.ends_with(places), "{message}");
        settings.pass_key = Some(Secret::new(&"0f".repeat(32)));
        assert_eq!(PASS_KEY.find(&settings, &shared, &SystemRandom).unwrap(), [15; 32]);
        for bad in ["0f", &"0g".repeat(32), &"+f".repeat(32), &"é".repeat(32)] {
            settings.pass_key = Some(Secret::new(bad));
            let message = PASS_KEY.find(&settings, &shared, &SystemRandom).unwrap_err().to_string();
            assert!(message.contains("pass_key must be 64"), "{message}");
        }
    }
}
