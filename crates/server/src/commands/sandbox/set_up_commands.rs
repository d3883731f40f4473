//! The shell commands that set up a server to use the sandbox.

use std::{fmt, net::SocketAddr};

use sideout_sandbox::{Msg91Account, RazorpayAccount, TwilioAccount};

use crate::{
    cli::SandboxArguments,
    local_address::{on_this_machine, url_of},
    registered_texts::RegisteredText,
};

/// The sender number of the settings; the sandbox's Twilio accepts any.
pub(in crate::commands) const SENDING_NUMBER: &str = "+12025550100";

/// The addresses of sandbox and server.
pub(super) struct Addresses {
    /// The address of the providers' HTTP interfaces and the inbox: `http://127.0.0.1:8081`.
    pub(super) sandbox: String,
    /// Where the server reaches the mail relay.
    pub(super) relay: SocketAddr,
    /// Where the server listens.
    pub(super) listen: SocketAddr,
    /// Where the sandbox reaches the server.
    pub(super) server: SocketAddr,
    /// The server's address for players.
    pub(super) public_url: String,
}

impl Addresses {
    /// The addresses of a sandbox whose sockets are `http` and `relay`; the arguments may name others.
    pub(super) fn of(http: SocketAddr, relay: SocketAddr, arguments: &SandboxArguments) -> Self {
        let server = on_this_machine(arguments.server);
        let url = |given: &Option<String>, address| {
            given.as_ref().map_or_else(|| url_of(address), |url| url.trim_end_matches('/').to_owned())
        };
        Addresses {
            sandbox: url(&arguments.url, on_this_machine(http)),
            relay: on_this_machine(relay),
            listen: arguments.server,
            server,
            public_url: url(&arguments.public_url, server),
        }
    }

    /// The address of the checkout's script, which players' browsers load.
    pub(super) fn checkout_script(&self) -> String {
        format!("{}/v1/checkout.js", self.sandbox)
    }
}

/// The sandbox's accounts.
pub(super) struct Accounts {
    pub(super) msg91: Msg91Account,
    pub(super) twilio: TwilioAccount,
    pub(super) razorpay: RazorpayAccount,
}

/// Shell commands that write `sideout.toml` and export the secrets, which must not be in it.
pub(super) struct SetUpCommands<'s> {
    pub(super) addresses: &'s Addresses,
    pub(super) accounts: &'s Accounts,
    pub(super) texts: &'s [RegisteredText],
    pub(super) brand: &'s str,
}

impl fmt::Display for SetUpCommands<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Accounts { msg91, twilio, razorpay } = self.accounts;
        writeln!(f, "cat > sideout.toml <<'END'")?;
        self.settings(f)?;
        writeln!(f, "END")?;
        for (name, secret) in [
            ("SIDEOUT_MESSAGING__MSG91__AUTH_KEY", &msg91.auth_key),
            ("SIDEOUT_MESSAGING__TWILIO__AUTH_TOKEN", &twilio.auth_token),
            ("SIDEOUT_PAYMENTS__RAZORPAY__KEY_SECRET", &razorpay.key_secret),
            ("SIDEOUT_PAYMENTS__RAZORPAY__WEBHOOK_SECRET", &razorpay.webhook_secret),
        ] {
            writeln!(f, "export {name}={}", ShellWord(secret))?;
        }
        Ok(())
    }
}

impl SetUpCommands<'_> {
    fn settings(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Addresses { sandbox, relay, listen, public_url, .. } = self.addresses;
        let Accounts { twilio, razorpay, .. } = self.accounts;
        let sandbox = TomlText(sandbox);
        writeln!(f, "listen = \"{listen}\"")?;
        writeln!(f, "database_url = \"sqlite:data/sideout.db\"")?;
        writeln!(f, "data_dir = \"data\"\n")?;
        writeln!(f, "[business]")?;
        writeln!(f, "public_url = {}", TomlText(public_url))?;
        writeln!(f, "online_payment = \"everyone\"\n")?;
        writeln!(f, "[images]\nfolder = \"data/images\"\n")?;
        writeln!(f, "[messaging]\nprovider = \"msg91\"\nsecond_provider = \"twilio\"\n")?;
        writeln!(f, "[messaging.msg91]\nbase_url = {sandbox}\n")?;
        writeln!(f, "[messaging.twilio]\nbase_url = {sandbox}")?;
        writeln!(f, "account_sid = {}", TomlText(&twilio.account_sid))?;
        writeln!(f, "from = \"{SENDING_NUMBER}\"\n")?;
        writeln!(f, "[messaging.templates]")?;
        for text in self.texts {
            writeln!(f, "{}.msg91_template_id = {}", text.table, TomlText(&text.template.id))?;
        }
        writeln!(f, "\n[mail]\nhost = \"{}\"\nport = {}\nencryption = \"none\"", relay.ip(), relay.port())?;
        writeln!(f, "from = {}\n", TomlText(&sender(self.brand)))?;
        writeln!(f, "[payments.razorpay]\nbase_url = {sandbox}")?;
        writeln!(f, "script_url = {}", TomlText(&self.addresses.checkout_script()))?;
        writeln!(f, "key_id = {}", TomlText(&razorpay.key_id))
    }
}

