//! `sideout demo`: a server and the sandbox, by default reachable from this machine only.

mod addresses;

use std::{
    fmt,
    net::{Ipv4Addr, SocketAddr},
    process::ExitCode,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use futures_util::FutureExt as _;
use jiff::Timestamp;
use sideout_app::{
    App,
    platform::{
        brand::find_brand,
        clock::{Clock, SystemClock},
        random::SystemRandom,
        settings::Audience,
        venues::list_venues,
    },
};
use sideout_domain::staff::Role;
use sideout_providers::{
    Secret,
    images::ImageSettings,
    mail::{Encryption, MailSettings},
    messaging::{
        ApprovedTemplate, MessagingSettings, Msg91Settings, ProviderName, Templates, TwilioSettings,
    },
    payments::{CaptureMode, RazorpaySettings},
};
use sideout_sandbox::{ClockAhead, Listeners, SandboxSettings};
use tokio::{
    net::TcpListener,
    sync::watch,
    task::{JoinError, JoinHandle},
};

use self::addresses::{Addresses, Bound};
use super::sandbox::SENDING_NUMBER;
use crate::{
    cli::DemoArguments,
    failure::Failure,
    jobs::until_stopped,
    keys::{CODE_KEY, PASS_KEY},
    log,
    public_url::host_of,
    registered_texts::registered_texts,
    sample::{
        DEMO_CUSTOMER, DEMO_PASSWORD, DEMO_PHONE, PassToScan, SampleLink, add_load_players, fill,
        first_venue, load_player, pass_to_scan, sample_owner, sample_staff, work_through_day,
    },
    server::{Server, bind, build_app},
    settings::{LogSettings, ServerSettings},
    startup_timer::StartupTimer,
    stop_signals::StopSignals,
};

/// The most load players that may pay online: their list is searched one by one.
const PAYING_LOAD_PLAYERS: u32 = 100;

/// Starts server and sandbox, and serves until a stop signal or until one of them ends by itself.
pub(crate) async fn demo(arguments: DemoArguments, timer: StartupTimer) -> Result<ExitCode, Failure> {
    let mut signals = StopSignals::catch()?;
    let given = ServerSettings::load(None)?;
    let demo = tokio::select! {
        demo = start(arguments, given, timer) => demo?,
        signal = signals.next() => {
            tracing::info!(signal, "stopped before it was ready");
            return Ok(ExitCode::SUCCESS);
        }
    };
    serve(demo, signals).await
}

/// Serves until a stop signal. A demo without its sandbox could send no code and take no payment, so it ends with it.
async fn serve(demo: Demo, signals: StopSignals) -> Result<ExitCode, Failure> {
    let sandbox = demo.sandbox_task.map(end_of_sandbox).shared();
    let without_sandbox = sandbox.clone().map(|ended| match ended {
        Ok(()) => "the sandbox stopped by itself; start the demo again".to_owned(),
        Err(why) => why,
    });
    let ended = demo.server.until(signals, without_sandbox).await;
    demo.stop.send_replace(true);
    let sandbox_ended = sandbox.await;
    ended?;
    sandbox_ended.map_err(Failure::new)?;
    Ok(ExitCode::SUCCESS)
}

/// The error or panic that ended the sandbox; `Ok` if it ended without one, stopped or by itself.
fn end_of_sandbox(ended: Result<std::io::Result<()>, JoinError>) -> Result<(), String> {
    match ended {
        Ok(Ok(())) => Ok(()),
        Ok(Err(error)) => {
            Err(format!("the sandbox stopped because of an error ({error}); start the demo again"))
        }
        Err(error) => Err(format!(
            "the sandbox stopped because of a defect ({error}); start the demo again and report it"
        )),
    }
}

fn unreadable(error: impl fmt::Display) -> Failure {
    Failure::new(format!(
        "the database cannot be read: {error}; check --database-url or the folder of --data, and start the demo again"
    ))
}

/// A server and the sandbox.
struct Demo {
    server: Server,
    /// Stops the sandbox.
    stop: watch::Sender<bool>,
    sandbox_task: JoinHandle<std::io::Result<()>>,
}

async fn start(
    arguments: DemoArguments,
    given: ServerSettings,
    timer: StartupTimer,
) -> Result<Demo, Failure> {
    let listener = bind(arguments.listen, "--listen").await?;
    let sandbox_listener = bind(arguments.sandbox_listen, "--sandbox-listen").await?;
    let address = |bound: std::io::Result<SocketAddr>| {
        bound.map_err(|error| {
            Failure::new(format!("the address of a listener cannot be read: {error}; start the demo again"))
        })
    };
    let relay_listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.map_err(|error| {
        Failure::new(format!(
            "no port of 127.0.0.1 is free for the mail relay: {error}; end programs that hold many ports"
        ))
    })?;
    let bound = Bound {
        server: address(listener.local_addr())?,
        sandbox: address(sandbox_listener.local_addr())?,
        relay: address(relay_listener.local_addr())?,
    };
    let addresses = Addresses::of(bound, &arguments);

    let settings = build_settings(given, &arguments, &addresses)?;
    log::start(&settings.log)?;
    let (stop, stopped) = watch::channel(false);
    let ahead = arguments.at.map_or_else(ClockAhead::default, ClockAhead::starting_at);
    let clock = Arc::new(SharedClock { ahead: ahead.clone(), standing: Mutex::new(None) });
    let app = build_app(&settings, clock.clone()).await?;
    let engine = app.store.engine();
    let contents = if arguments.empty {
        let venues = list_venues(&app).await.map_err(unreadable)?;
        let data = if venues.is_empty() { DataOrigin::NoVenue } else { DataOrigin::Existing };
        Contents { data, desk_links: sample_owner(&app).await?.into_iter().collect(), pass: None }
    } else {
        fill_sample(&app, &clock, arguments.players).await?
    };
    let brand = find_brand(&app).await.map_err(unreadable)?;
    let texts = registered_texts(&brand.name, &host_of(&settings.business.public_url)?, &[])?;
    let sandbox_settings = SandboxSettings {
        templates: texts.into_iter().map(|text| text.template).collect(),
        razorpay: sideout_sandbox::RazorpayAccount {
            webhook_url: Some(format!("http://{}/webhooks/razorpay", addresses.server)),
            ..sideout_sandbox::RazorpayAccount::default()
        },
        ..SandboxSettings::default()
    };
    let sandbox_listeners = Listeners { http: sandbox_listener, smtp: Some(relay_listener) };
    let serving =
        sideout_sandbox::serve_with_clock(sandbox_listeners, sandbox_settings, ahead, until_stopped(stopped));
    let sandbox_task = tokio::spawn(serving);

    let server = Server::serve(app, settings, listener).await?;
    let folder = arguments.data.display().to_string();
    print_welcome(&Welcome {
        addresses,
        engine,
        is_empty: arguments.empty,
        has_own_database: arguments.database_url.is_some(),
        folder,
        contents,
        ready: timer.elapsed(),
    });
    Ok(Demo { server, stop, sandbox_task })
}

/// What the database of a demo contains at its start.
struct Contents {
    data: DataOrigin,
    desk_links: Vec<SampleLink>,
    /// The pass that a visitor can check in at the desk, if there is one.
    pass: Option<PassToScan>,
}

/// The origin of the data in the database of a demo.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum DataOrigin {
    /// This start wrote the sample data.
    NewSample,
    /// The database had data before this start.
    Existing,
    /// There is no venue yet.
    NoVenue,
}

