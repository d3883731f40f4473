//! Reads licence expressions such as `MIT OR Apache-2.0`, `(MIT OR Zlib) AND Unicode-3.0`, and the old `MIT/Apache-2.0`.

/// Whether the licences in `allowed` satisfy the expression; false for an unreadable one.
pub(super) fn allows(expression: &str, allowed: &[String]) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut reader = Reader { words: &words, at: 0, allowed };
    let met = reader.any();
    met == Some(true) && reader.at == words.len()
}

struct Reader<'a> {
    words: &'a [&'a str],
    at: usize,
    allowed: &'a [String],
}

impl Reader<'_> {
    fn next_is(&mut self, word: &str) -> bool {
        let hit = self.words.get(self.at) == Some(&word);
        self.at += usize::from(hit);
        hit
    }

    /// `all OR all …`
    fn any(&mut self) -> Option<bool> {
        let mut met = self.all()?;
        while self.next_is("OR") {
            met |= self.all()?;
        }
        Some(met)
    }

    /// `one AND one …`
    fn all(&mut self) -> Option<bool> {
        let mut met = self.one()?;
        while self.next_is("AND") {
            met &= self.one()?;
        }
        Some(met)
    }

    /// A licence, with its exception if any, or an expression in brackets.
    fn one(&mut self) -> Option<bool> {
        if self.next_is("(") {
            let met = self.any()?;
            return self.next_is(")").then_some(met);
        }
        let licence = self.words.get(self.at)?;
        self.at += 1;
        let whole = if self.next_is("WITH") {
            let exception = self.words.get(self.at)?;
            self.at += 1;
            format!("{licence} WITH {exception}")
        } else {
            (*licence).to_owned()
        };
        // An exception only adds rights, so the licence alone is enough.
        Some(self.allowed.iter().any(|known| *known == whole || *known == *licence))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allows_mit_and_zlib(expression: &str) -> bool {
        allows(expression, &["MIT".to_owned(), "Zlib".to_owned()])
    }

    #[test]
    fn one_allowed_side_of_an_or_is_enough_and_an_and_needs_both() {
        for good in [
            "MIT",
            "MIT OR Apache-2.0",
            "Apache-2.0/MIT",
            "(MIT OR GPL-3.0) AND Zlib",
            "MIT WITH Some-exception",
        ] {
            assert!(allows_mit_and_zlib(good), "{good}");
        }
        for bad in
            ["GPL-3.0", "MIT AND GPL-3.0", "(MIT OR Zlib) AND GPL-3.0", "", "MIT OR", "(MIT", "MIT MIT"]
        {
            assert!(!allows_mit_and_zlib(bad), "{bad}");
        }
    }
}
