//! Inserts the shared parts of statements: `{order_columns}` in a file under `sql` is replaced by the text of
//! `sql/parts/order_columns.sql` without its comment lines.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    println!("cargo:rerun-if-changed=sql");
    let out = PathBuf::from(env::var("OUT_DIR")?);
    // The output of a file that was removed must not remain.
    let _ = fs::remove_dir_all(out.join("sql"));
    let mut list = String::new();
    for table in entries(Path::new("sql"))? {
        fs::create_dir_all(out.join(&table))?;
        for file in entries(&table)? {
            let name = file.strip_prefix("sql")?.with_extension("");
            if !name.starts_with("parts") {
                fs::write(out.join(&file), with_parts(&read(&file)?)?)?;
                list += &format!("sql!(\"{}\"),\n", name.display());
            }
        }
    }
    fs::write(out.join("statements.rs"), format!("&[\n{list}]\n"))?;
    Ok(())
}

/// `text` with each `{part}` replaced.
fn with_parts(text: &str) -> Result<String, Failure> {
    let mut pieces = text.split('{');
    let mut resolved = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (part, rest) = piece.split_once('}').ok_or_else(|| format!("{{ without }} in {text}"))?;
        let part = read(&Path::new("sql/parts").join(part).with_extension("sql"))?;
        let lines: Vec<&str> = part.lines().filter(|line| !line.starts_with("--")).collect();
        resolved += lines.join("\n").trim();
        resolved += rest;
    }
    Ok(resolved)
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        found.push(entry?.path());
    }
    found.sort();
    Ok(found)
}

fn read(file: &Path) -> Result<String, Failure> {
    fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()).into())
}