impl fmt::Display for DataOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DataOrigin::NewSample => "new sample data",
            DataOrigin::Existing => "the data of last time",
            DataOrigin::NoVenue => "no venue yet",
        })
    }
}

/// Fills an empty database with the sample operator and a realistic day; adds the load players and sample staff that are
/// missing, and new links.
async fn fill_sample(app: &App, clock: &SharedClock, players: u32) -> Result<Contents, Failure> {
    let filled = fill(app).await?;
    add_load_players(app, players).await?;
    if let Some(day) = &filled {
        let worked = work_through_day(app, day, &|at| clock.stand_at(Some(at))).await;
        clock.stand_at(None);
        worked?;
    }
    let venue = first_venue(app).await?;
    Ok(Contents {
        data: if filled.is_some() { DataOrigin::NewSample } else { DataOrigin::Existing },
        desk_links: sample_staff(app, venue).await?,
        pass: pass_to_scan(app, venue).await?,
    })
}

/// The clock that demo and sandbox share.
struct SharedClock {
    ahead: ClockAhead,
    /// The time at which it stands; `None` if it runs.
    standing: Mutex<Option<Timestamp>>,
}

impl SharedClock {
    /// Shows `at` until the next call; `None` lets it run.
    fn stand_at(&self, at: Option<Timestamp>) {
        *self.standing.lock().unwrap_or_else(PoisonError::into_inner) = at;
    }
}

