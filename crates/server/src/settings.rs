//! The settings: defaults, overridden by the settings file, overridden by the environment. Checked before anything starts.

use std::{
    collections::HashMap,
    net::SocketAddr,
    num::NonZeroU32,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
};

use config::{Config, Environment, File, FileFormat};
use sideout_app::platform::settings::{BadSetting, Settings};
use sideout_http::platform::settings::{BadHttpSetting, HttpSettings};
use sideout_providers::{
    Secret, images::ImageSettings, mail::MailSettings, messaging::MessagingSettings,
    payments::RazorpaySettings,
};

use crate::failure::Failure;

/// Environment variables with this prefix are settings, except [`NOT_SETTINGS`].
const PREFIX: &str = "SIDEOUT_";
/// Beginnings of variables with the prefix that are not settings: the one that names the settings file, and those of the
/// project's tests.
const NOT_SETTINGS: &[&str] = &["SIDEOUT_SETTINGS", "SIDEOUT_TEST_"];
/// Keys that must not be in the settings file, only in the environment or in a file of their own (`…_file`).
const SECRETS: &[&str] = &[
    DATABASE_URL,
    "code_key",
    "pass_key",
    "messaging.msg91.auth_key",
    "messaging.twilio.auth_token",
    "payments.razorpay.key_secret",
    "payments.razorpay.webhook_secret",
    "payments.razorpay.previous_webhook_secret",
    "mail.password",
    "images.bucket.secret_access_key",
    "http.metrics_token",
];

/// Keys whose text may look like a number, besides those of [`SECRETS`] and [`TEMPLATES`].
const TEXTS: &[&str] = &[
    "business.api_key",
    "business.api_key_previous",
    "business.receipts.series",
    "business.receipts.credit_series",
    "business.receipts.sac",
    "business.receipts.place_of_supply",
    "messaging.entity_id",
    "messaging.header",
    "messaging.twilio.from",
    "mail.user",
    "images.bucket.name",
    "images.bucket.access_key_id",
];

/// All keys below this one are texts.
const TEMPLATES: &str = "messaging.templates.";

/// A secret only if it contains a password.
const DATABASE_URL: &str = "database_url";

/// All settings of a server (docs/OPERATING.md lists every key).
#[derive(Debug, Clone, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ServerSettings {
    /// The address to listen on.
    #[serde(default = "default_listen")]
    pub(crate) listen: SocketAddr,
    /// `sqlite:PATH` or `postgres://…`.
    #[serde(default = "default_database_url")]
    pub(crate) database_url: String,
    /// Options of the connection to a database server.
    #[serde(default)]
    pub(crate) database: DatabaseSettings,
    /// The folder for files that the server stores outside the database.
    #[serde(default = "default_data_dir")]
    pub(crate) data_dir: PathBuf,
    /// The key [`crate::keys::CODE_KEY`]: 64 hexadecimal digits, the same on every node. With an embedded database it is generated
    /// if it is missing.
    #[serde(default)]
    pub(crate) code_key: Option<Secret>,
    /// Fingerprints of earlier code keys, as `sideout doctor` showed them, whose loss is not reported any more.
    #[serde(default)]
    pub(crate) retired_code_keys: Vec<String>,
    /// The seed of the key that signs passes, like `code_key`.
    #[serde(default)]
    pub(crate) pass_key: Option<Secret>,
    /// Public keys of earlier seeds, as app-config showed them: passes signed by them stay valid.
    #[serde(default)]
    pub(crate) retired_pass_keys: Vec<String>,
    /// Business rules.
    #[serde(default)]
    pub(crate) business: Settings,
    /// Limits and timeouts of HTTP.
    #[serde(default)]
    pub(crate) http: HttpSettings,
    /// The providers of text messages.
    #[serde(default)]
    pub(crate) messaging: MessagingSettings,
    /// The payment provider; without one all players pay at the court.
    #[serde(default)]
    pub(crate) payments: PaymentsSettings,
    /// The mail relay; without one no mail is sent.
    #[serde(default)]
    pub(crate) mail: Option<MailSettings>,
    /// The storage of pictures.
    #[serde(default)]
    pub(crate) images: ImageSettings,
    /// The log.
    #[serde(default)]
    pub(crate) log: LogSettings,
    /// Files with secrets to which other users of this machine have access.
    #[serde(skip)]
    pub(crate) exposed_files: Vec<String>,
}

