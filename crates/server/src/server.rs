//! Starts a server from its settings, runs its jobs and stops it.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use jiff::SignedDuration;
use sideout_app::{
    App,
    closures::offers::expire_offers::expire_offers,
    desk::reports::{sum_booking_days::sum_booking_days, sum_revenue_days::sum_revenue_days},
    health::lost_keys::record_keys,
    jobs::{
        check_clock::ClockWatch, close_days::close_days, erase_players::erase_players,
        expire_holds::expire_holds, forget_debtors::forget_debtors, remove_expired::remove_expired,
        remove_unused_pictures::remove_unused_pictures, write_name_words::write_name_words,
    },
    notices::deliver::deliver,
    payments::{
        close_qr_codes::close_qr_codes, issue_refunds::issue_refunds, read_payouts::read_payouts,
        reconcile::reconcile, webhooks::process_webhooks,
    },
    platform::{
        availability::Availability,
        brand::{Brand, parse_brand},
        clock::{Clock, SystemClock},
        live::Live,
        logos::Logos,
        node_clock::{NodeClock, SystemElapsed},
        notification_channels::NotificationChannels,
        pass_code::PassSigner,
        passwords::Passwords,
        payment_account::PaymentAccount,
        poll_turns::PollTurns,
        random::{Random, SystemRandom},
        secrets::Secrets,
        text_message_queue::TextMessageQueue,
    },
    staff::digest_past_days,
    telemetry::read_gauges,
};
use sideout_domain::notice::Channel;
use sideout_http::{Api, ApiState};
use sideout_providers::{
    images::{ImageStore, PictureRecoder},
    mail::{Mailer, SmtpRelay},
    messaging,
    payments::{Razorpay, SigningKey},
};
use sideout_store::{Brands, Store, StoreError};
use tokio::{net::TcpListener, sync::watch, task::JoinHandle};

use crate::{
    database::DatabaseUrl,
    failure::Failure,
    jobs::{Jobs, until_stopped},
    keys::{CODE_KEY, PASS_KEY, describe_lost_key, pass_signer, present_keys},
    open_files::fit_open_files,
    public_url::host_of,
    settings::ServerSettings,
    staff::ControlSocket,
    stop_signals::StopSignals,
    telemetry::{BackupWatch, describe_build, start_metrics},
    web::web_app,
};

/// How often expired holds are ended, so that screens show the court as free. An expired hold never blocks a claim.
const EXPIRE_HOLDS_EVERY: Duration = Duration::from_secs(1);
/// How often the job looks for offers for closed courts that have expired.
const EXPIRE_OFFERS_EVERY: Duration = Duration::from_secs(60);
/// How often the clock is compared with the database's: a machine that was paused may have a wrong time until then.
const CLOCK_EVERY: Duration = Duration::from_secs(2);
/// How long cached availability is valid: another node may have written, and its event may not have arrived.
const AVAILABILITY_MAX_AGE: SignedDuration = SignedDuration::from_secs(2);
/// How often stored webhooks are processed.
const WEBHOOKS_EVERY: Duration = Duration::from_secs(2);
/// How often open payments that are due are polled.
const RECONCILE_EVERY: Duration = Duration::from_secs(10);
/// How often QR codes that are no longer valid are closed at the provider.
const CLOSE_QR_CODES_EVERY: Duration = Duration::from_secs(2);
/// How often refunds that are due take their next step.
const REFUNDS_EVERY: Duration = Duration::from_secs(10);
/// How often the job checks which days of payouts are due.
const PAYOUTS_EVERY: Duration = Duration::from_secs(600);
/// How often notifications that are due are sent.
const DELIVER_EVERY: Duration = Duration::from_secs(2);
/// How long a stopping server that shares its database reports "not ready" before it accepts no more connections, unless
/// configured: longer than two health checks of the proxies in docs/OPERATING.md.
const LEAVING: Duration = Duration::from_secs(5);
/// How often the job looks for days that are due and that staff have not closed.
const CLOSE_DAYS_EVERY: Duration = Duration::from_secs(120);
/// How often the job looks for players whose data are due to be erased.
const ERASE_PLAYERS_EVERY: Duration = Duration::from_secs(300);
/// How often the job looks for reports of closed days that name debtors.
const FORGET_DEBTORS_EVERY: Duration = Duration::from_secs(600);
/// How often the job looks for past days of the audit that have no digest yet.
const DIGEST_EVERY: Duration = Duration::from_secs(300);
/// How often rows that were kept long enough are deleted.
const REMOVE_EXPIRED_EVERY: Duration = Duration::from_secs(600);
/// How often the job looks for pictures of players that no account names.
const REMOVE_UNUSED_PICTURES_EVERY: Duration = Duration::from_secs(600);
/// How often the job looks for customers whose names have no words for the search at the desk yet.
const NAME_WORDS_EVERY: Duration = Duration::from_secs(60);
/// How often the job looks for past days whose money has no sums for the reports yet.
const SUM_REVENUE_DAYS_EVERY: Duration = Duration::from_secs(300);
/// How often the job looks for past days whose bookings have no sums for the reports, or none since they changed.
const SUM_BOOKING_DAYS_EVERY: Duration = Duration::from_secs(300);
/// How often gauges are read from the database.
const GAUGES_EVERY: Duration = Duration::from_secs(15);

