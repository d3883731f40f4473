//! The sample operator's file and pictures, embedded in the program.

use std::io;

use sideout_app::operator::PictureFiles;

/// The files of `crates/server/sample`.
#[derive(rust_embed::RustEmbed)]
#[folder = "sample/"]
struct Sample;

/// The operator file, as `sideout import` reads it.
pub(super) fn sample_file() -> io::Result<String> {
    let bytes = SamplePictures.read("operator.toml")?;
    String::from_utf8(bytes).map_err(io::Error::other)
}

/// The pictures beside the operator file.
pub(super) struct SamplePictures;

impl PictureFiles for SamplePictures {
    fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        let file = Sample::get(name).ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))?;
        Ok(file.data.into_owned())
    }
}

#[cfg(test)]
mod tests {
    use sideout_app::operator::parse_operator_file;
    use sideout_domain::{SportId, venue::CourtType};

    use super::*;

    /// The largest picture of the sample, in bytes: the program contains them all. Operators may import larger ones.
    const LARGEST_PICTURE: usize = 12 * 1024;

    #[test]
    fn the_sample_file_is_valid_and_has_its_courts_and_small_pictures() {
        let file = parse_operator_file(&sample_file().unwrap()).unwrap();
        let courts = |i: usize, kind| file.venues[i].count(SportId(1), kind);
        let counts: Vec<_> =
            (0..3).map(|i| (courts(i, CourtType::Outdoor), courts(i, CourtType::Indoor))).collect();
        assert_eq!(counts, [(4, 4), (8, 4), (9, 3)]);
        for venue in &file.venues {
            assert!(venue.gallery.len() >= 3, "{}", venue.name);
            for name in std::iter::once(&venue.image).chain(&venue.gallery) {
                let size = SamplePictures.read(name).unwrap().len();
                assert!(size < LARGEST_PICTURE, "{name} has {size} bytes");
            }
        }
    }
}
