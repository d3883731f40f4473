//! Copies the source files under proof to `OUT_DIR`: one folder `product` with all of them as they are, and for each
//! control a folder with one guard taken out. Left out are what `include!` cannot take (the comment at the start of a file)
//! and the tests at its end.

use std::{env, error::Error, fs, path::PathBuf};

#[path = "controls.rs"]
mod controls;

use controls::{CONTROLS, Control};

/// The files under proof.
const FILES: &[&str] = &[
    "app/src/platform/availability.rs",
    "app/src/platform/cached.rs",
    "app/src/platform/day_feed.rs",
    "app/src/platform/fair_queue.rs",
    "app/src/platform/live.rs",
    "app/src/platform/networks.rs",
    "app/src/platform/passwords.rs",
    "app/src/platform/watch_board.rs",
    "app/src/platform/watch_day.rs",
    "app/src/platform/watch_orders.rs",
    "http/src/platform/per_address_limit.rs",
    "store-sqlite/src/error.rs",
    "store-sqlite/src/writer.rs",
];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=controls.rs");
    let product = Control { name: "product", file: "", edits: &[] };
    for path in FILES {
        let source = PathBuf::from("..").join(path);
        println!("cargo:rerun-if-changed={}", source.display());
        let text = without_tests(&fs::read_to_string(&source)?);
        for control in CONTROLS.iter().chain([&product]) {
            let edits = if path.ends_with(control.file) { control.edits } else { &[] };
            let mut text = text.clone();
            for (guard, without) in edits {
                if text.matches(guard).count() != 1 {
                    return Err(
                        format!("{}: {path} must contain this exactly once: {guard}", control.name).into()
                    );
                }
                text = text.replace(guard, without);
            }
            let folder = PathBuf::from(env::var("OUT_DIR")?).join(control.name);
            fs::create_dir_all(&folder)?;
            fs::write(folder.join(source.file_name().ok_or("a file has a name")?), text)?;
        }
    }
    Ok(())
}

fn without_tests(source: &str) -> String {
    let code = source.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = code.lines().skip_while(|line| line.starts_with("//!"));
    lines.map(|line| format!("{line}\n")).collect()
}
