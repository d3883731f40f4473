//! `cargo xtask gen`: generated files of the repository, and the built web app.

use std::{fs, path::Path, process::Command};

use crate::{
    cargo::cargo,
    failure::{Context, Failure},
    step::{self, Show},
    web, workspace,
};

/// An API: its document, and the types of its client.
pub(crate) struct Api {
    /// The document, in the root of the repository.
    pub(crate) document: &'static str,
    /// The types, in `web`.
    pub(crate) types: &'static str,
    /// The arguments with which `sideout openapi` prints it.
    arguments: &'static [&'static str],
}

/// The APIs of the players and of the desk.
pub(crate) const APIS: [Api; 2] = [
    Api { document: "openapi.json", types: "src/api/schema.d.ts", arguments: &[] },
    Api { document: "openapi.desk.json", types: "src/desk/api/schema.d.ts", arguments: &["--desk"] },
];

/// Writes the documents of both APIs, the types of their clients, and web/dist.
pub(crate) fn run() -> Result<(), Failure> {
    println!("Writes openapi.json, openapi.desk.json, the types of the web clients and web/dist.");
    web::ensure_dependencies()?;
    let root = workspace::root();
    // The server embeds web/dist, which is missing in a fresh clone.
    let dist = workspace::web().join("dist");
    fs::create_dir_all(&dist).context(format!("could not make {}", dist.display()))?;
    build_server()?;
    for api in APIS {
        write_openapi(&api, &root.join(api.document))?;
        write_types(&root.join(api.document), &workspace::web().join(api.types))?;
    }
    web::ensure_built()?;
    println!("\nNow `cargo build --release` makes target/release/sideout with the web app inside.");
    Ok(())
}

/// Builds the server, which prints the documents.
pub(crate) fn build_server() -> Result<(), Failure> {
    let build = cargo(&["build", "--locked", "--workspace", "--bins"]);
    step::run("build server for openapi", build, Show::Everything)?.required()?;
    Ok(())
}

/// Writes the OpenAPI document of an API of the built server.
pub(crate) fn write_openapi(api: &Api, file: &Path) -> Result<(), Failure> {
    let mut command = Command::new(workspace::target().join("debug/sideout"));
    command.arg("openapi").args(api.arguments);
    let text = step::output_of(command)?;
    fs::write(file, text).context(format!("could not write {}", file.display()))?;
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