/// A listening server.
pub(crate) struct Server {
    api: ApiState,
    address: SocketAddr,
    stop: watch::Sender<bool>,
    serving: JoinHandle<()>,
    jobs: Jobs,
    control_socket: Option<ControlSocket>,
    /// How long it keeps serving after a stop signal.
    leaving: Duration,
}

impl Server {
    /// Opens the database, builds the application and starts to listen.
    pub(crate) async fn start(settings: ServerSettings) -> Result<Self, Failure> {
        let listener = bind(settings.listen, "listen").await?;
        let tolerance = SignedDuration::from_secs(settings.database.clock_tolerance_seconds.get().into());
        let clock = NodeClock::new(Arc::new(SystemClock), SystemElapsed::start()).with_tolerance(tolerance);
        let app = build_app(&settings, Arc::new(clock)).await?;
        Self::serve(app, settings, listener).await
    }

    /// Serves an application that is already built.
    pub(crate) async fn serve(
        app: Arc<App>,
        settings: ServerSettings,
        listener: TcpListener,
    ) -> Result<Self, Failure> {
        let address = listener.local_addr().map_err(|error| {
            Failure::new(format!(
                "the address of the listener cannot be read: {error}; start the server again"
            ))
        })?;
        let database = DatabaseUrl::of(&settings)?;
        let metrics = start_metrics()?;
        describe_build(app.store.engine());
        let web = web_app().map_err(|error| {
            Failure::new(format!(
                "cannot start the thread that renders pages: {error}; let the server's user start more threads"
            ))
        })?;
        let leaving = match (settings.http.lame_duck_ms, &database) {
            (Some(ms), _) => Duration::from_millis(ms),
            (None, DatabaseUrl::Postgres(_)) => LEAVING,
            // No other node can take over the requests.
            (None, DatabaseUrl::Sqlite(_)) => Duration::ZERO,
        };
        let api = Api::new(app.clone(), fit_open_files(settings.http), web, Some(metrics.clone()))
            .map_err(|error| Failure::new(format!("settings: {error}")))?;
        let clock_watch = Arc::new(ClockWatch::default());
        // Measured before the first request; without a measurement the node is not ready.
        if let Err(error) = clock_watch.check(&app).await {
            tracing::warn!(%error, "the database's clock could not be read");
        }
        let (stop, stopped) = watch::channel(false);
        let (serving_api, end) = (api.clone(), until_stopped(stopped.clone()));
        let serving = tokio::spawn(async move {
            let router = sideout_http::router(serving_api.clone());
            let platform = serving_api.platform.clone();
            sideout_http::serve(listener, router, &serving_api.settings, platform, end).await;
        });
        let mut jobs = Jobs::new(Arc::clone(&app.clock), stopped.clone());
        jobs.every("expire_holds", EXPIRE_HOLDS_EVERY, &app, |app| async move {
            expire_holds(&app).await.map(drop)
        });
        jobs.every("expire_offers", EXPIRE_OFFERS_EVERY, &app, |app| async move {
            while expire_offers(&app).await? > 0 {}
            Ok(())
        });
        jobs.every("remove_expired", REMOVE_EXPIRED_EVERY, &app, |app| async move {
            remove_expired(&app).await.map(drop)
        });
        jobs.every("remove_unused_pictures", REMOVE_UNUSED_PICTURES_EVERY, &app, |app| async move {
            remove_unused_pictures(&app).await.map(drop)
        });
        jobs.every("write_name_words", NAME_WORDS_EVERY, &app, |app| async move {
            write_name_words(&app).await.map(drop)
        });
        jobs.every(
            "close_days",
            CLOSE_DAYS_EVERY,
            &app,
            |app| async move { close_days(&app).await.map(drop) },
        );
        jobs.every("erase_players", ERASE_PLAYERS_EVERY, &app, |app| async move {
            erase_players(&app).await.map(drop)
        });
        jobs.every("forget_debtors", FORGET_DEBTORS_EVERY, &app, |app| async move {
            forget_debtors(&app).await.map(drop)
        });
        jobs.every("digest_audit", DIGEST_EVERY, &app, |app| async move {
            digest_past_days(&app).await.map(drop)
        });
        jobs.every("sum_revenue_days", SUM_REVENUE_DAYS_EVERY, &app, |app| async move {
            sum_revenue_days(&app).await.map(drop)
        });
        jobs.every("sum_booking_days", SUM_BOOKING_DAYS_EVERY, &app, |app| async move {
            sum_booking_days(&app).await.map(drop)
        });
        jobs.every("check_clock", CLOCK_EVERY, &app, move |app| {
            let watch = Arc::clone(&clock_watch);
            async move { watch.check(&app).await }
        });
        let backups = BackupWatch::of(&database);
        jobs.every("read_gauges", GAUGES_EVERY, &app, move |app| {
            // Puts recorded durations into their buckets, also if `/metrics` is never scraped.
            metrics.run_upkeep();
            backups.read_last_backup();
            async move { read_gauges(&app).await }
        });
        for channel in Channel::ALL {
            let stopping = stopped.clone();
            jobs.every(channel_job(*channel), DELIVER_EVERY, &app, move |app| {
                let stopping = stopping.clone();
                // After the stop no message is started: an interrupted one would be sent again.
                async move { deliver(&app, *channel, || !*stopping.borrow()).await.map(drop) }
            });
        }
        if app.payments.is_some() {
            jobs.every("webhooks", WEBHOOKS_EVERY, &app, |app| async move {
                while process_webhooks(&app).await? > 0 {}
                Ok(())
            });
            jobs.every("reconcile", RECONCILE_EVERY, &app, |app| async move {
                while reconcile(&app).await? > 0 {}
                Ok(())
            });
            jobs.every("close_qr_codes", CLOSE_QR_CODES_EVERY, &app, |app| async move {
                while close_qr_codes(&app).await? > 0 {}
                Ok(())
            });
            jobs.every("refunds", REFUNDS_EVERY, &app, |app| async move {
                while issue_refunds(&app).await? > 0 {}
                Ok(())
            });
            jobs.every("read_payouts", PAYOUTS_EVERY, &app, |app| async move {
                read_payouts(&app).await.map(drop)
            });
        }
        let control_socket = match &database {
            DatabaseUrl::Sqlite(path) => ControlSocket::open(path, api.app.clone()),
            DatabaseUrl::Postgres(_) => None,
        };
        tracing::info!(%address, engine = api.app.store.engine(), "listening");
        Ok(Server { api, address, stop, serving, jobs, control_socket, leaving })
    }

