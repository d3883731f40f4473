//! Amounts in words, in the Indian number system.

use sideout_domain::money::Money;

const SMALL: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
const TENS: [&str; 10] =
    ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

/// `Rupees seven hundred seventy only`, `Rupees one lakh five and fifty paise only`.
pub(crate) fn rupees_in_words(amount: Money) -> String {
    let paise = amount.paise().unsigned_abs();
    let (rupees, rest) = (paise / 100, paise % 100);
    let rest = if rest == 0 { String::new() } else { format!(" and {} paise", number(rest)) };
    format!("Rupees {}{rest} only", number(rupees))
}

fn number(n: u64) -> String {
    let mut words = Vec::new();
    let mut left = n;
    for (size, name) in [(10_000_000, "crore"), (100_000, "lakh"), (1_000, "thousand"), (100, "hundred")] {
        if left >= size {
            words.push(format!("{} {name}", number(left / size)));
            left %= size;
        }
    }
    if left > 0 || words.is_empty() {
        words.push(below_hundred(left));
    }
    words.join(" ")
}

/// `left` must be below a hundred; a larger number is written in digits.
fn below_hundred(left: u64) -> String {
    let at = |list: &[&'static str], n: u64| usize::try_from(n).ok().and_then(|n| list.get(n)).copied();
    let words = match (at(&SMALL, left), at(&TENS, left / 10)) {
        (Some(small), _) => Some(small.to_owned()),
        (None, Some(tens)) if left.is_multiple_of(10) => Some(tens.to_owned()),
        (None, Some(tens)) => at(&SMALL, left % 10).map(|one| format!("{tens}-{one}")),
        (None, None) => None,
    };
    words.unwrap_or_else(|| left.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_written_in_thousands_lakhs_and_crores() {
        let written = |paise| rupees_in_words(Money::from_paise(paise));
        assert_eq!(written(0), "Rupees zero only");
        assert_eq!(written(77_000), "Rupees seven hundred seventy only");
        assert_eq!(written(79_950), "Rupees seven hundred ninety-nine and fifty paise only");
        assert_eq!(written(105), "Rupees one and five paise only");
        assert_eq!(written(10_000_000), "Rupees one lakh only");
        assert_eq!(
            written(12_345_678_901),
            "Rupees twelve crore thirty-four lakh fifty-six thousand seven hundred eighty-nine and one paise only"
        );
    }
}
