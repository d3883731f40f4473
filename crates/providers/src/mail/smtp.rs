//! Sends mail through a relay, over SMTP.

use std::{io, net::IpAddr, time::Duration};

use async_trait::async_trait;
use lettre::{
    Address, AsyncSmtpTransport, AsyncTransport as _, Message, Tokio1Executor,
    message::{Attachment as Part, Mailbox, MultiPart, SinglePart, header::ContentType},
    transport::smtp::{
        Error, PoolConfig,
        authentication::Credentials,
        client::{Tls, TlsParameters},
    },
};

use super::{Email, Encryption, MailError, MailSettings, MailSettingsError, Mailer};
use crate::http_client::{at_least_one, install_tls_provider};

/// The most connections that stay open for the next e-mails. While more e-mails are sent at once, more are open.
const IDLE_CONNECTIONS: u32 = 4;

/// Sends through the operator's relay.
#[derive(Debug)]
pub struct SmtpRelay {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    reply_to: Option<Mailbox>,
}

impl SmtpRelay {
    /// A relay with these settings. No connection is made yet.
    ///
    /// # Errors
    /// An invalid key, for example a password that would be sent unencrypted over the network.
    pub fn new(settings: &MailSettings) -> Result<Self, MailSettingsError> {
        let invalid = |key, message: &str| MailSettingsError { key, message: message.to_owned() };
        let mailbox = |key, text: &str| {
            text.parse::<Mailbox>().map_err(|_| invalid(key, "must be an address: Sideout <play@example.in>"))
        };
        let from = mailbox("from", &settings.from)?;
        let reply_to = settings.reply_to.as_deref().map(|text| mailbox("reply_to", text)).transpose()?;
        let host = settings.host.trim();
        if host.is_empty() {
            return Err(invalid("host", "is not set: write the address of the mail server"));
        }
        let is_local =
            host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
        if settings.encryption == Encryption::None && !is_local {
            return Err(invalid(
                "encryption",
                "none is only for a relay on this machine; use tls or starttls",
            ));
        }
        let timeout_ms =
            at_least_one(settings.timeout_ms).map_err(|message| invalid("timeout_ms", &message))?;
        install_tls_provider();
        let parameters = || {
            TlsParameters::new(host.to_owned())
                .map_err(|error| invalid("host", &format!("{error}; write the name of the mail server")))
        };
        let tls = match settings.encryption {
            Encryption::Tls => Tls::Wrapper(parameters()?),
            Encryption::Starttls => Tls::Required(parameters()?),
            Encryption::None => Tls::None,
        };
        let mut builder = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(host)
            .port(settings.port())
            .tls(tls)
            .timeout(Some(Duration::from_millis(timeout_ms)))
            .pool_config(PoolConfig::new().max_size(IDLE_CONNECTIONS));
        builder = match (&settings.user, &settings.password) {
            (None, None) => builder,
            (Some(user), Some(password)) if !user.is_empty() && !password.is_empty() => {
                builder.credentials(Credentials::new(user.clone(), password.reveal().to_owned()))
            }
            _ => return Err(invalid("user", "user and password belong together; set both or neither")),
        };
        Ok(SmtpRelay { transport: builder.build(), from, reply_to })
    }

    /// Connects, encrypts and logs in as for an e-mail, but sends none.
    ///
    /// # Errors
    /// [`MailError`], as for an e-mail.
    pub async fn check(&self) -> Result<(), MailError> {
        match self.transport.test_connection().await {
            Ok(true) => Ok(()),
            Ok(false) => Err(MailError::Unavailable("the relay ended the connection".to_owned())),
            Err(error) => Err(classify_error(&error)),
        }
    }

    fn message(&self, email: &Email) -> Result<Message, MailError> {
        let address: Address =
            email.to.parse().map_err(|_| MailError::BadAddress("not a mail address".to_owned()))?;
        let name = Some(one_line(&email.name)).filter(|name| !name.is_empty());
        let alternatives = MultiPart::alternative()
            .singlepart(SinglePart::plain(email.text.clone()))
            .singlepart(SinglePart::html(email.html.clone()));
        let mut body = MultiPart::mixed().multipart(alternatives);
        for attachment in &email.attachments {
            let kind = ContentType::parse(&attachment.content_type)
                .map_err(|error| MailError::Misconfigured(format!("an attachment's type: {error}")))?;
            body = body.singlepart(Part::new(attachment.name.clone()).body(attachment.bytes.clone(), kind));
        }
        let mut message = Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(name, address))
            .subject(one_line(&email.subject))
            .message_id(Some(format!("<{}@{}>", email.key, self.from.email.domain())));
        if let Some(reply_to) = &self.reply_to {
            message = message.reply_to(reply_to.clone());
        }
        message.multipart(body).map_err(|error| MailError::Misconfigured(error.to_string()))
    }
}