    /// The address it listens on.
    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// `sqlite` or `postgres`.
    pub(crate) fn engine(&self) -> &'static str {
        self.api.app.store.engine()
    }

    /// Serves until a signal, or until `failed` resolves with the failure of something that it cannot do without. Then it
    /// accepts no new connections and finishes requests in flight. Before that, after a signal, it serves on for the time `leaving`
    /// and reports "not ready".
    ///
    /// # Errors
    /// If the database or the accept loop failed, also while it was leaving after a signal, or if `failed` resolved before a
    /// signal. A supervisor should start it again.
    pub(crate) async fn until(
        self,
        mut signals: StopSignals,
        failed: impl Future<Output = String>,
    ) -> Result<(), Failure> {
        let mut serving = self.serving;
        let broken =
            |message: String| Some(format!("the database failed: {message}; start the server again"));
        let by_itself = || Some("the server stopped by itself; start it again".to_owned());
        let mut failure = tokio::select! {
            signal = signals.next() => {
                tracing::info!(signal, "received a signal to stop");
                None
            }
            message = self.api.app.store.broken() => broken(message),
            _ = &mut serving => by_itself(),
            message = failed => Some(message),
        };
        self.api.platform.start_leaving();
        if failure.is_none() && !self.leaving.is_zero() {
            let ms = u64::try_from(self.leaving.as_millis()).unwrap_or(u64::MAX);
            tracing::info!(ms, "leaving: reporting not ready, and serving until proxies have noticed");
            tokio::select! {
                () = tokio::time::sleep(self.leaving) => {}
                signal = signals.next() => tracing::info!(signal, "received a second signal: not waiting for proxies"),
                message = self.api.app.store.broken() => failure = broken(message),
                _ = &mut serving => failure = by_itself(),
            }
        }
        if let Some(message) = &failure {
            tracing::error!(cause = %message, "the server ends because of a failure");
        }
        tracing::info!("stopping: finishing requests in flight");
        if let Some(control_socket) = self.control_socket {
            control_socket.close();
        }
        self.stop.send_replace(true);
        if !serving.is_finished()
            && let Err(error) = serving.await
        {
            tracing::error!(%error, "the server task failed while stopping");
        }
        self.jobs.end().await;
        let queue = self.api.app.text_message_queue.drained();
        if tokio::time::timeout(Duration::from_secs(5), queue).await.is_err() {
            tracing::warn!("some text messages could not be sent before the stop");
        }
        self.api.app.store.close().await;
        tracing::info!("stopped");
        failure.map_or(Ok(()), |message| Err(Failure::new(message)))
    }
}