/// The `[payments]` table.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct PaymentsSettings {
    /// The account at Razorpay.
    pub(crate) razorpay: Option<RazorpaySettings>,
}

/// The `[log]` table.
#[derive(Debug, Clone, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct LogSettings {
    /// `auto`, `text` or `json`.
    pub(crate) format: LogFormat,
    /// The filter: `info`, or `info,sideout_http=debug`.
    pub(crate) filter: String,
}

impl Default for LogSettings {
    fn default() -> Self {
        LogSettings { format: LogFormat::Auto, filter: "info".to_owned() }
    }
}

/// The format of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LogFormat {
    /// Text on a terminal, JSON otherwise.
    Auto,
    /// One readable line for each event.
    Text,
    /// One JSON object for each event.
    Json,
}

fn default_listen() -> SocketAddr {
    ([127, 0, 0, 1], 8080).into()
}

fn default_database_url() -> String {
    "sqlite:data/sideout.db".to_owned()
}

fn default_data_dir() -> PathBuf {
    "data".into()
}

/// Why the settings are invalid.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SettingsError {
    /// A file cannot be read or a key does not fit.
    #[error("settings: {0}")]
    Config(#[from] config::ConfigError),
    /// A business rule is out of range.
    #[error("settings: business.{0}")]
    Business(#[from] BadSetting),
    /// A limit of HTTP is out of range.
    #[error("settings: http.{0}")]
    Http(#[from] BadHttpSetting),
    /// A secret is in the settings file.
    #[error(
        "settings: {key} is a secret and must not be in the settings file; put it into the environment as {variable} or into a file \
         named by {key}_file"
    )]
    SecretInFile { key: &'static str, variable: String },
    /// The value of a variable is not text.
    #[error("settings: the variable {variable} is not UTF-8; set it again")]
    NotUnicode { variable: String },
    /// A file that holds a secret cannot be read.
    #[error(
        "settings: {key}_file: {path} cannot be read: {error}; name a text file that the server's user can read"
    )]
    SecretFile { key: &'static str, path: String, error: std::io::Error },
}

impl From<SettingsError> for Failure {
    fn from(error: SettingsError) -> Self {
        Failure::new(error.to_string())
    }
}

impl ServerSettings {
    /// Reads `file`, if given, and the environment, which overrides it.
    pub(crate) fn load(file: Option<&Path>) -> Result<Self, SettingsError> {
        let mut environment = HashMap::new();
        for (name, value) in std::env::vars_os() {
            let Some(name) = name.to_str().filter(|name| is_setting(name)) else { continue };
            let value = value.into_string();
            let value = value.map_err(|_| SettingsError::NotUnicode { variable: name.to_owned() })?;
            environment.insert(name.to_owned(), value);
        }
        Self::load_from(file, environment)
    }

    /// The defaults, without the environment.
    #[cfg(test)]
    pub(crate) fn standard() -> Self {
        Self::load_from(None, HashMap::new()).expect("the defaults fit")
    }

