//! A small correct file.

use std::io;

use jiff::{ToSpan as _, civil::Date};
use sideout_app::operator::PictureFiles;

/// One venue with two courts. The tests name its lines by their numbers.
pub(crate) const FILE: &str = r#"[brand]
name = "Test Club"
phone = "+912650000100"
email = "hello@club.example"
address = "1 Test Road"
[[sport]]
id = 1
name = "Pickleball"
[[venue]]
id = 1
name = "North"
location = "North End"
address = "1 North Road"
image = "north.svg"
[venue.hours]
every_day = "6:00 AM - 10:00 PM"
sunday = "closed"
[[venue.court]]
number = 1
type = "outdoor"
[[venue.court]]
number = 2
type = "indoor"
[[venue.price]]
rupees = 800
[[venue.price]]
days = "mon-fri"
from = "12:00 PM"
until = "6:00 PM"
rupees = 499.50
[[venue.price]]
courts = "indoor"
rupees = 900
[[coupon]]
code = "welcome50"
flat = 50
until = 2026-12-31
"#;

/// [`FILE`] with special days: `count` days from `first` on, on which the venue is closed.
pub(crate) fn file_with_special_days(first: Date, count: usize) -> String {
    let mut text = "sunday = \"closed\"\n".to_owned();
    for day in first.series(1.day()).take(count) {
        text.push_str("[[venue.special_day]]\nlabel = \"Festival\"\nhours = \"closed\"\n");
        text.push_str(&format!("date = {day}\n"));
    }
    FILE.replacen("sunday = \"closed\"\n", &text, 1)
}

/// Has every `.svg` picture, except those with `missing` in their names, and no other.
pub(crate) struct Drawings;

impl PictureFiles for Drawings {
    fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        if name.ends_with(".svg") && !name.contains("missing") {
            Ok(format!("<svg xmlns=\"http://www.w3.org/2000/svg\"><title>{name}</title></svg>").into_bytes())
        } else {
            Err(io::Error::from(io::ErrorKind::NotFound))
        }
    }
}
