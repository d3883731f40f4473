//! Describes how players of a closed court are notified, for the person who closes it.

use sideout_app::{
    App,
    platform::{
        brand::{Brand, find_brand, read_brand},
        own_texts::has_own_text,
    },
};
use sideout_domain::notice::{Channel, Notice};
use sideout_providers::messaging;
use sideout_store::{Store, StoreError};

use crate::{database::DatabaseUrl, public_url::host_of, settings::ServerSettings};

/// The channels of the notifications, and who sends them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ClosureNotices {
    /// To players who choose between another hour and their money.
    offered: NoticeChannels,
    /// To the others.
    closed: NoticeChannels,
    sender: NoticeSender,
}

/// The channels of one kind of notification.
#[derive(Debug, Clone, PartialEq, Eq)]
struct NoticeChannels {
    channels: Vec<Channel>,
    /// Why its text is not sent; `None` if it is sent, and if no text is set up.
    text_fault: Option<String>,
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
        // A server does not start with a fault in the settings of its texts.
        let of = |notice| NoticeChannels { channels: channels.channels(notice), text_fault: None };
        ClosureNotices {
            offered: of(Notice::ClosureOffer),
            closed: of(Notice::CourtClosed),
            sender: NoticeSender::RunningServer,
        }
    }

    /// The notifications of a server with these settings and the operator's own texts, for a command that writes to the database
    /// itself.
    ///
    /// If the own texts cannot be read now, only the settings count.
    pub(crate) async fn sent_elsewhere(
        settings: &ServerSettings,
        database: &DatabaseUrl,
        store: &Store,
    ) -> Self {
        let brand: Result<Brand, StoreError> = store.read((), |tx, ()| Box::pin(read_brand(tx))).await;
        Self::of(settings, database, &brand.unwrap_or_default())
    }

    fn of(settings: &ServerSettings, database: &DatabaseUrl, brand: &Brand) -> Self {
        let sender = match database {
            DatabaseUrl::Sqlite(_) => NoticeSender::NextServer,
            DatabaseUrl::Postgres(_) => NoticeSender::RunningServer,
        };
        let fault = text_fault(settings);
        let registered: Vec<Notice> =
            settings.messaging.templates.notices().map(|(notice, _)| notice).collect();
        let of = |notice: Notice| {
            let has_text = registered.contains(&notice) || has_own_text(brand, notice);
            let is_there = |channel: &Channel| match channel {
                Channel::Text => has_text && fault.is_none(),
                Channel::Mail => settings.mail.is_some(),
            };
            NoticeChannels {
                channels: Channel::ALL.iter().copied().filter(is_there).collect(),
                text_fault: fault.clone().filter(|_| has_text),
            }
        };
        ClosureNotices { offered: of(Notice::ClosureOffer), closed: of(Notice::CourtClosed), sender }
    }

    /// When refunds are sent.
    pub(super) fn when(&self) -> &'static str {
        match self.sender {
            NoticeSender::RunningServer => "sent by the server within a minute, or once it runs",
            NoticeSender::NextServer => "sent once a server runs",
        }
    }

    /// Says in full sentences by which channels players are told. `offered`: some choose between another hour and their money;
    /// `closed`: some do not.
    pub(super) fn describe_channels(&self, offered: bool, closed: bool) -> String {
        match (offered, closed) {
            (true, true) if self.offered != self.closed => format!(
                "{} {}",
                self.sentence("The players who choose", Notice::ClosureOffer),
                self.sentence("The other players", Notice::CourtClosed)
            ),
            (true, _) => self.sentence("The players", Notice::ClosureOffer),
            (false, _) => self.sentence("The players", Notice::CourtClosed),
        }
    }

    fn sentence(&self, players: &str, notice: Notice) -> String {
        const NO_MAIL: &str = "there is no mail relay ([mail])";
        let NoticeChannels { channels, text_fault } =
            if notice == Notice::ClosureOffer { &self.offered } else { &self.closed };
        let no_text = match text_fault {
            Some(fault) => format!("text messages cannot be sent ({fault})"),
            None => format!("no text is set up for it (at the desk, or messaging.templates.{notice})"),
        };
        let when = match self.sender {
            NoticeSender::RunningServer => "",
            NoticeSender::NextServer => ", once a server runs",
        };
        match (channels.contains(&Channel::Text), channels.contains(&Channel::Mail)) {
            (true, true) => format!("{players} are told by text message and mail{when}."),
            (true, false) => {
                format!("{players} are told by text message{when}, and not by mail: {NO_MAIL}.")
            }
            (false, true) => format!("{players} are told by mail{when}, and not by text message: {no_text}."),
            (false, false) => format!("{players} are NOT told: {no_text}, and {NO_MAIL}. Call them."),
        }
    }
}