impl Clock for SharedClock {
    fn now(&self) -> Timestamp {
        let standing = *self.standing.lock().unwrap_or_else(PoisonError::into_inner);
        standing.unwrap_or_else(|| self.ahead.of(SystemClock.now()))
    }
}

/// The settings of the demo: those given by the environment, with the sandbox's addresses and keys.
fn build_settings(
    mut settings: ServerSettings,
    arguments: &DemoArguments,
    addresses: &Addresses,
) -> Result<ServerSettings, Failure> {
    let sandbox = addresses.sandbox;
    settings.listen = addresses.listen;
    settings.data_dir.clone_from(&arguments.data);
    settings.database_url = match &arguments.database_url {
        Some(url) => url.clone(),
        None => format!("sqlite:{}", arguments.data.join("sideout.db").display()),
    };
    // The demo is always a single node, so its keys may be in its folder, also with PostgreSQL.
    for (key, given) in [(CODE_KEY, &mut settings.code_key), (PASS_KEY, &mut settings.pass_key)] {
        if given.is_none() {
            *given = Some(Secret::new(&key.read_or_generate(&arguments.data, &SystemRandom)?));
        }
    }
    settings.images = ImageSettings { folder: arguments.data.join("images"), bucket: None };
    settings.business.public_url.clone_from(&addresses.public_url);
    // One click on a link opens the desk, without a passkey or authenticator app.
    settings.business.desk.link_hours = 12;
    // The sandbox makes QR codes. Razorpay does so only after a request to switch them on.
    settings.business.desk.provider_qr = true;
    // A demo need not serve until a proxy has noticed the stop.
    settings.http.lame_duck_ms = settings.http.lame_duck_ms.or(Some(0));
    settings.business.throttle = !arguments.no_throttle;
    if settings.log.filter == LogSettings::default().filter {
        // So that log lines do not hide the welcome message; SIDEOUT_LOG__FILTER=info,sideout=info shows more.
        settings.log.filter = "warn".to_owned();
    }
    let account = sideout_sandbox::Msg91Account::default();
    let second = sideout_sandbox::TwilioAccount::default();
    settings.payments.razorpay = Some(razorpay(addresses));
    // As in the specification: certain customers may pay online, all others pay at the court.
    let load_players = (1..=arguments.players.min(PAYING_LOAD_PLAYERS)).map(load_player);
    settings.business.online_payment =
        Audience::Customers([DEMO_CUSTOMER].into_iter().chain(load_players).collect());
    settings.messaging = MessagingSettings {
        provider: ProviderName::Msg91,
        msg91: Some(Msg91Settings {
            base_url: format!("http://{sandbox}"),
            auth_key: Secret::new(&account.auth_key),
            timeout_ms: 5_000,
        }),
        second_provider: Some(ProviderName::Twilio),
        twilio: Some(TwilioSettings {
            base_url: format!("http://{sandbox}"),
            account_sid: second.account_sid,
            auth_token: Secret::new(&second.auth_token),
            api_key_sid: None,
            from: Some(SENDING_NUMBER.to_owned()),
            messaging_service_sid: None,
            timeout_ms: 5_000,
        }),
        templates: Templates {
            one_time_code: ApprovedTemplate {
                msg91_template_id: Some("sandbox-one_time_code".to_owned()),
                ..ApprovedTemplate::default()
            },
            ..Templates::default()
        }
        .with_notices(|notice| ApprovedTemplate {
            msg91_template_id: Some(format!("sandbox-{notice}")),
            ..ApprovedTemplate::default()
        }),
        ..MessagingSettings::default()
    };
    settings.mail = Some(MailSettings {
        host: addresses.relay.ip().to_string(),
        port: Some(addresses.relay.port()),
        encryption: Encryption::None,
        user: None,
        password: None,
        from: "Baroda Pickleball Club <play@barodapickleball.example>".to_owned(),
        reply_to: None,
        timeout_ms: 5_000,
    });
    Ok(settings)
}