    fn load_from(
        file: Option<&Path>,
        mut environment: HashMap<String, String>,
    ) -> Result<Self, SettingsError> {
        environment.retain(|name, value| !is_service_link(name, value));
        let mut builder = Config::builder().add_source(default_rates()?);
        if let Some(path) = file {
            let source = File::from(path).format(FileFormat::Toml);
            let alone = Config::builder().add_source(source.clone()).build()?;
            let is_secret = |key: &&&str| match **key {
                DATABASE_URL => alone.get_string(DATABASE_URL).is_ok_and(|url| holds_password(&url)),
                key => alone.get::<config::Value>(key).is_ok(),
            };
            if let Some(key) = SECRETS.iter().find(is_secret) {
                return Err(SettingsError::SecretInFile { key, variable: variable(key) });
            }
            builder = builder.add_source(source);
        }
        // Parsing would make a number of a text like "999652" or "+14155550100".
        let texts = environment.iter().filter(|(name, _)| is_text(name));
        let texts = texts.map(|(name, value)| (name.clone(), value.clone())).collect();
        let texts = environment_source().source(Some(texts));
        let is_in_environment =
            |key: &&str| environment.get(&variable(key)).is_some_and(|text| !text.is_empty());
        let in_environment: Vec<&str> = SECRETS.iter().copied().filter(is_in_environment).collect();
        let source = environment_source()
            .try_parsing(true)
            .list_separator(",")
            .with_list_parse_key("http.trusted_proxies")
            .with_list_parse_key("retired_code_keys")
            .with_list_parse_key("retired_pass_keys")
            .with_list_parse_key("http.cors_origins")
            .with_list_parse_key("http.map_hosts")
            .with_list_parse_key("http.image_hosts")
            .with_list_parse_key("http.checkout_hosts")
            .source(Some(environment));
        let mut merged = builder.add_source(source).add_source(texts);
        let so_far = merged.clone().build()?;
        let (mut named, mut exposed_files) = (Vec::new(), Vec::new());
        for key in SECRETS {
            let Ok(path) = so_far.get_string(&format!("{key}_file")) else { continue };
            named.push(*key);
            // The environment wins, as over any other key of the settings file.
            if in_environment.contains(key) {
                continue;
            }
            let text = std::fs::read_to_string(&path).map_err(|error| SettingsError::SecretFile {
                key,
                path: path.clone(),
                error,
            })?;
            if is_exposed(Path::new(&path)) {
                exposed_files.push(path.clone());
            }
            merged = merged.set_override(*key, text.trim().to_owned())?;
        }
        let mut whole: serde_json::Value = merged.build()?.try_deserialize()?;
        for key in named {
            remove_key(&mut whole, &format!("{key}_file"));
        }
        let settings: Self = serde_path_to_error::deserialize(whole)
            .map_err(|error| config::ConfigError::Message(format!("{}: {}", error.path(), error.inner())))?;
        settings.business.check()?;
        settings.http.check()?;
        Ok(ServerSettings { exposed_files, ..settings })
    }
}

/// The default of every rate, so that a settings file or environment that sets only one of its two values keeps the other.
fn default_rates() -> Result<Config, config::ConfigError> {
    let Settings { limits, booking_limits, .. } = Settings::default();
    Config::try_from(
        &serde_json::json!({ "business": { "limits": limits, "booking_limits": booking_limits } }),
    )
}

/// Reads variables named as docs/OPERATING.md describes.
fn environment_source() -> Environment {
    Environment::with_prefix(PREFIX.trim_end_matches('_')).prefix_separator("_").separator("__")
}

/// Whether the variable sets a key whose text may look like a number.
fn is_text(variable_name: &str) -> bool {
    let is_listed = SECRETS.iter().chain(TEXTS).any(|key| variable(key) == variable_name);
    is_listed || variable_name.starts_with(&variable(TEMPLATES))
}

/// Whether Kubernetes or a Docker link created the variable for a service whose name begins with "sideout":
/// `SIDEOUT_PORT=tcp://10.0.0.7:8080`, `SIDEOUT_SERVICE_HOST`, `SIDEOUT_WEB_PORT_8080_TCP_ADDR`. No setting has such a name.
fn is_service_link(name: &str, value: &str) -> bool {
    let is_protocol = |word: &str| matches!(word, "TCP" | "UDP" | "SCTP");
    let is_address = ["tcp://", "udp://", "sctp://"].iter().any(|scheme| value.starts_with(scheme));
    let mut words = name.rsplit('_');
    // …_PORT_8080_TCP, optionally followed by _PROTO, _PORT or _ADDR.
    let mut of_a_port = || {
        let last = words.next()?;
        let protocol = if is_protocol(last) { last } else { words.next()? };
        let number = words.next()?;
        let is_number = !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit());
        Some(is_protocol(protocol) && is_number && words.next() == Some("PORT"))
    };
    (name.ends_with("_PORT") && is_address)
        || name.ends_with("_SERVICE_HOST")
        || name.ends_with("_SERVICE_PORT")
        || name.contains("_SERVICE_PORT_")
        || of_a_port().unwrap_or(false)
}