/// Why no text message can be sent with these settings.
fn text_fault(settings: &ServerSettings) -> Option<String> {
    let host = match host_of(&settings.business.public_url) {
        Ok(host) => host,
        Err(failure) => return Some(failure.to_string()),
    };
    messaging::connect(&settings.messaging, "", &host).err().map(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use sideout_app::platform::brand::OwnText;
    use sideout_providers::{
        Secret,
        mail::{Encryption, MailSettings},
        messaging::{ApprovedTemplate, Msg91Settings},
    };

    use super::*;

    fn sentence(settings: &ServerSettings, database: &str) -> String {
        sentence_of(&Brand::default(), settings, database)
    }

    fn sentence_of(brand: &Brand, settings: &ServerSettings, database: &str) -> String {
        ClosureNotices::of(settings, &DatabaseUrl::parse(database).unwrap(), brand)
            .describe_channels(false, true)
    }

    /// A brand with this own text for closed courts.
    fn with_text(text: &str) -> Brand {
        let own = OwnText {
            text: text.to_owned(),
            dlt_template_id: None,
            msg91_template_id: Some("flow-own".to_owned()),
        };
        let texts = std::iter::once((Notice::CourtClosed.name().to_owned(), own)).collect();
        Brand { texts, ..Brand::default() }
    }

    fn msg91() -> Msg91Settings {
        Msg91Settings {
            base_url: Msg91Settings::OWN_URL.to_owned(),
            auth_key: Secret::new("key"),
            timeout_ms: 1,
        }
    }

    #[test]
    fn only_channels_that_are_set_up_are_named() {
        let template =
            || ApprovedTemplate { msg91_template_id: Some("flow".to_owned()), ..ApprovedTemplate::default() };
        let mut settings = ServerSettings::standard();
        let file = "sqlite:x.db";
        let not_told = sentence(&settings, file);
        assert!(not_told.starts_with("The players are NOT told: no text is set up"), "{not_told}");
        assert!(not_told.contains("[mail]") && not_told.ends_with("Call them."), "{not_told}");

        settings.messaging.templates.one_time_code = template();
        settings.messaging.templates.court_closed = Some(template());
        let without_provider = sentence(&settings, file);
        let fault =
            "text messages cannot be sent (messaging.msg91 is not set: add it, or choose another provider)";
        assert!(
            without_provider.starts_with(&format!("The players are NOT told: {fault}")),
            "{without_provider}"
        );
        settings.messaging.msg91 = Some(msg91());
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

    #[test]
    fn an_own_text_of_the_operator_is_sent_where_the_settings_have_none() {
        let mut settings = ServerSettings::standard();
        settings.messaging.templates.one_time_code =
            ApprovedTemplate { msg91_template_id: Some("flow".to_owned()), ..ApprovedTemplate::default() };
        settings.messaging.msg91 = Some(msg91());
        let file = "sqlite:x.db";
        let own = with_text(
            "APC: ##court## at ##venue## is closed on ##day##, ##time##. Order ##number## goes back.",
        );
        let told = sentence_of(&own, &settings, file);
        assert!(told.starts_with("The players are told by text message, once a server runs"), "{told}");
        let none = sentence_of(&Brand::default(), &settings, file);
        assert!(none.starts_with("The players are NOT told: no text is set up"), "{none}");
        let both = ClosureNotices::of(&settings, &DatabaseUrl::parse(file).unwrap(), &own)
            .describe_channels(true, true);
        assert!(both.starts_with("The players who choose are NOT told: no text is set up"), "{both}");
        assert!(both.contains("messaging.templates.closure_offer"), "{both}");
        assert!(both.contains(" The other players are told by text message, once a server runs"), "{both}");
        let unknown = with_text("APC: ##a_value_of_another_version## is off.");
        assert_eq!(sentence_of(&unknown, &settings, file), none, "it cannot be filled in, so it is not sent");
    }
}
