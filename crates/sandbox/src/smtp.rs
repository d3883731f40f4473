//! A mail relay: SMTP (RFC 5321) without encryption, like a relay on the same machine.
//!
//! Some addresses fail, by the part before the `@`: `no-such-mailbox` (550), `try-later` (451), `cut` (the e-mail is accepted
//! and the connection breaks before the reply).

use std::{io, sync::Arc, time::Duration};

use base64::{Engine as _, prelude::BASE64_STANDARD};
use smtp_proto::{
    AUTH_PLAIN, Error, Request,
    request::receiver::{DataReceiver, RequestReceiver},
};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
    sync::Semaphore,
};

use crate::state::Sandbox;

/// The largest e-mail that is accepted, in bytes.
const MAX_EMAIL: usize = 1024 * 1024;
/// The most concurrent connections.
const MAX_CONNECTIONS: usize = 64;
/// The timeout of a silent connection.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Accepts mail until dropped.
pub(crate) async fn serve(listener: TcpListener, sandbox: Arc<Sandbox>) -> io::Result<()> {
    let permits = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    loop {
        let (stream, _) = listener.accept().await?;
        let Ok(permit) = permits.clone().acquire_owned().await else { return Ok(()) };
        let sandbox = sandbox.clone();
        tokio::spawn(async move {
            // A client that disconnects is not an error of the sandbox.
            if let Err(error) = Session::new(stream, sandbox).run().await {
                tracing::debug!(%error, "a mail client disconnected");
            }
            drop(permit);
        });
    }
}

struct Session {
    stream: TcpStream,
    sandbox: Arc<Sandbox>,
    is_authenticated: bool,
    from: Option<String>,
    recipients: Vec<String>,
}

/// What to do after a reply.
enum Next {
    Command,
    Email,
    End,
}

impl Session {
    fn new(stream: TcpStream, sandbox: Arc<Sandbox>) -> Self {
        let is_authenticated = sandbox.settings.smtp.password.is_empty();
        Session { stream, sandbox, is_authenticated, from: None, recipients: Vec::new() }
    }

    async fn run(mut self) -> io::Result<()> {
        self.reply("220 sandbox ready").await?;
        let mut receiver = RequestReceiver::default();
        let mut email: Option<(DataReceiver, Vec<u8>)> = None;
        let mut buffer = vec![0; 8 * 1024];
        loop {
            let read = tokio::time::timeout(TIMEOUT, self.stream.read(&mut buffer)).await??;
            if read == 0 {
                return Ok(());
            }
            let mut bytes = buffer[..read].iter();
            while !bytes.as_slice().is_empty() {
                if let Some((data, source)) = &mut email {
                    let done = data.ingest(&mut bytes, source);
                    if source.len() > MAX_EMAIL {
                        self.reply("552 5.3.4 email too large").await?;
                        return Ok(());
                    }
                    if done {
                        let source = std::mem::take(source);
                        email = None;
                        if !self.receive_email(&source).await? {
                            return Ok(());
                        }
                    }
                    continue;
                }
                let next = match receiver.ingest(&mut bytes) {
                    Ok(request) => self.answer(request).await?,
                    Err(Error::NeedsMoreData { .. }) => Next::Command,
                    Err(Error::UnknownCommand) => {
                        self.reply_and_continue("500 5.5.1 unknown command").await?
                    }
                    Err(_) => self.reply_and_continue("501 5.5.4 cannot read this").await?,
                };
                match next {
                    Next::Command => {}
                    Next::Email => email = Some((DataReceiver::new(), Vec::new())),
                    Next::End => return Ok(()),
                }
            }
        }
    }

    async fn answer<T: AsRef<str>>(&mut self, request: Request<T>) -> io::Result<Next> {
        match request {
            Request::Ehlo { .. } => {
                let size = format!("250 SIZE {MAX_EMAIL}");
                self.reply(&format!(
                    "250-sandbox\r\n250-8BITMIME\r\n250-SMTPUTF8\r\n250-AUTH PLAIN\r\n{size}"
                ))
                .await?;
            }
            Request::Helo { .. } => self.reply("250 sandbox").await?,
            Request::Auth { mechanism: AUTH_PLAIN, initial_response } => {
                self.is_authenticated =
                    self.is_authenticated || self.has_valid_credentials(initial_response.as_ref());
                let line = if self.is_authenticated {
                    "235 2.7.0 welcome"
                } else {
                    "535 5.7.8 wrong name or password"
                };
                self.reply(line).await?;
            }
            Request::Mail { .. } if !self.is_authenticated => self.reply("530 5.7.0 log in first").await?,
            Request::Mail { from } => {
                self.from = Some(from.address.as_ref().to_owned());
                self.recipients.clear();
                self.reply("250 2.1.0 go on").await?;
            }
            Request::Rcpt { .. } if self.from.is_none() => self.reply("503 5.5.1 MAIL first").await?,
            Request::Rcpt { to } => {
                let address = to.address.as_ref();
                match address.split('@').next() {
                    Some("no-such-mailbox") => self.reply("550 5.1.1 no such mailbox").await?,
                    Some("try-later") => self.reply("451 4.3.0 try again later").await?,
                    _ => {
                        self.recipients.push(address.to_owned());
                        self.reply("250 2.1.5 go on").await?;
                    }
                }
            }
            Request::Data if self.recipients.is_empty() => self.reply("503 5.5.1 RCPT first").await?,
            Request::Data => {
                self.reply("354 end with a dot on a line of its own").await?;
                return Ok(Next::Email);
            }
            Request::Rset => {
                self.from = None;
                self.recipients.clear();
                self.reply("250 2.0.0 forgotten").await?;
            }
            Request::Noop { .. } => self.reply("250 2.0.0 here").await?,
            Request::Quit => {
                self.reply("221 2.0.0 bye").await?;
                return Ok(Next::End);
            }
            _ => self.reply("502 5.5.1 not offered").await?,
        }
        Ok(Next::Command)
    }

    /// Receives a whole e-mail; `false` ends the connection.
    async fn receive_email(&mut self, source: &[u8]) -> io::Result<bool> {
        let from = self.from.take().unwrap_or_default();
        let recipients = std::mem::take(&mut self.recipients);
        let is_email = self.sandbox.mailbox.lock().add(&from, &recipients, source, self.sandbox.clock.now());
        if recipients.iter().any(|to| to.starts_with("cut@")) {
            return Ok(false);
        }
        self.reply(if is_email { "250 2.0.0 accepted" } else { "554 5.6.0 not an email" }).await?;
        Ok(true)
    }

    /// Whether a response to `AUTH PLAIN` has the account's name and password (RFC 4616: authorization identity, user name and password,
    /// separated by zero bytes).
    fn has_valid_credentials(&self, response: &str) -> bool {
        let account = &self.sandbox.settings.smtp;
        let wanted = format!("\0{}\0{}", account.user, account.password);
        BASE64_STANDARD.decode(response.trim()).is_ok_and(|given| given == wanted.as_bytes())
    }

    async fn reply_and_continue(&mut self, line: &str) -> io::Result<Next> {
        self.reply(line).await?;
        Ok(Next::Command)
    }

    /// Sends a reply of one or several lines.
    async fn reply(&mut self, line: &str) -> io::Result<()> {
        self.stream.write_all(format!("{line}\r\n").as_bytes()).await
    }
}
