//! Fonts of the browser tests: for Hindi, Marathi and Gujarati, and what stands in for the app's own font while it loads.

use std::{fs, path::Path};

use crate::debian;

/// The font folder of Debian and most other systems.
const FOLDER: &str = "/usr/share/fonts";

/// The part of a font file name for each script.
const SCRIPTS: [&str; 2] = ["Devanagari", "Gujarati"];

/// The part of the file name of the font that stands in for the app's own until it is loaded. Without it every text moves then, and the
/// tests of layout shifts fail.
const FALLBACK: &str = "LiberationSans";

/// Installs Debian's fonts if a script or the fallback has none; without one, letters are boxes with wrong widths, or move. A failure is
/// only printed, because the tests can run without.
pub(crate) fn find_or_install() {
    let folder = Path::new(FOLDER);
    if !SCRIPTS.iter().all(|script| has_font(folder, script)) {
        let why = format!("There is no font for {} in {FOLDER}", SCRIPTS.join(" or "));
        if let Err(failure) = debian::install("fonts-noto-core", &why) {
            println!("{failure}\nGoing on without: screens in Hindi, Gujarati and Marathi will look wrong");
        }
    }
    if !has_font(folder, FALLBACK) {
        let why = format!("There is no {FALLBACK} in {FOLDER}");
        if let Err(failure) = debian::install("fonts-liberation", &why) {
            println!("{failure}\nGoing on without: tests of layout shifts will fail");
        }
    }
}

fn has_font(folder: &Path, script: &str) -> bool {
    let Ok(entries) = fs::read_dir(folder) else {
        return false;
    };
    entries.flatten().any(|entry| {
        let path = entry.path();
        if path.is_dir() {
            has_font(&path, script)
        } else {
            entry.file_name().to_string_lossy().contains(script)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_font_is_found_by_its_script_in_any_folder_below() {
        let folder = std::env::temp_dir().join(format!("xtask-fonts-{}", std::process::id()));
        fs::create_dir_all(folder.join("truetype/noto")).unwrap();
        fs::write(folder.join("truetype/noto/NotoSansGujarati-Bold.ttf"), "").unwrap();
        let found = SCRIPTS.map(|script| has_font(&folder, script));
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(found, [false, true]);
        assert!(!has_font(&folder, "Gujarati"), "a missing folder has no font");
    }
}