/// Header text on one line: control characters, which could start another header, become a space.
fn one_line(text: &str) -> String {
    text.split(char::is_control)
        .map(str::trim)
        .filter(|piece| !piece.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

#[async_trait]
impl Mailer for SmtpRelay {
    async fn send(&self, email: &Email) -> Result<(), MailError> {
        let message = self.message(email)?;
        self.transport.send(message).await.map(|_| ()).map_err(|error| classify_error(&error))
    }
}

/// Classifies a failure by its reply code (RFC 5321 4.2.3) and its enhanced status (RFC 3463). The relay's message is left out,
/// because it may repeat the address.
///
/// lettre does not say which command was refused. A sender that is refused at MAIL FROM by a 550 or 553 without an enhanced
/// status is taken for a bad address.
fn classify_error(error: &Error) -> MailError {
    let Some(code) = error.status().map(u16::from) else {
        // The last case includes a connection that broke, at whatever point of the session.
        return if error.is_tls() || is_refused_encryption(error) {
            MailError::Misconfigured("the relay's certificate or encryption is not accepted".to_owned())
        } else if error.is_timeout() {
            MailError::Unknown("no answer in time".to_owned())
        } else if error.is_client() {
            MailError::Misconfigured("the relay does not offer what the settings require".to_owned())
        } else {
            MailError::Unavailable("the relay cannot be reached".to_owned())
        };
    };
    let message = format!("reply {code}");
    match (code, enhanced_status(error)) {
        (400..=499, _) => MailError::Unavailable(message),
        // Replies to a sign-in, and to a command that requires one or encryption (RFC 4954 6, RFC 3207 4). Their enhanced status has
        // the subject 7 too.
        (534 | 535, None | Some((7, _))) => {
            MailError::Misconfigured(format!("{message}, the user or the password is not accepted"))
        }
        (530 | 538, None | Some((7, _))) => {
            MailError::Misconfigured(format!("{message}, a user and a password, or encryption, are required"))
        }
        // Security or policy, such as `550 5.7.1 Relaying denied`, and the sender's address. By the reply code alone, it would be
        // taken for a bad address.
        (_, Some((7, _) | (1, 7 | 8))) => {
            MailError::Misconfigured(format!("{message}, this sender is not accepted"))
        }
        // The address, and its mailbox: such as `552 5.2.2 Mailbox full`.
        (_, Some((1 | 2, _))) => MailError::BadAddress(message),
        // No such mailbox, not local, name not allowed.
        (550 | 551 | 553, _) => MailError::BadAddress(message),
        // The mailbox is full. With another status the message is too large for the relay.
        (552, None) => MailError::BadAddress(message),
        // The transaction failed, and no status names the sender or the address.
        (554, _) => MailError::Unavailable(message),
        _ => MailError::Misconfigured(message),
    }
}

/// Subject and detail of the enhanced status at the beginning of a permanent refusal: 7 and 1 for `550 5.7.1 Relaying denied`.
fn enhanced_status(error: &Error) -> Option<(u16, u16)> {
    let reply = std::error::Error::source(error)?.to_string();
    let status = reply.split_whitespace().next()?.strip_prefix("5.")?;
    let (subject, detail) = status.split_once('.')?;
    Some((subject.parse().ok()?, detail.parse().ok()?))
}

/// Whether the connection failed because rustls refused the relay's certificate or encryption. lettre reports that as a
/// failed connection, not as an error of TLS.
fn is_refused_encryption(error: &Error) -> bool {
    let causes = std::iter::successors(std::error::Error::source(error), |cause| cause.source());
    causes
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .filter_map(io::Error::get_ref)
        .any(|inner| inner.is::<rustls::Error>())
}

#[cfg(test)]
mod tests {
    use tokio::{
        io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader},
        net::TcpListener,
    };

    use super::*;
    use crate::Secret;

    fn settings() -> MailSettings {
        MailSettings {
            host: "127.0.0.1".to_owned(),
            port: None,
            encryption: Encryption::None,
            user: None,
            password: None,
            from: "Sideout <play@example.in>".to_owned(),
            reply_to: None,
            timeout_ms: 1_000,
        }
    }

    fn email() -> Email {
        Email {
            to: "asha@example.in".to_owned(),
            name: "Asha\r\nBcc: everybody@example.in".to_owned(),
            subject: "Court 3\r\nBcc: everybody@example.in".to_owned(),
            text: "See you at 7.".to_owned(),
            html: "<p>See you at 7.</p>".to_owned(),
            attachments: vec![],
            key: "4820193756.confirmed".to_owned(),
        }
    }

    #[tokio::test]
    async fn a_name_or_subject_with_line_ends_starts_no_header_of_its_own() {
        let relay = SmtpRelay::new(&settings()).unwrap();
        let sent = String::from_utf8(relay.message(&email()).unwrap().formatted()).unwrap();
        assert!(!sent.lines().any(|line| line.to_ascii_lowercase().starts_with("bcc")), "{sent}");
        assert!(sent.contains("Message-ID: <4820193756.confirmed@example.in>"), "{sent}");
    }

    #[test]
    fn settings_that_would_leak_or_never_work_are_refused_with_their_key() {
        let key = |change: fn(&mut MailSettings)| {
            let mut settings = settings();
            change(&mut settings);
            SmtpRelay::new(&settings).map_err(|error| error.key).err()
        };
        assert_eq!(key(|s| s.host = "smtp.example.in".to_owned()), Some("encryption"), "without TLS");
        assert_eq!(key(|s| s.from = "Sideout".to_owned()), Some("from"));
        assert_eq!(key(|s| s.reply_to = Some("nobody".to_owned())), Some("reply_to"));
        assert_eq!(key(|s| s.host = " ".to_owned()), Some("host"));
        assert_eq!(key(|s| s.user = Some("play".to_owned())), Some("user"));
        assert_eq!(key(|s| s.password = Some(Secret::new("x"))), Some("user"));
        assert_eq!(key(|s| s.timeout_ms = 0), Some("timeout_ms"));
    }

    #[tokio::test]
    async fn an_unreachable_relay_may_be_tried_again() {
        // Port 9 of this machine: no server listens there.
        let relay = SmtpRelay::new(&MailSettings { port: Some(9), ..settings() }).unwrap();
        assert!(matches!(relay.send(&email()).await, Err(MailError::Unavailable(_))));
    }

    #[tokio::test]
    async fn a_relay_that_does_not_encrypt_as_set_is_misconfigured() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = Some(listener.local_addr().unwrap().port());
        // The task's result keeps the connection open until the test ends.
        let _relay = tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            stream.write_all(b"220 relay.example.in\r\n").await.unwrap();
            stream
        });
        let relay =
            SmtpRelay::new(&MailSettings { port, encryption: Encryption::Tls, ..settings() }).unwrap();
        let sent = relay.send(&email()).await;
        assert!(matches!(sent, Err(MailError::Misconfigured(_))), "{sent:?}");
    }

    /// Accepts one connection, and answers the recipient with `reply`.
    async fn refuse_recipient(listener: TcpListener, reply: &str) {
        let (stream, _) = listener.accept().await.unwrap();
        let mut stream = BufReader::new(stream);
        stream.write_all(b"220 relay.example.in\r\n").await.unwrap();
        let mut line = String::new();
        while stream.read_line(&mut line).await.unwrap_or_default() > 0 {
            let answer = if line.starts_with("RCPT") { reply } else { "250 OK" };
            if stream.write_all(format!("{answer}\r\n").as_bytes()).await.is_err() {
                return;
            }
            line.clear();
        }
    }

    #[tokio::test]
    async fn a_refusal_is_classified_by_its_code_and_its_enhanced_status() {
        let send = async |reply: &'static str| {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let port = Some(listener.local_addr().unwrap().port());
            tokio::spawn(refuse_recipient(listener, reply));
            SmtpRelay::new(&MailSettings { port, ..settings() }).unwrap().send(&email()).await
        };
        for reply in [
            "550 5.7.1 Relaying denied",
            "553 5.7.1 Sender address rejected",
            "553 5.1.7 Bad sender's mailbox address syntax",
            "550 5.1.8 Sender's domain does not exist",
            "552 5.3.4 Message too big for system",
        ] {
            let sent = send(reply).await;
            assert!(matches!(sent, Err(MailError::Misconfigured(_))), "{reply}: {sent:?}");
        }
        for (reply, reason) in [
            ("535 5.7.8 Authentication credentials invalid", "the user or the password is not accepted"),
            ("530 5.7.0 Must issue a STARTTLS command first", "or encryption, are required"),
            ("550 5.7.1 Relaying denied", "this sender is not accepted"),
        ] {
            let sent = send(reply).await;
            let names_reason = matches!(&sent, Err(MailError::Misconfigured(why)) if why.ends_with(reason));
            assert!(names_reason, "{reply}: {sent:?}");
        }
        for reply in [
            "550 5.1.1 No such user",
            "550 No such user",
            "554 5.1.1 No such user",
            "552 5.2.2 Mailbox full",
            "552 Mailbox full",
        ] {
            let sent = send(reply).await;
            assert!(matches!(sent, Err(MailError::BadAddress(_))), "{reply}: {sent:?}");
        }
        let sent = send("554 Transaction failed").await;
        assert!(matches!(sent, Err(MailError::Unavailable(_))), "{sent:?}");
    }

    #[tokio::test]
    async fn an_invalid_address_is_not_tried() {
        let relay = SmtpRelay::new(&settings()).unwrap();
        let email = Email { to: "asha".to_owned(), ..email() };
        assert!(matches!(relay.send(&email).await, Err(MailError::BadAddress(_))));
    }
}
