//! Passes the folder of the built web app to the program, or writes a placeholder page that says how to build it.

use std::{env, fs, path::PathBuf};

const NOT_BUILT: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Sideout</title>\
<p>The web app is not inside this program: it was built without it. Run <code>cargo xtask gen</code>, then build again. \
The API works.</p></html>";

fn main() {
    let Ok(root) = env::var("CARGO_MANIFEST_DIR") else { return };
    let dist = PathBuf::from(root).join("../../web/dist");
    println!("cargo:rerun-if-changed={}", dist.display());
    let folder = if dist.join("index.html").is_file() {
        dist
    } else {
        let Ok(out) = env::var("OUT_DIR") else { return };
        let empty = PathBuf::from(out).join("web-not-built");
        if fs::create_dir_all(&empty).is_err() || fs::write(empty.join("index.html"), NOT_BUILT).is_err() {
            println!("cargo:warning=the placeholder page could not be written");
        }
        println!(
            "cargo:warning=web/dist is not built: this program will serve the API only (cargo xtask gen builds it)"
        );
        empty
    };
    println!("cargo:rustc-env=SIDEOUT_WEB_DIST={}", folder.display());
}
