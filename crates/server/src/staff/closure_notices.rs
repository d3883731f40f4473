//! Describes how players of a closed court are notified, for the person who closes it.

use std::fmt;

use sideout_app::{App, platform::brand::find_brand};
use sideout_domain::notice::{Channel, Notice};
use sideout_providers::messaging;

use crate::{database::DatabaseUrl, public_url::host_of, settings::ServerSettings};

/// The channels of the notifications, and who sends them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ClosureNotices {
    channels: Vec<Channel>,
    sender: NoticeSender,
}

/// The sender of notifications that a command has put into the outbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NoticeSender {
    /// The server that carries out the command, or one beside it on the same database.
    RunningServer,
    /// No server runs, because this command owns the database: the next one sends them.
    NextServer,
}

impl ClosureNotices {
    /// The notifications of this server, with the operator's own texts if they can be read now.
    pub(super) async fn sent_by(app: &App) -> Self {
        let own = find_brand(app).await.map(|brand| app.notification_channels.with_texts_of(&brand));
        let channels = own.unwrap_or_else(|_| app.notification_channels.clone());
        let channels = channels.channels(Notice::CourtClosed);
        ClosureNotices { channels, sender: NoticeSender::RunningServer }
    }

    /// The notifications of a server with these settings, for a command that writes to the database itself.
    pub(crate) fn sent_elsewhere(settings: &ServerSettings, database: &DatabaseUrl) -> Self {
        let sender = match database {
            DatabaseUrl::Sqlite(_) => NoticeSender::NextServer,
            DatabaseUrl::Postgres(_) => NoticeSender::RunningServer,
        };
        let has_text = settings.messaging.templates.court_closed.is_some()
            && host_of(&settings.business.public_url)
                .is_ok_and(|host| messaging::connect(&settings.messaging, "", &host).is_ok());
        let is_there = |channel: &Channel| match channel {
            Channel::Text => has_text,
            Channel::Mail => settings.mail.is_some(),
        };
        let channels = Channel::ALL.iter().copied().filter(is_there).collect();
        ClosureNotices { channels, sender }
    }

    /// When notifications and refunds are sent.
    pub(super) fn when(&self) -> &'static str {
        match self.sender {
            NoticeSender::RunningServer => "sent by the running server within a minute",
            NoticeSender::NextServer => "sent once a server runs",
        }
    }
}

impl fmt::Display for ClosureNotices {
    /// Writes full sentences.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const NO_TEXT: &str = "no text is set up for it (messaging.templates.court_closed)";
        const NO_MAIL: &str = "there is no mail relay ([mail])";
        let (text, mail) = (Channel::Text, Channel::Mail);
        let when = match self.sender {
            NoticeSender::RunningServer => "",
            NoticeSender::NextServer => ", once a server runs",
        };
        match (self.channels.contains(&text), self.channels.contains(&mail)) {
            (true, true) => write!(f, "The players are told by text message and mail{when}."),
            (true, false) => {
                write!(f, "The players are told by text message{when}, and not by mail: {NO_MAIL}.")
            }
            (false, true) => {
                write!(f, "The players are told by mail{when}, and not by text message: {NO_TEXT}.")
            }
            (false, false) => {
                write!(f, "The players are NOT told: {NO_TEXT}, and {NO_MAIL}. Call them.")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use sideout_providers::{
        Secret,
        mail::{Encryption, MailSettings},
        messaging::{ApprovedTemplate, Msg91Settings},
    };

    use super::*;

    fn sentence(settings: &ServerSettings, database: &str) -> String {
        ClosureNotices::sent_elsewhere(settings, &DatabaseUrl::parse(database).unwrap()).to_string()
    }

    #[test]
    fn only_channels_that_are_set_up_are_named() {
        let template =
            || ApprovedTemplate { msg91_template_id: Some("flow".to_owned()), ..ApprovedTemplate::default() };
        let mut settings = ServerSettings::standard();
        let file = "sqlite:x.db";
        let nobody = sentence(&settings, file);
        assert!(nobody.starts_with("The players are NOT told: no text is set up"), "{nobody}");
        assert!(nobody.contains("[mail]") && nobody.ends_with("Call them."), "{nobody}");

        settings.messaging.templates.one_time_code = template();
        settings.messaging.templates.court_closed = Some(template());
        assert_eq!(sentence(&settings, file), nobody, "a text without a provider is not sent");
        settings.messaging.msg91 = Some(Msg91Settings {
            base_url: Msg91Settings::OWN_URL.to_owned(),
            auth_key: Secret::new("key"),
            timeout_ms: 1,
        });
        let text = sentence(&settings, file);
        assert!(
            text.starts_with("The players are told by text message, once a server runs, and not by mail")
        );

        settings.mail = Some(MailSettings {
            host: "127.0.0.1".to_owned(),
            port: None,
            encryption: Encryption::None,
            user: None,
            password: None,
            from: "play@example.in".to_owned(),
            reply_to: None,
            timeout_ms: 1,
        });
        let both = "The players are told by text message and mail";
        assert_eq!(sentence(&settings, file), format!("{both}, once a server runs."));
        assert_eq!(sentence(&settings, "postgres://db.example.in/app"), format!("{both}."));
        settings.messaging.templates.court_closed = None;
        let mail = sentence(&settings, file);
        assert!(
            mail.starts_with("The players are told by mail, once a server runs, and not by text message")
        );
        assert!(mail.contains("messaging.templates.court_closed"), "{mail}");
    }
}
