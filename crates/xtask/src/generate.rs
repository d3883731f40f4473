//! `cargo xtask gen`: generated files of the repository, and the built web app.

use std::{fs, path::Path, process::Command};

use crate::{
    cargo::cargo,
    failure::{Doing, Failure},
    step::{self, Show},
    web, workspace,
};

/// Writes openapi.json, web/src/api/schema.d.ts and web/dist.
pub(crate) fn run() -> Result<(), Failure> {
    println!("Writes openapi.json, web/src/api/schema.d.ts and web/dist.");
    web::ensure_dependencies()?;
    let root = workspace::root();
    // The server embeds web/dist, which is missing in a fresh clone.
    let dist = workspace::web().join("dist");
    fs::create_dir_all(&dist).doing(format!("could not make {}", dist.display()))?;
    write_openapi(&root.join("openapi.json"))?;
    write_types(&root.join("openapi.json"), &workspace::web().join("src/api/schema.d.ts"))?;
    web::ensure_built()?;
    println!("\nNow `cargo build --release` makes target/release/sideout with the web app inside.");
    Ok(())
}

/// Writes the OpenAPI document of the server.
pub(crate) fn write_openapi(file: &Path) -> Result<(), Failure> {
    let build = cargo(&["build", "--locked", "--workspace", "--bins"]);
    step::run("build server for openapi", build, Show::Everything)?.required()?;
    let mut command = Command::new(workspace::target().join("debug/sideout"));
    command.arg("openapi");
    let text = step::output_of(command)?;
    fs::write(file, text).doing(format!("could not write {}", file.display()))?;
    println!("   wrote {}", file.display());
    Ok(())
}

/// Generates the web client's types from the OpenAPI document.
pub(crate) fn write_types(openapi: &Path, types: &Path) -> Result<(), Failure> {
    let mut convert = Command::new("npx");
    convert.current_dir(workspace::web()).args(["--no-install", "openapi-typescript"]);
    convert.arg(openapi).arg("-o").arg(types);
    step::run("types of the web client", convert, Show::OnFailure)?.required()?;
    Ok(())
}
