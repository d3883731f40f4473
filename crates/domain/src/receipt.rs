//! Numbers of receipts and credit notes: consecutive in each financial year, at most 16 characters (CGST Rules 46, 50, 53).

use std::fmt;

use jiff::civil::Date;

use crate::named::named;

named! {
    /// The kind of a numbered document.
    DocumentKind, "kind of document" {
        /// For money received.
        Receipt = "receipt",
        /// For the amount by which a receipt is reduced, all or part of it.
        CreditNote = "credit_note",
    }
}

/// The Indian financial year: April to March, named by its two years.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FinancialYear {
    first: i16,
}

impl FinancialYear {
    /// The financial year that `day` falls in.
    pub fn of(day: Date) -> Self {
        FinancialYear { first: if day.month() >= 4 { day.year() } else { day.year() - 1 } }
    }

    /// The financial year that begins in this calendar year.
    pub fn beginning_in(year: i16) -> Self {
        FinancialYear { first: year }
    }

    /// The calendar year in which it begins.
    pub fn first(self) -> i16 {
        self.first
    }
}

/// `26-27`.
impl fmt::Display for FinancialYear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}-{:02}", self.first.rem_euclid(100), (self.first + 1).rem_euclid(100))
    }
}

/// The prefix of the numbers of one series, such as `PB`: one or two characters of A to Z and 0 to 9, so that ten
/// million numbers a year fit into sixteen characters.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Series(String);

/// The text is not a series.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a series of receipts is one or two capital letters or digits, like PB")]
pub struct NotASeries;

impl std::str::FromStr for Series {
    type Err = NotASeries;

    fn from_str(text: &str) -> Result<Self, NotASeries> {
        let fits = |b: u8| b.is_ascii_uppercase() || b.is_ascii_digit();
        let good = (1..=2).contains(&text.len()) && text.bytes().all(fits);
        good.then(|| Series(text.to_owned())).ok_or(NotASeries)
    }
}

impl fmt::Display for Series {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The series of the documents that the desk of a venue issues.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeskSeries {
    /// The series of its receipts.
    pub receipts: Series,
    /// The series of its credit notes.
    pub credit_notes: Series,
}

impl DeskSeries {
    /// The first pair, such as `D1` and `N1`, of which none of `used` is a part; `None` if all are used.
    pub fn next(used: &[Series]) -> Option<DeskSeries> {
        Self::all().find(|pair| used.iter().all(|series| !pair.contains(series)))
    }

    /// The pair of a desk with this series; `None` if no desk can have such a series.
    pub fn with(series: &Series) -> Option<DeskSeries> {
        Self::all().find(|pair| pair.contains(series))
    }

    /// Whether this is the series of its receipts or of its credit notes.
    pub fn contains(&self, series: &Series) -> bool {
        self.receipts == *series || self.credit_notes == *series
    }

    /// All pairs, in the order in which venues are given them.
    fn all() -> impl Iterator<Item = DeskSeries> {
        let letters = [('D', 'N'), ('E', 'Q'), ('F', 'S'), ('G', 'T')];
        let signs = ('1'..='9').chain('A'..='Z');
        let pairs = letters.into_iter().flat_map(move |pair| signs.clone().map(move |sign| (pair, sign)));
        pairs.map(|((receipts, credit_notes), sign)| DeskSeries {
            receipts: Series(format!("{receipts}{sign}")),
            credit_notes: Series(format!("{credit_notes}{sign}")),
        })
    }
}

/// One number of one series, such as `PB/26-27/000123`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ReceiptNumber {
    /// The series.
    pub series: Series,
    /// The year.
    pub year: FinancialYear,
    /// The number in the series and year: from 1, without gaps but those that recoveries leave.
    pub serial: u32,
}

/// The text is not a receipt number.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("write a number of a receipt as it is printed, like R/26-27/000123")]
pub struct NotAReceiptNumber;

/// Reads `PB/26-27/000123`, also without the leading zeros and with spaces around it; only years from 2000 to 2099.
impl std::str::FromStr for ReceiptNumber {
    type Err = NotAReceiptNumber;

