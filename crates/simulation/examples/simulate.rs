//! Runs simulations: `cargo xtask simulate --seed 1 --steps 300 --seeds 100`.
#![expect(clippy::print_stdout, clippy::expect_used, reason = "a command line program prints and may fail")]

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    process::ExitCode,
};

use clap::Parser;
use sideout_simulation::{BREAKAGES, Counts, Ended, Engine, Failed, Options, Scenario, simulate};

#[derive(Parser)]
struct Arguments {
    /// The first seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Steps of each run
    #[arg(long, default_value_t = 300)]
    steps: usize,
    /// Runs, each with the next seed
    #[arg(long, default_value_t = 1)]
    seeds: u64,
    /// The database
    #[arg(long, default_value = "sqlite", value_parser = ["sqlite", "postgres"])]
    engine: String,
    /// Simulate twelve hours of a Saturday: three hundred players, three desks, rain, one node killed twice. With 1440 steps, each is
    /// 30 seconds
    #[arg(long, conflicts_with = "broken")]
    saturday: bool,
    /// Print the whole trace of each run that breaks no rule
    #[arg(long)]
    trace: bool,
    /// Break each rule on purpose instead, and print how long it takes to find it
    #[arg(long)]
    broken: bool,
}

fn run(options: Options) -> Option<Result<Ended, Failed>> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().start_paused(true).build();
    runtime.expect("a runtime").block_on(simulate(options))
}

/// Returns a function that returns the seconds since this call.
#[expect(clippy::disallowed_methods, reason = "it measures how long runs take; no decision depends on it")]
fn stopwatch() -> impl Fn() -> f64 {
    let began = std::time::Instant::now();
    move || began.elapsed().as_secs_f64()
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let engine = if arguments.engine == "postgres" { Engine::Postgres } else { Engine::Sqlite };
    let advance = |by| Box::pin(tokio::time::advance(by)) as _;
    let scenario = if arguments.saturday { Scenario::Saturday } else { Scenario::Crowded };
    let (seed, steps) = (arguments.seed, arguments.steps);
    let options = Options { scenario, engine, seed, steps, advance, broken: None };
    if arguments.broken { find_broken(options, arguments.seeds) } else { run_all(options, &arguments) }
}

fn run_all(options: Options, arguments: &Arguments) -> ExitCode {
    let elapsed = stopwatch();
    let mut sum = Counts::default();
    let mut failures = 0;
    for seed in options.seed..options.seed + arguments.seeds {
        let ended = catch_unwind(AssertUnwindSafe(|| run(Options { seed, ..options })));
        let replay = format!(
            "cargo xtask simulate --seed {seed} --steps {} --engine {}{}",
            options.steps,
            arguments.engine,
            if arguments.saturday { " --saturday" } else { "" },
        );
        match ended {
            Ok(Some(Ok(Ended { hash, counts, trace, .. }))) => {
                if arguments.trace {
                    trace.iter().for_each(|line| println!("{line}"));
                }
                if arguments.seeds <= 10 {
                    println!("seed {seed}: {} steps, trace {hash}", options.steps);
                } else if (seed - options.seed + 1).is_multiple_of(100) {
                    println!("{} runs in {:.0} s, {failures} failed", seed - options.seed + 1, elapsed());
                }
                sum.orders += counts.orders;
                sum.captured += counts.captured;
                sum.acknowledged += counts.acknowledged;
                sum.crashes += counts.crashes;
            }
            Ok(Some(Err(failed))) => {
                failures += 1;
                println!("\nseed {seed} breaks a rule, found after step {}:", failed.step);
                for broken in &failed.broken {
                    println!("  {}: {}", broken.rule, broken.example);
                }
                println!("the last steps:");
                for line in &failed.last_steps {
                    println!("  {line}");
                }
                println!("again: {replay}");
            }
            Ok(None) => {
                println!("PostgreSQL is not installed");
                return ExitCode::FAILURE;
            }
            Err(_) => {
                failures += 1;
                println!("\nseed {seed} panics; again: {replay}");
            }
        }
    }
    println!(
        "{} runs of {} steps on {} in {:.1} s: {failures} failed; {} orders, {} captured payments, {} acknowledged \
         changes, {} crashes",
        arguments.seeds,
        options.steps,
        arguments.engine,
        elapsed(),
        sum.orders,
        sum.captured,
        sum.acknowledged,
        sum.crashes,
    );
    if failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn find_broken(options: Options, seeds: u64) -> ExitCode {
    let mut all_found = true;
    for broken in BREAKAGES {
        let elapsed = stopwatch();
        let mut steps = 0;
        let mut found = None;
        for seed in options.seed..options.seed + seeds {
            match run(Options { seed, broken: Some(*broken), ..options }) {
                Some(Err(failed)) => {
                    steps += failed.step;
                    found = Some(seed);
                    break;
                }
                Some(Ok(ended)) => steps += ended.steps,
                None => {
                    println!("PostgreSQL is not installed");
                    return ExitCode::FAILURE;
                }
            }
        }
        all_found &= found.is_some();
        let found = found.map_or("NOT FOUND".to_owned(), |seed| format!("found by seed {seed}"));
        println!("{found} after {steps} steps, {:.2} s: {}", elapsed(), broken.rule);
    }
    if all_found { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