/// The payment account of the sandbox.
fn razorpay(addresses: &Addresses) -> RazorpaySettings {
    let account = sideout_sandbox::RazorpayAccount::default();
    RazorpaySettings {
        base_url: format!("http://{}", addresses.sandbox),
        script_url: format!("{}/v1/checkout.js", addresses.sandbox_url),
        key_id: account.key_id,
        key_secret: Secret::new(&account.key_secret),
        webhook_secret: Secret::new(&account.webhook_secret),
        previous_webhook_secret: None,
        capture: CaptureMode::Automatic,
        timeout_ms: 12_000,
    }
}

/// The values of the welcome message.
struct Welcome {
    addresses: Addresses,
    engine: &'static str,
    is_empty: bool,
    has_own_database: bool,
    folder: String,
    contents: Contents,
    ready: Duration,
}

fn print_welcome(values: &Welcome) {
    let Welcome { addresses, engine, folder, contents, .. } = values;
    let ready = values.ready.as_millis();
    let data = contents.data;
    print_line!();
    print_line!("  Sideout is ready in {ready} ms, on {engine} with {data}");
    print_line!();
    print_line!("    Book a court     {}/", addresses.public_url);
    print_line!("    Read the texts   {}/", addresses.sandbox_url);
    if let Some(port) = addresses.port_for_others() {
        print_line!();
        print_line!(
            "  Other devices in your network open players' pages at this machine's address, port {port}."
        );
        print_line!("  For the desk and payments there, put HTTPS in front: --public-url and --sandbox-url.");
    }
    if !values.is_empty {
        print_line!();
        print_line!("    Phone            {}", SpacedPhone(DEMO_PHONE));
        print_line!("    Password         {DEMO_PASSWORD}");
    }
    print_line!();
    match addresses.desk() {
        Some(desk) => print_desk(&desk, contents, values.is_empty),
        None => print_where_the_desk_opens(addresses),
    }
    if data != DataOrigin::NoVenue && !values.is_empty {
        print_player_tour(data);
    }
    print_line!();
    if values.has_own_database {
        print_line!(
            "  Pictures and keys are kept in {folder}, everything else in your database. Ctrl-C stops."
        );
    } else {
        print_line!("  Everything is kept in {folder}; delete that folder to start afresh. Ctrl-C stops.");
    }
    print_line!();
}

/// Prints the links to the desk at this address, and what a newcomer can do there.
fn print_desk(desk: &str, contents: &Contents, is_empty: bool) {
    print_line!("  The desk, one click each (a link signs in once; a new start prints new ones)");
    for link in &contents.desk_links {
        let member = match link.role {
            Role::Owner => "Nisha, owner",
            Role::Manager => "Kiran, manager",
            Role::Desk => "Dev, front desk",
        };
        print_line!("    {member:<16} {desk}{}", link.path);
    }
    if contents.desk_links.is_empty() {
        print_line!("    The sample staff are switched off: sign in as yourself at {desk}/desk");
    }
    if contents.data == DataOrigin::NoVenue {
        print_line!();
        print_line!(
            "  Set up your brand, a venue with its courts, hours and prices, and your staff: the desk leads you there."
        );
    } else if !is_empty {
        print_desk_tour(contents.pass.as_ref());
    }
}

