//! Reads the payment provider's file of payouts: its settlement report ("Combined") as CSV, with amounts in rupees.

use std::collections::HashMap;

use jiff::{
    Timestamp,
    civil::{Date, DateTime},
};
use sideout_domain::{
    money::Money,
    payout::{PayoutAmounts, PayoutLine, PayoutLineKind, instant_at_provider, is_provider_id},
};

/// The most lines of a file.
const MOST_LINES: usize = 2_000;
/// The most bad rows that are named.
const MOST_FAULTS: usize = 50;
/// The earliest valid year of a time.
const FIRST_YEAR: i16 = 2000;
/// The largest valid amount in paise: ten crore rupees.
const LARGEST_AMOUNT: i64 = 10_000_000_000;

/// The bad rows of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadRows {
    /// The first ones, at most 50.
    pub first: Vec<RowFault>,
    /// How many more there are.
    pub more: u32,
}

impl BadRows {
    pub(super) fn of(faults: impl IntoIterator<Item = RowFault>) -> Self {
        let mut faults = faults.into_iter();
        let first = faults.by_ref().take(MOST_FAULTS).collect();
        BadRows { first, more: u32::try_from(faults.count()).unwrap_or(u32::MAX) }
    }
}

/// A row of the file that is bad.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowFault {
    /// Its line in the file; the first one has the names of the columns. 0 if the file has too many lines.
    pub row: u64,
    /// The column, as this program names it; `None` if the whole row or file is bad.
    pub column: Option<&'static str>,
    /// What is wrong.
    pub kind: RowFaultKind,
}

/// What is wrong with a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowFaultKind {
    /// The file has no such column.
    NoColumn,
    /// The cell is empty.
    Empty,
    /// The cell is not an amount in rupees.
    NotAnAmount,
    /// The cell is not a day or time.
    NotATime,
    /// The cell is not an id of the provider.
    NotAnId,
    /// The currency is not rupees.
    NotRupees,
    /// The row cannot be read, or has more or fewer cells than the first one.
    NotARow,
    /// An earlier row of the file has the same id and other values. A row that is repeated unchanged is accepted.
    Twice,
    /// The line is stored with another kind or other amounts, or in another payout.
    Contradicts,
    /// The file has no lines.
    NoLines,
    /// The file has more lines than are imported at once: 2,000.
    TooManyLines,
}

/// A line with its row in the file.
pub(super) type NumberedLine = (u64, PayoutLine);

/// The content of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PayoutFile {
    /// What was paid out.
    pub(super) lines: Vec<NumberedLine>,
    /// How many rows are about money that the provider has not paid out yet.
    pub(super) unsettled: u32,
}

/// The columns, each with the names that the provider uses for it; the name of its API comes first.
const COLUMNS: [(&str, &[&str]); 12] = [
    ("entity_id", &["entity_id", "transaction_id"]),
    ("type", &["type", "transaction_entity", "entity_type"]),
    ("amount", &["amount"]),
    ("fee", &["fee", "fee (exclusive tax)", "fees"]),
    ("tax", &["tax", "gst"]),
    ("debit", &["debit"]),
    ("credit", &["credit"]),
    ("settled", &["settled"]),
    ("settlement_id", &["settlement_id"]),
    ("settled_at", &["settled_at", "settlement_date"]),
    ("settlement_utr", &["settlement_utr", "utr"]),
    ("currency", &["currency"]),
];
/// The columns that a file may lack.
const OPTIONAL: [&str; 5] = ["fee", "tax", "settled", "settlement_utr", "currency"];

/// The positions of the columns in a row.
struct Header {
    positions: HashMap<&'static str, usize>,
}

/// The lines of a file, or its bad rows.
pub(super) fn read_csv(text: &str) -> Result<PayoutFile, BadRows> {
    read_rows(text).map_err(BadRows::of)
}