/// The sender of mail (RFC 5322). A name with other characters than letters, digits and spaces is quoted.
fn sender(brand: &str) -> String {
    let is_plain = brand.chars().all(|c| c.is_ascii_alphanumeric() || c == ' ');
    if is_plain {
        format!("{brand} <play@example.in>")
    } else {
        format!("\"{}\" <play@example.in>", brand.replace('\\', "\\\\").replace('"', "\\\""))
    }
}

/// A basic string of TOML 1.0.
struct TomlText<'s>(&'s str);

impl fmt::Display for TomlText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"")?;
        for c in self.0.chars() {
            match c {
                '"' | '\\' => write!(f, "\\{c}")?,
                c if c.is_control() => write!(f, "\\u{:04X}", u32::from(c))?,
                c => write!(f, "{c}")?,
            }
        }
        f.write_str("\"")
    }
}

/// A word of a POSIX shell.
struct ShellWord<'s>(&'s str);

impl fmt::Display for ShellWord<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}'", self.0.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use clap::Parser as _;

    use super::*;
    use crate::{
        cli::{Arguments, Command as Typed},
        registered_texts::registered_texts,
    };

    #[test]
    fn sockets_on_every_address_are_reached_on_this_machine() {
        let typed = ["sideout", "sandbox", "--server", "[::]:8080"];
        let Typed::Sandbox(arguments) = Arguments::try_parse_from(typed).unwrap().command else {
            panic!("a sandbox")
        };
        let (http, relay) = ("0.0.0.0:8081".parse().unwrap(), "0.0.0.0:8025".parse().unwrap());
        let addresses = Addresses::of(http, relay, &arguments);
        assert_eq!(addresses.sandbox, "http://127.0.0.1:8081");
        assert_eq!(
            addresses.relay.to_string(),
            "127.0.0.1:8025",
            "the server sends mail in the clear only there"
        );
        assert_eq!(addresses.listen.to_string(), "[::]:8080");
        assert_eq!(addresses.server.to_string(), "[::1]:8080");
        assert_eq!(addresses.public_url, "http://localhost:8080");
    }

    #[test]
    fn values_survive_the_quoting_of_shell_and_toml() {
        let odd = r#"It's "50%" \ $HOME & `x` <Club>"#;
        let addresses = Addresses {
            sandbox: "http://127.0.0.1:8081".to_owned(),
            relay: ([127, 0, 0, 1], 8025).into(),
            listen: ([127, 0, 0, 1], 8080).into(),
            server: ([127, 0, 0, 1], 8080).into(),
            public_url: "https://play.example.in".to_owned(),
        };
        let accounts = Accounts {
            msg91: Msg91Account { auth_key: odd.to_owned(), ..Msg91Account::default() },
            twilio: TwilioAccount::default(),
            razorpay: RazorpayAccount { key_id: odd.to_owned(), ..RazorpayAccount::default() },
        };
        let texts = registered_texts(odd, "play.example.in", &[]).unwrap();
        let commands =
            SetUpCommands { addresses: &addresses, accounts: &accounts, texts: &texts, brand: odd };
        let folder = tempfile::tempdir().unwrap();
        let script = format!("{commands}\nprintf %s \"$SIDEOUT_MESSAGING__MSG91__AUTH_KEY\"");
        let output = Command::new("sh").args(["-c", &script]).current_dir(folder.path()).output().unwrap();
        assert_eq!(String::from_utf8(output.stdout).unwrap(), odd);
        let file = config::File::from(folder.path().join("sideout.toml")).format(config::FileFormat::Toml);
        let read = config::Config::builder().add_source(file).build().unwrap();
        assert_eq!(read.get_string("payments.razorpay.key_id").unwrap(), odd);
        assert_eq!(
            read.get_string("messaging.templates.reminder.msg91_template_id").unwrap(),
            "sandbox-reminder"
        );
        let from = read.get_string("mail.from").unwrap();
        assert_eq!(from, r#""It's \"50%\" \\ $HOME & `x` <Club>" <play@example.in>"#);
    }
}