/// Whether an environment variable of this name is a setting.
fn is_setting(name: &str) -> bool {
    name.starts_with(PREFIX) && !NOT_SETTINGS.iter().any(|other| name.starts_with(other))
}

/// Whether a database URL contains a password: `postgres://user:password@host/…`. The engine takes what is before the first `@` for
/// the user and the password, whatever characters it has.
fn holds_password(url: &str) -> bool {
    let credentials = url.split_once("://").and_then(|(_, rest)| rest.split_once('@'));
    credentials.is_some_and(|(credentials, _)| credentials.contains(':')) || url.contains("password=")
}

/// Whether users other than its owner have any access to the file.
fn is_exposed(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|file| file.permissions().mode() & 0o077 != 0)
}

/// Removes a dotted key.
fn remove_key(whole: &mut serde_json::Value, key: &str) {
    let (tables, last) = key.rsplit_once('.').unwrap_or(("", key));
    let table =
        tables.split('.').filter(|name| !name.is_empty()).try_fold(whole, |table, name| table.get_mut(name));
    if let Some(table) = table.and_then(serde_json::Value::as_object_mut) {
        table.remove(last);
    }
}

/// The environment variable of a dotted key.
fn variable(key: &str) -> String {
    format!("{PREFIX}{}", key.replace('.', "__").to_uppercase())
}

/// The `[database]` table.
#[derive(Debug, Clone, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct DatabaseSettings {
    /// A PEM file with the certificate authorities to trust for `sslmode=require`; default: those of the system.
    pub(crate) root_certificates: Option<PathBuf>,
    /// How long a server waits at its start for an unreachable database server, in seconds.
    pub(crate) wait_seconds: u64,
    /// A node whose machine's clock differs from PostgreSQL's by more than this is not ready.
    pub(crate) clock_tolerance_seconds: NonZeroU32,
}

/// With a time service, clocks of machines differ by milliseconds only.
const CLOCK_TOLERANCE_SECONDS: NonZeroU32 = NonZeroU32::new(2).unwrap();

impl Default for DatabaseSettings {
    fn default() -> Self {
        DatabaseSettings {
            root_certificates: None,
            wait_seconds: 60,
            clock_tolerance_seconds: CLOCK_TOLERANCE_SECONDS,
        }
    }
}

#[cfg(test)]
mod tests {
    use sideout_store::accounts::Rate;

    use super::*;