/// The name of the job that delivers notifications of this channel.
fn channel_job(channel: Channel) -> &'static str {
    match channel {
        Channel::Text => "deliver_texts",
        Channel::Mail => "deliver_mail",
    }
}

/// Builds the application of a server: opens the database, and finds or creates the keys.
pub(crate) async fn build_app(settings: &ServerSettings, clock: Arc<dyn Clock>) -> Result<Arc<App>, Failure> {
    let database = DatabaseUrl::of(settings)?;
    // Before the database is opened, or its first counts would be lost.
    start_metrics()?;
    let store = database.open_or_wait(settings.database.wait_seconds).await?;
    let random = SystemRandom;
    let code_key = CODE_KEY.find(settings, &database, &random)?;
    let pass_signer = pass_signer(settings, PASS_KEY.find(settings, &database, &random)?)?;
    let lost = record_keys(&store, present_keys(settings)?, clock.now()).await;
    let unwritable = |error: StoreError| {
        let what = format!("the database cannot be written: {error}; check it and its disk, and start again");
        Failure::new(what)
    };
    for key in lost.map_err(unwritable)? {
        let what_to_do = describe_lost_key(&key, settings);
        tracing::warn!(key = key.name, what_to_do, "the database was used with a key that is missing");
    }
    let app = assemble(settings, store, clock, (Secrets::new(code_key), pass_signer)).await?;
    Ok(Arc::new(app))
}

/// The application for a command that moves money and neither signs passes nor issues codes. Its keys are temporary: a
/// restored database may not have its keys yet, and this command must not create new ones.
pub(crate) async fn build_money_app(
    settings: &ServerSettings,
    store: Store,
    clock: Arc<dyn Clock>,
) -> Result<App, Failure> {
    let random: &dyn Random = &SystemRandom;
    let pass_signer = PassSigner::new(&random.bytes(), Vec::new())
        .map_err(|error| Failure::new(format!("cannot generate a key: {error}")))?;
    assemble(settings, store, clock, (Secrets::new(random.bytes()), pass_signer)).await
}

