//! Fonts of the browser: for Hindi, Marathi and Gujarati, and the one that is shown until the app's own font is
//! loaded.

use std::{fs, path::Path};

use crate::debian;

/// The font folder of Debian.
const FOLDER: &str = "/usr/share/fonts";

/// The part of a font file name for each script.
const SCRIPTS: [&str; 2] = ["Devanagari", "Gujarati"];

/// A part of the file name of the font that is shown until the app's own font is loaded. Without it text moves at that
/// moment.
const FALLBACK: &str = "LiberationSans";

/// Installs Debian's fonts if one is missing: without the font of a script its letters are boxes of wrong widths. A
/// failure is only printed.
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

/// Whether a file below `folder` has `part` in its name.
fn has_font(folder: &Path, part: &str) -> bool {
    let Ok(entries) = fs::read_dir(folder) else {
        return false;
    };
    entries.flatten().any(|entry| {
        let path = entry.path();
        if path.is_dir() { has_font(&path, part) } else { entry.file_name().to_string_lossy().contains(part) }
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