/// The lines of a file, or all its bad rows: all are read, so that they can be counted.
fn read_rows(text: &str) -> Result<PayoutFile, Vec<RowFault>> {
    // The reader counts a line at its line feed: with a carriage return before it, each row would have the number of the one above.
    let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
    let mut reader =
        csv::ReaderBuilder::new().trim(csv::Trim::All).has_headers(true).from_reader(text.as_bytes());
    let not_a_row = |row| vec![RowFault { row, column: None, kind: RowFaultKind::NotARow }];
    let header = Header::of(reader.headers().map_err(|_| not_a_row(1))?)?;
    let (mut lines, mut faults, mut unsettled) = (Vec::new(), Vec::new(), 0);
    let mut seen: HashMap<String, PayoutLine> = HashMap::new();
    for record in reader.records() {
        let read = match &record {
            Ok(record) => {
                let row = line_of(&text, record.position());
                header.line(record).map(|line| (row, line)).map_err(|fault| RowFault { row, ..fault })
            }
            Err(error) => {
                let row = line_of(&text, error.position());
                Err(RowFault { row, column: None, kind: RowFaultKind::NotARow })
            }
        };
        match read {
            Ok((_, None)) => unsettled += 1,
            Ok((row, Some(line))) => match seen.insert(line.entity.clone(), line.clone()) {
                None => lines.push((row, line)),
                // A repeated row is one line. With other amounts it is a fault, because the file does not say which row is right.
                Some(earlier) if earlier == line => {}
                Some(_) => {
                    faults.push(RowFault { row, column: Some("entity_id"), kind: RowFaultKind::Twice })
                }
            },
            Err(fault) => faults.push(fault),
        }
        if lines.len() + unsettled > MOST_LINES {
            return Err(vec![RowFault { row: 0, column: None, kind: RowFaultKind::TooManyLines }]);
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    if lines.is_empty() && unsettled == 0 {
        return Err(vec![RowFault { row: 1, column: None, kind: RowFaultKind::NoLines }]);
    }
    Ok(PayoutFile { lines, unsettled: u32::try_from(unsettled).unwrap_or(u32::MAX) })
}

/// The line of the row that the reader found at `position`. The reader counts blank lines before a row as the beginning of the row.
fn line_of(text: &str, position: Option<&csv::Position>) -> u64 {
    let Some(position) = position else { return 0 };
    let start = usize::try_from(position.byte()).ok();
    let row = start.and_then(|start| text.get(start..)).unwrap_or_default();
    row.bytes().take_while(|byte| *byte == b'\n').fold(position.line(), |line, _| line + 1)
}

impl Header {
    fn of(names: &csv::StringRecord) -> Result<Self, Vec<RowFault>> {
        let names: Vec<String> = names.iter().map(str::to_ascii_lowercase).collect();
        let mut positions = HashMap::new();
        let mut faults = Vec::new();
        for (column, aliases) in COLUMNS {
            match names.iter().position(|name| aliases.contains(&name.as_str())) {
                Some(position) => {
                    positions.insert(column, position);
                }
                None if OPTIONAL.contains(&column) => {}
                None => {
                    faults.push(RowFault { row: 1, column: Some(column), kind: RowFaultKind::NoColumn });
                }
            }
        }
        if faults.is_empty() { Ok(Header { positions }) } else { Err(faults) }
    }

    fn cell<'r>(&self, record: &'r csv::StringRecord, column: &str) -> Option<&'r str> {
        let position = self.positions.get(column)?;
        record.get(*position).filter(|cell| !cell.is_empty())
    }

    /// Whether a row is of something that the provider has not paid out yet.
    fn is_unsettled(&self, record: &csv::StringRecord) -> bool {
        let is_no = |cell: &str| ["false", "no", "0"].iter().any(|no| cell.eq_ignore_ascii_case(no));
        self.cell(record, "settlement_id").is_none() || self.cell(record, "settled").is_some_and(is_no)
    }

    /// The line of a row, `None` for one that is not paid out yet; the row of a fault is set by the caller.
    fn line(&self, record: &csv::StringRecord) -> Result<Option<PayoutLine>, RowFault> {
        if self.is_unsettled(record) {
            return Ok(None);
        }
        let fault = |column, kind| RowFault { row: 0, column: Some(column), kind };
        let required =
            |column: &'static str| self.cell(record, column).ok_or(fault(column, RowFaultKind::Empty));
        let id = |column: &'static str, cell: &str| {
            if is_provider_id(cell) { Ok(cell.to_owned()) } else { Err(fault(column, RowFaultKind::NotAnId)) }
        };
        let kind = PayoutLineKind::of_provider(required("type")?);
        let takes = kind != PayoutLineKind::Payment;
        let amount = |column: &'static str| match self.cell(record, column) {
            None => Ok(Money::ZERO),
            Some(cell) => parse_rupees(cell).ok_or(fault(column, RowFaultKind::NotAnAmount)),
        };
        // What is taken may have a minus sign in a report. In the API it has none: `credit` and `debit` say the direction.
        let magnitude = |column: &'static str| match self.cell(record, column) {
            Some(cell) if takes => parse_rupees(cell.strip_prefix('-').unwrap_or(cell))
                .ok_or(fault(column, RowFaultKind::NotAnAmount)),
            _ => amount(column),
        };
        if self.cell(record, "currency").is_some_and(|currency| !currency.eq_ignore_ascii_case("INR")) {
            return Err(fault("currency", RowFaultKind::NotRupees));
        }
        required("amount")?;
        let amounts = PayoutAmounts {
            amount: magnitude("amount")?,
            fee: amount("fee")?,
            tax: amount("tax")?,
            credit: amount("credit")?,
            debit: magnitude("debit")?,
        };
        let utr = self.cell(record, "settlement_utr").map(|cell| id("settlement_utr", cell)).transpose()?;
        let settled_at =
            parse_time(required("settled_at")?).ok_or(fault("settled_at", RowFaultKind::NotATime))?;
        Ok(Some(PayoutLine {
            entity: id("entity_id", required("entity_id")?)?,
            kind,
            amounts: amounts.with_whole_fee(kind),
            payout: id("settlement_id", required("settlement_id")?)?,
            utr,
            settled_at,
        }))
    }
}