/// Puts the application together, with the providers of the settings.
async fn assemble(
    settings: &ServerSettings,
    store: Store,
    clock: Arc<dyn Clock>,
    (secrets, pass_signer): (Secrets, PassSigner),
) -> Result<App, Failure> {
    let images = ImageStore::open(&settings.images).map_err(|error| Failure::new(error.to_string()))?;
    let host = host_of(&settings.business.public_url)?;
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    let found: Result<Option<String>, StoreError> =
        store.read((), |tx, ()| Box::pin(async move { Brands(tx).find().await })).await;
    let document = found.map_err(|error| {
        Failure::new(format!("the database cannot be read: {error}; check it and its disk, and start again"))
    })?;
    // The error of a document that does not fit says itself what to do.
    let stored_brand = document
        .map_or_else(|| Ok(Brand::default()), |document| parse_brand(&document))
        .map_err(|error| Failure::new(error.to_string()))?;
    let messenger = messaging::connect(&settings.messaging, &stored_brand.name, &host)
        .map_err(|error| Failure::new(format!("settings: {error}")))?;
    let notification_channels = NotificationChannels {
        texts: Arc::clone(&messenger),
        registered: settings.messaging.templates.notices().map(|(notice, _)| notice).collect(),
        text_list: Arc::new(
            messaging::TextList::read(&settings.messaging, &host)
                .map_err(|error| Failure::new(format!("settings: {error}")))?,
        ),
        mail: mailer(settings)?,
    };
    let availability = Arc::new(Availability::new(Some(AVAILABILITY_MAX_AGE)));
    let (venues, brand) = (Arc::default(), Arc::default());
    let live = Live::start(&store, Arc::clone(&availability), Arc::clone(&venues), Arc::clone(&brand));
    Ok(App {
        store,
        clock,
        random: Arc::new(SystemRandom),
        passwords: Passwords::new(settings.business.password_hash, cores),
        settings: settings.business.clone(),
        secrets,
        pass_signer,
        text_message_queue: TextMessageQueue::start(messenger),
        notification_channels,
        payments: payment_account(settings)?,
        poll_turns: PollTurns::default(),
        images,
        picture_recoder: PictureRecoder::default(),
        venues,
        brand,
        logos: Logos::default(),
        availability,
        live,
    })
}

/// The mail relay, if one is configured.
fn mailer(settings: &ServerSettings) -> Result<Option<Arc<dyn Mailer>>, Failure> {
    let Some(mail) = &settings.mail else {
        tracing::warn!("there is no [mail] table in the settings: players get no mail");
        return Ok(None);
    };
    let relay = SmtpRelay::new(mail).map_err(|error| Failure::new(format!("settings: {error}")))?;
    Ok(Some(Arc::new(relay)))
}

/// The account at the payment provider, if one is configured.
fn payment_account(settings: &ServerSettings) -> Result<Option<PaymentAccount>, Failure> {
    let Some(razorpay) = &settings.payments.razorpay else { return Ok(None) };
    let provider = Razorpay::new(razorpay).map_err(|error| Failure::new(format!("settings: {error}")))?;
    let secrets = [Some(razorpay.webhook_secret.clone()), razorpay.previous_webhook_secret.clone()];
    Ok(Some(PaymentAccount {
        provider: Arc::new(provider),
        key_id: razorpay.key_id.clone(),
        script_url: razorpay.script_url.clone(),
        checkout_key: SigningKey::new(razorpay.key_secret.clone()),
        webhook_keys: secrets
            .into_iter()
            .flatten()
            .filter(|secret| !secret.is_empty())
            .map(SigningKey::new)
            .collect(),
    }))
}

/// Listens on `address`; the error names `option`, which sets it.
pub(crate) async fn bind(address: SocketAddr, option: &str) -> Result<TcpListener, Failure> {
    TcpListener::bind(address).await.map_err(|error| {
        Failure::new(match error.kind() {
            std::io::ErrorKind::AddrInUse => {
                format!(
                    "{address} is in use by another program; stop it or choose another address with {option}"
                )
            }
            _ => format!("cannot listen on {address}: {error}; choose another address with {option}"),
        })
    })
}