    fn from_str(text: &str) -> Result<Self, NotAReceiptNumber> {
        let mut parts = text.trim().split('/');
        let (Some(series), Some(year), Some(serial), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(NotAReceiptNumber);
        };
        let first: i16 =
            year.split('-').next().and_then(|first| first.parse().ok()).ok_or(NotAReceiptNumber)?;
        let read = FinancialYear::beginning_in(first.saturating_add(2_000));
        let is_digits = serial.bytes().all(|digit| digit.is_ascii_digit());
        let serial = serial.parse().ok().filter(|_| is_digits).ok_or(NotAReceiptNumber)?;
        if read.to_string() != year {
            return Err(NotAReceiptNumber);
        }
        Ok(ReceiptNumber { series: series.parse().map_err(|_| NotAReceiptNumber)?, year: read, serial })
    }
}

impl fmt::Display for ReceiptNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}/{:06}", self.series, self.year, self.serial)
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn the_year_changes_on_the_first_of_april() {
        let years =
            [date(2026, 11, 21), date(2027, 3, 31), date(2027, 4, 1), date(2099, 12, 31), date(2100, 1, 1)];
        let shown = years.map(|day| FinancialYear::of(day).to_string());
        assert_eq!(shown, ["26-27", "26-27", "27-28", "99-00", "99-00"]);
    }

    #[test]
    fn a_number_of_the_longest_series_fits_the_tax_rules() {
        let number = ReceiptNumber {
            series: "PB".parse().unwrap(),
            year: FinancialYear::of(date(2026, 11, 21)),
            serial: 123,
        };
        assert_eq!(number.to_string(), "PB/26-27/000123");
        let last = ReceiptNumber { serial: 9_999_999, ..number };
        assert_eq!(last.to_string().len(), 16);
    }

    #[test]
    fn a_number_is_read_with_or_without_leading_zeros_and_no_other_text_is() {
        for text in ["PB/26-27/000123", "R/99-00/000001", "C/26-27/1234567"] {
            assert_eq!(text.parse::<ReceiptNumber>().unwrap().to_string(), text);
        }
        assert_eq!("R/26-27/7".parse::<ReceiptNumber>().unwrap().serial, 7);
        for text in [
            "",
            "R",
            "R/26-27",
            "R/26-28/000001",
            "R/2026-27/1",
            "r/26-27/1",
            "R/26-27/+1",
            "R/26-27/1/1",
            "R/26-27/x",
        ] {
            assert_eq!(text.parse::<ReceiptNumber>(), Err(NotAReceiptNumber), "{text}");
        }
    }

    #[test]
    fn each_venue_gets_the_next_unused_pair() {
        let read = |text: &str| text.parse::<Series>().unwrap();
        let next = |used: &[Series]| DeskSeries::next(used).unwrap().receipts.to_string();
        assert_eq!(next(&[]), "D1");
        assert_eq!(next(&[read("D1"), read("N2")]), "D3");
        let mut used = Vec::new();
        while let Some(pair) = DeskSeries::next(&used) {
            used.extend([pair.receipts, pair.credit_notes]);
        }
        assert_eq!(used.len(), 4 * 35 * 2, "two series for each of 140 venues");
    }

    #[test]
    fn a_series_of_a_desk_is_a_part_of_one_pair() {
        let read = |text: &str| text.parse::<Series>().unwrap();
        let pair = |text: &str| DeskSeries::with(&read(text)).map(|pair| pair.receipts.to_string());
        assert_eq!(
            ["D3", "N3", "TZ"].map(pair),
            ["D3", "D3", "GZ"].map(|receipts| Some(receipts.to_owned()))
        );
        assert_eq!(["R", "C", "D0", "X9"].map(pair), [const { None }; 4]);
    }

    #[test]
    fn a_series_is_one_or_two_capital_letters_or_digits() {
        assert!("PB".parse::<Series>().is_ok());
        for text in ["", "ABC", "pb", "P/", "é"] {
            assert_eq!(text.parse::<Series>(), Err(NotASeries), "{text}");
        }
    }
}