    fn load(toml: &str, environment: &[(&str, &str)]) -> Result<ServerSettings, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sideout.toml");
        std::fs::write(&path, toml).unwrap();
        let environment = environment.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
        ServerSettings::load_from(Some(&path), environment).map_err(|error| error.to_string())
    }

    #[test]
    fn the_environment_overrides_the_file_and_the_file_the_defaults() {
        let settings = load(
            "listen = '0.0.0.0:9000'\n[business]\nhold_seconds = 300\nmax_open_unpaid = 2\n",
            &[
                ("SIDEOUT_BUSINESS__HOLD_SECONDS", "240"),
                ("SIDEOUT_HTTP__TRUSTED_PROXIES", "10.0.0.1,10.1.0.0/16"),
            ],
        )
        .unwrap();
        assert_eq!(settings.listen.port(), 9000);
        assert_eq!(settings.business.hold_seconds, 240);
        assert_eq!(settings.business.max_open_unpaid, 2);
        assert_eq!(settings.business.bank_charge_paise, 30_00);
        assert_eq!(settings.http.trusted_proxies, ["10.0.0.1", "10.1.0.0/16"]);
    }

    #[test]
    fn a_rate_with_one_value_set_keeps_the_default_of_the_other() {
        let rates = |toml: &str, environment: &[(&str, &str)]| {
            let Settings { limits, booking_limits, .. } = load(toml, environment).unwrap().business;
            (limits.texts_in_all, booking_limits.holds_a_day)
        };
        let (texts, holds) = (Rate::new(1_000, 3_600), Rate::new(40, 86_400));
        assert_eq!(rates("", &[]), (texts, holds));
        let burst = ("SIDEOUT_BUSINESS__LIMITS__TEXTS_IN_ALL__BURST", "2000");
        assert_eq!(rates("", &[burst]), (Rate::new(2_000, 3_600), holds));
        let seconds = ("SIDEOUT_BUSINESS__BOOKING_LIMITS__HOLDS_A_DAY__SECONDS", "60");
        assert_eq!(rates("", &[seconds]), (texts, Rate::new(40, 60)));
        let file = "[business.limits]\ntexts_in_all = { seconds = 60 }\n";
        assert_eq!(rates(file, &[]), (Rate::new(1_000, 60), holds));
        assert_eq!(
            rates(file, &[burst]),
            (Rate::new(2_000, 60), holds),
            "one value from the file, one from the environment"
        );
        let wrong = load("[business.limits]\ntexts_in_all = { bursts = 1 }\n", &[]).unwrap_err();
        assert!(wrong.contains("business.limits.texts_in_all") && wrong.contains("bursts"), "{wrong}");
        assert!(load("[business.limits]\ntexts_in_all = 5\n", &[]).unwrap_err().contains("texts_in_all"));
    }

    #[test]
    fn a_text_of_the_environment_may_look_like_a_number() {
        let template = "SIDEOUT_MESSAGING__TEMPLATES__ONE_TIME_CODE__DLT_TEMPLATE_ID";
        let settings = load(
            "[mail]\nhost = 'h'\nfrom = 'a@b.c'\nuser = 'u'\n",
            &[
                ("SIDEOUT_BUSINESS__RECEIPTS__SAC", "998552"),
                ("SIDEOUT_MESSAGING__ENTITY_ID", "+00110"),
                ("SIDEOUT_MAIL__PASSWORD", "007"),
                ("SIDEOUT_MAIL__PORT", "2525"),
                (template, "1107160000000000001"),
            ],
        )
        .unwrap();
        assert_eq!(settings.business.receipts.sac, "998552");
        assert_eq!(settings.messaging.entity_id.as_deref(), Some("+00110"));
        let code = settings.messaging.templates.one_time_code;
        assert_eq!(code.dlt_template_id.as_deref(), Some("1107160000000000001"));
        let mail = settings.mail.unwrap();
        assert_eq!(mail.port, Some(2525), "a number is still a number");
        assert_eq!(mail.password.unwrap().reveal(), "007");
    }

    #[test]
    fn service_variables_of_an_orchestrator_are_not_settings() {
        let links = [
            ("SIDEOUT_PORT", "tcp://10.0.0.7:8080"),
            ("SIDEOUT_PORT_8080_TCP", "tcp://10.0.0.7:8080"),
            ("SIDEOUT_PORT_8080_TCP_PROTO", "tcp"),
            ("SIDEOUT_PORT_8080_TCP_PORT", "8080"),
            ("SIDEOUT_PORT_8080_TCP_ADDR", "10.0.0.7"),
            ("SIDEOUT_SERVICE_HOST", "10.0.0.7"),
            ("SIDEOUT_SERVICE_PORT", "8080"),
            ("SIDEOUT_SERVICE_PORT_HTTP", "8080"),
            ("SIDEOUT_WEB_PORT", "udp://10.0.0.7:8080"),
            ("SIDEOUT_WEB_PORT_53_UDP_ADDR", "10.0.0.7"),
            ("SIDEOUT_WEB_SERVICE_HOST", "10.0.0.7"),
        ];
        load("", &links).unwrap();
        for (name, value) in [("SIDEOUT_PORT", "8080"), ("SIDEOUT_PORTS", "x"), ("SIDEOUT_PORT_TCP", "x")] {
            assert!(load("", &[(name, value)]).is_err(), "{name} is reported as a mistake");
        }
        let mail =
            [("SIDEOUT_MAIL__PORT", "2525"), ("SIDEOUT_MAIL__HOST", "h"), ("SIDEOUT_MAIL__FROM", "a@b.c")];
        assert!(
            format!("{:?}", load("", &mail).unwrap().mail).contains("2525"),
            "a setting with a similar name still works"
        );
    }

    #[test]
    fn an_invalid_key_is_named() {
        for (toml, named) in [
            ("[business]\nhold_seconds = 'long'\n", "business.hold_seconds"),
            ("[business]\nhold_second = 3\n", "hold_second"),
            ("listen = 'here'\n", "listen"),
            ("[log]\nformat = 'xml'\n", "log.format"),
            ("[business]\nbank_charge_paise = -100\n", "business.bank_charge_paise must be 0 to"),
            (
                "[business]\nonline_payment = 'all'\n",
                "business.online_payment: does not say who may pay online; write",
            ),
            ("[business]\nthrottle = false\n", "throttle"),
        ] {
            let error = load(toml, &[]).unwrap_err();
            assert!(error.contains(named), "{error}");
        }
    }

    #[test]
    fn secrets_come_from_the_environment_or_their_own_file_only() {
        let key = "0123456789abcdef".repeat(4);
        let error = load(&format!("code_key = '{key}'\n"), &[]).unwrap_err();
        assert!(error.contains("SIDEOUT_CODE_KEY") && error.contains("code_key_file"), "{error}");
        assert!(load("", &[("SIDEOUT_CODE_KEY", &key)]).unwrap().code_key.is_some());

        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("key");
        std::fs::write(&path, format!("{key}\n")).unwrap();
        let settings = load(&format!("code_key_file = '{}'\n", path.display()), &[]).unwrap();
        assert!(settings.code_key.is_some());
        assert!(!format!("{settings:?}").contains(&key));
        assert!(load("code_key_file = '/nowhere/key'\n", &[]).unwrap_err().contains("code_key_file"));
    }

    #[test]
    fn a_secret_of_the_environment_wins_over_a_file_with_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("key");
        let (of_file, own) = ("0123456789abcdef".repeat(4), "fedcba9876543210".repeat(4));
        std::fs::write(&path, &of_file).unwrap();
        let toml = format!("code_key_file = '{}'\n", path.display());
        for (given, expected) in [(own.as_str(), &own), ("", &of_file)] {
            let settings = load(&toml, &[("SIDEOUT_CODE_KEY", given)]).unwrap();
            assert_eq!(settings.code_key.unwrap().reveal(), expected, "{given}");
        }
        let url = "sqlite:data/x.db";
        let settings =
            load("database_url_file = '/nowhere/url'\n", &[("SIDEOUT_DATABASE_URL", url)]).unwrap();
        assert_eq!(settings.database_url, url, "the file is not read");
    }

    #[test]
    fn a_database_url_may_be_in_the_file_unless_it_contains_a_password() {
        for open in
            ["sqlite:data/x.db", "postgres://app@db.example.in/app", "postgres://db.example.in:5433/app"]
        {
            assert_eq!(load(&format!("database_url = '{open}'\n"), &[]).unwrap().database_url, open);
        }
        for secret in [
            "postgres://app:pass@db.example.in/app",
            "postgres://app:pa/pass@db.example.in/app",
            "postgres:///app?host=db&password=pass",
        ] {
            let error = load(&format!("database_url = '{secret}'\n"), &[]).unwrap_err();
            assert!(error.contains("SIDEOUT_DATABASE_URL") && !error.contains("pass@"), "{error}");
            assert_eq!(load("", &[("SIDEOUT_DATABASE_URL", secret)]).unwrap().database_url, secret);
        }
    }

    #[test]
    fn files_with_secrets_that_others_can_read_are_reported() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("key");
        std::fs::write(&path, "0123456789abcdef".repeat(4)).unwrap();
        let exposed_with = |mode| {
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
            load(&format!("code_key_file = '{}'\n", path.display()), &[]).unwrap().exposed_files
        };
        assert_eq!(exposed_with(0o600), [""; 0]);
        assert_eq!(exposed_with(0o644), [path.display().to_string()]);
    }
}