/// Prints how to start a demo whose desk can be opened.
fn print_where_the_desk_opens(addresses: &Addresses) {
    let port = addresses.listen.port();
    print_line!(
        "  The desk does not open at {}: browsers keep its sign-in on HTTPS and on localhost only.",
        addresses.public_url
    );
    print_line!("    On this machine    start without --public-url, and with --listen 127.0.0.1:{port},");
    print_line!(
        "                       or --listen 0.0.0.0:{port} if other devices shall open players' pages"
    );
    print_line!(
        "    On a tablet        put a proxy or tunnel with HTTPS in front, and start with --public-url"
    );
    print_line!("                       and its address, as in --public-url https://demo.example.in");
}

/// Prints what a newcomer can try as a player.
fn print_player_tour(data: DataOrigin) {
    print_line!();
    print_line!("  Worth a try as a player");
    // Data of an earlier start may have other free courts: its days have passed, or players have booked.
    if data == DataOrigin::NewSample {
        print_line!("    · tomorrow, 7 PM at Riverside Arena: three courts are left, and at 8 PM none");
    }
    print_line!(
        "    · coupons WELCOME50 and DINK10 in the confirm window, and the slide there to pay online"
    );
    print_line!(
        "    · join with a number of your own: its code arrives under \"Read the texts\", no real text is sent"
    );
    print_line!(
        "    · beside the texts: each e-mail, each payment, and faults of the payment provider to switch on"
    );
}

/// Prints what a newcomer can do at the desk in five minutes.
fn print_desk_tour(pass: Option<&PassToScan>) {
    print_line!();
    print_line!("  At the desk, in five minutes");
    print_line!("    1. A caller: press a free hour, type 43210, press Enter");
    print_line!("    2. Somebody at the counter: Walk-in, Cash, Enter. Booked and paid, without a number");
    match pass {
        Some(PassToScan { whose, code }) => {
            print_line!("    3. A pass: Check in, then paste this one, of {whose}, and press Enter");
            print_line!("       {code}");
        }
        None => print_line!(
            "    3. A pass: no player is expected in the next hours; start again with an empty database and \
             this afternoon as --at, as in --data another-folder --at 2026-11-21T17:00:00+05:30"
        ),
    }
    print_line!("    4. Another court: drag a booking to a free hour");
    print_line!("    5. The end of a shift: Money, Count. The desk says afterwards what had to be there");
}

/// A phone number of ten digits as people read it: `98765 43210`.
struct SpacedPhone(&'static str);

impl fmt::Display for SpacedPhone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (head, tail) = self.0.split_at(self.0.len() / 2);
        write!(f, "{head} {tail}")
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use clap::Parser as _;

    use super::*;
    use crate::cli::{Arguments, Command};

    /// The arguments of a demo on free ports, with its data in this folder.
    fn arguments(data: &std::path::Path) -> DemoArguments {
        let data = data.display().to_string();
        let typed =
            ["sideout", "demo", "--empty", "--listen", "127.0.0.1:0", "--sandbox-listen", "127.0.0.1:0"];
        let typed = typed.into_iter().chain(["--at", "2026-11-24T23:50:00+05:30", "--data", &data]);
        match Arguments::parse_from(typed).command {
            Command::Demo(arguments) => arguments,
            other => panic!("{other:?}"),
        }
    }

    #[tokio::test]
    async fn a_demo_whose_sandbox_ends_early_ends_at_once_with_the_reason() {
        let folder = tempfile::tempdir().unwrap();
        let signals = StopSignals::catch().unwrap();
        let mut demo =
            start(arguments(folder.path()), ServerSettings::standard(), StartupTimer::start()).await.unwrap();
        // No signal comes: without the end of the sandbox this would serve for ever.
        demo.sandbox_task = tokio::spawn(async { Err(io::Error::other("its mail relay broke")) });
        let failure = serve(demo, signals).await.unwrap_err().to_string();
        assert_eq!(
            failure,
            "the sandbox stopped because of an error (its mail relay broke); start the demo again"
        );
    }

    #[tokio::test]
    async fn a_panic_of_the_sandbox_is_a_defect_and_its_stop_is_none() {
        let panicked = tokio::spawn(async { panic!("on purpose, in a test") }).await;
        assert!(end_of_sandbox(panicked).unwrap_err().contains("because of a defect"));
        assert_eq!(end_of_sandbox(Ok(Ok(()))), Ok(()));
    }
}