/// `1,234.50`: rupees with up to two decimals.
fn parse_rupees(cell: &str) -> Option<Money> {
    let cell = cell.replace(',', "");
    let (whole, part) = cell.split_once('.').unwrap_or((&cell, "0"));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(whole) || !is_number(part) || part.len() > 2 {
        return None;
    }
    let hundredths = part.parse::<i64>().ok()? * if part.len() == 1 { 10 } else { 1 };
    let paise = whole.parse::<i64>().ok()?.checked_mul(100)?.checked_add(hundredths)?;
    (paise <= LARGEST_AMOUNT).then(|| Money::from_paise(paise))
}

/// A time in India, or the beginning of a day there, in the forms of the provider's reports; or a time in seconds since 1970 as in its API.
fn parse_time(cell: &str) -> Option<Timestamp> {
    const TIMES: [&str; 5] =
        ["%d/%m/%Y %H:%M:%S", "%d/%m/%Y %H:%M", "%d-%m-%Y %H:%M:%S", "%Y-%m-%d %H:%M:%S", "%Y-%m-%d %H:%M"];
    const DAYS: [&str; 3] = ["%d/%m/%Y", "%d-%m-%Y", "%Y-%m-%d"];
    if cell.len() == 10 && cell.bytes().all(|byte| byte.is_ascii_digit()) {
        return Timestamp::from_second(cell.parse().ok()?).ok();
    }
    let at = TIMES.iter().find_map(|form| DateTime::strptime(form, cell).ok());
    let day = || DAYS.iter().find_map(|form| Date::strptime(form, cell).ok());
    let at = at.or_else(|| Some(day()?.at(0, 0, 0, 0)))?;
    // `%Y` reads a year of two digits as well, as the year 26.
    if at.year() < FIRST_YEAR { None } else { instant_at_provider(at) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = "transaction_entity,entity_id,amount,currency,fee (exclusive tax),tax,debit,credit,settlement_id,settled_at,settlement_utr";

    fn file(rows: &[&str]) -> String {
        format!("\u{feff}{HEADER}\r\n{}\r\n", rows.join("\r\n"))
    }

    #[test]
    fn a_report_of_the_provider_is_read_to_the_paisa() {
        let text = file(&[
            "payment,pay_A,\"1,000.00\",INR,20.00,3.60,0.00,976.40,setl_1,24/11/2026 09:00:00,N1",
            "refund,rfnd_B,800,INR,,,800.5,0,setl_1,24/11/2026 09:00,",
            "payment,pay_A,\"1,000.00\",INR,20.00,3.60,0.00,976.40,setl_1,24/11/2026 09:00:00,N1",
        ]);
        let PayoutFile { lines, unsettled } = read_csv(&text).unwrap();
        assert_eq!(unsettled, 0);
        assert_eq!(
            lines.iter().map(|(row, _)| *row).collect::<Vec<_>>(),
            [2, 3],
            "the same row again is one line"
        );
        let (payment, refund) = (&lines[0].1, &lines[1].1);
        let PayoutAmounts { amount, fee, tax, .. } = payment.amounts;
        assert_eq!(
            [amount, fee, tax, payment.amounts.net()].map(Money::paise),
            [100_000, 2_360, 360, 97_640]
        );
        assert_eq!(payment.settled_at.to_string(), "2026-11-24T03:30:00Z");
        assert_eq!((refund.kind, refund.amounts.net().paise()), (PayoutLineKind::Refund, -80_050));
        assert_eq!(refund.utr, None);
    }

    #[test]
    fn each_bad_row_is_named_by_its_line() {
        let faults = read_rows(&file(&[
            "payment,pay_A,1000,INR,0,0,0,1000,setl_1,24/11/2026 09:00:00,N1",
            "payment,pay_B,ten,INR,0,0,0,1000,setl_1,24/11/2026 09:00:00,N1",
            "payment,pay_C,1000,USD,0,0,0,1000,setl_1,24/11/2026 09:00:00,N1",
            "payment,=cmd(),1000,INR,0,0,0,1000,setl_1,24/11/2026 09:00:00,N1",
            "payment,pay_D,1000,INR,0,0,0,1000,setl_1,yesterday,N1",
            "payment,pay_E,1000,INR,0,0,0,1000,setl_1,,N1",
            "payment,pay_F,1000",
            "payment,pay_A,900,INR,0,0,0,900,setl_1,24/11/2026 09:00:00,N1",
        ]))
        .unwrap_err();
        let found: Vec<_> = faults.iter().map(|fault| (fault.row, fault.column, fault.kind)).collect();
        assert_eq!(
            found,
            [
                (3, Some("amount"), RowFaultKind::NotAnAmount),
                (4, Some("currency"), RowFaultKind::NotRupees),
                (5, Some("entity_id"), RowFaultKind::NotAnId),
                (6, Some("settled_at"), RowFaultKind::NotATime),
                (7, Some("settled_at"), RowFaultKind::Empty),
                (8, None, RowFaultKind::NotARow),
                (9, Some("entity_id"), RowFaultKind::Twice),
            ]
        );
    }

    #[test]
    fn a_bad_row_after_blank_lines_has_the_number_of_its_own_line() {
        let good = "payment,pay_A,1000,INR,0,0,0,1000,setl_1,24/11/2026 09:00:00,N1";
        let bad = "payment,pay_B,ten,INR,0,0,0,1000,setl_1,24/11/2026 09:00:00,N1";
        let faults = read_rows(&file(&[good, "", "", bad, "", "payment,pay_C,1000", bad])).unwrap_err();
        let rows: Vec<_> = faults.iter().map(|fault| fault.row).collect();
        assert_eq!(rows, [5, 7, 8]);
    }

    #[test]
    fn of_many_bad_rows_the_first_fifty_are_named_and_the_others_are_counted() {
        let good = "payment,pay_A,1000,INR,0,0,0,1000,setl_1,24/11/2026 09:00:00,N1";
        let bad = |rows: usize| {
            let mut lines = vec!["payment,pay_B,ten,INR,0,0,0,10,setl_1,24/11/2026,N1"; rows];
            lines.insert(rows / 2, good);
            read_csv(&file(&lines)).unwrap_err()
        };
        let fifty = bad(50);
        assert_eq!((fifty.first.len(), fifty.more), (50, 0));
        let many = bad(1_300);
        assert_eq!((many.first.len(), many.more), (50, 1_250));
        assert_eq!((many.first[0].row, many.first[49].row), (2, 51), "the good row is none of them");
    }

    #[test]
    fn a_file_without_the_columns_or_without_lines_is_refused() {
        let missing = read_rows("entity_id,amount\npay_A,10\n").unwrap_err();
        let columns: Vec<_> = missing.iter().filter_map(|fault| fault.column).collect();
        assert_eq!(columns, ["type", "debit", "credit", "settlement_id", "settled_at"]);
        assert!(missing.iter().all(|fault| fault.row == 1 && fault.kind == RowFaultKind::NoColumn));
        let empty = read_rows(&format!("{HEADER}\n")).unwrap_err();
        assert_eq!(empty[0].kind, RowFaultKind::NoLines);
        let many: Vec<String> = (0..=MOST_LINES)
            .map(|n| format!("payment,pay_{n},10,INR,0,0,0,10,setl_1,24/11/2026,N1"))
            .collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert_eq!(read_rows(&file(&many)).unwrap_err()[0].kind, RowFaultKind::TooManyLines);
        assert_eq!(read_csv(&file(&many[1..])).unwrap().lines.len(), MOST_LINES);
    }

    #[test]
    fn a_refund_with_a_fee_is_the_same_line_in_the_file_as_in_the_api() {
        let read = |row: &str| read_csv(&file(&[row])).unwrap().lines.remove(0).1.amounts;
        let amounts = read("refund,rfnd_B,800,INR,5.00,0.90,805.90,0,setl_1,24/11/2026,N1");
        let PayoutAmounts { amount, fee, tax, credit, debit } = amounts;
        assert_eq!([amount, fee, tax, credit, debit].map(Money::paise), [80_000, 590, 90, 0, 80_590]);
        let signed = read("refund,rfnd_B,-800,INR,5.90,0.90,-805.90,0,setl_1,24/11/2026,N1");
        assert_eq!(signed, amounts, "the fee with its tax, amounts that are taken with a sign");
        for bad in [
            "payment,pay_B,-800,INR,0,0,0,800,setl_1,24/11/2026,N1",
            "refund,rfnd_B,800,INR,0,0,0,-800,setl_1,24/11/2026,N1",
            "refund,rfnd_B,--800,INR,0,0,800,0,setl_1,24/11/2026,N1",
        ] {
            assert_eq!(read_rows(&file(&[bad])).unwrap_err()[0].kind, RowFaultKind::NotAnAmount, "{bad}");
        }
    }

    #[test]
    fn rows_that_are_not_paid_out_yet_are_counted_and_left_out() {
        let paid = "payment,pay_A,1000,INR,0,0,0,1000,setl_1,24/11/2026 09:00:00,N1";
        let waiting = "payment,pay_B,1000,INR,0,0,0,1000,,,";
        let found = read_csv(&file(&[waiting, paid, waiting])).unwrap();
        assert_eq!((found.lines.len(), found.lines[0].0, found.unsettled), (1, 3, 2));
        let found = read_csv(&file(&[waiting])).unwrap();
        assert_eq!((found.lines.len(), found.unsettled), (0, 1), "a file without any payout is no fault");
        let of_api = "type,entity_id,amount,debit,credit,settled,settlement_id,settled_at\n\
                      payment,pay_A,10,0,10,true,setl_1,1795000000\n\
                      payment,pay_B,10,0,10,false,setl_1,\n";
        let found = read_csv(of_api).unwrap();
        assert_eq!((found.lines.len(), found.unsettled), (1, 1));
    }

    #[test]
    fn amounts_are_rupees_and_times_those_of_india() {
        let paise = |cell: &str| parse_rupees(cell).map(Money::paise);
        assert_eq!(paise("10"), Some(1_000));
        assert_eq!(paise("10.5"), Some(1_050));
        assert_eq!(paise("1,00,000.05"), Some(10_000_005));
        for bad in ["-1", "1.005", "1e3", "₹10", ".", "", "99999999999"] {
            assert_eq!(paise(bad), None, "{bad}");
        }
        let read = |cell: &str| parse_time(cell).map(|at| at.to_string()).unwrap_or_default();
        assert_eq!(read("1795000000"), "2026-11-18T11:06:40Z");
        assert_eq!(read("2026-11-24"), "2026-11-23T18:30:00Z");
        assert_eq!(read("2026-11-24 09:00:00"), "2026-11-24T03:30:00Z");
        for bad in ["24/13/2026", "24/11/26", "24-11-26 09:00:00", "24/11/26 09:00"] {
            assert_eq!(read(bad), "", "{bad}");
        }
    }
}
