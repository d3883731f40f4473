//! The words of a name as a search compares them.

use unicode_normalization::UnicodeNormalization as _;

/// The words of a name or of a search for one: in lower case, without accents, each once and in the order of the name. All
/// characters but letters, digits and combining marks separate words; an apostrophe ("O'Brien") and the invisible joiners of
/// Indian scripts do not.
pub fn name_words(text: &str) -> Vec<String> {
    let folded: String = text
        .nfkd()
        .filter(|c| !is_accent(*c) && !matches!(c, '\'' | '\u{2019}') && !is_joiner(*c))
        .flat_map(char::to_lowercase)
        // Lower case of a letter may bring an accent of its own ("İ").
        .filter(|c| !is_accent(*c))
        .nfkc()
        .collect();
    let mut words: Vec<String> = Vec::new();
    for word in folded.split(|c: char| !is_part(c)).filter(|word| !word.is_empty()) {
        if !words.iter().any(|known| known == word) {
            words.push(word.to_owned());
        }
    }
    words
}

/// What a list of names is sorted by: the words, and then the name itself. So capitals and accents decide only between names with the
/// same words, and the locale of the database does not matter.
pub fn name_order(name: &str) -> (Vec<String>, String) {
    (name_words(name), name.to_owned())
}

/// Whether `c` is an accent of the Latin, Greek or Cyrillic script. The vowel signs of Indian scripts are parts of
/// letters and stay.
fn is_accent(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}')
}

/// Whether `c` shows or hides the joined form of two letters. The same name is typed with it or without.
fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}')
}

/// Whether `c` is a letter, a digit, or a combining mark with which Indian scripts write a letter.
fn is_part(c: char) -> bool {
    use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory as _};
    c.is_alphanumeric() || c.general_category_group() == GeneralCategoryGroup::Mark
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_without_regard_to_capitals_and_accents() {
        let mut names = [
            "Zoya",
            "\u{c9}mile Rao",
            "asha",
            "Emile Shah",
            "Asha",
            "Asha Mehta",
            "\u{905}\u{92e}\u{93f}\u{924}",
        ];
        names.sort_by_cached_key(|name| name_order(name));
        assert_eq!(
            names,
            [
                "Asha",
                "asha",
                "Asha Mehta",
                "\u{c9}mile Rao",
                "Emile Shah",
                "Zoya",
                "\u{905}\u{92e}\u{93f}\u{924}"
            ]
        );
    }

    #[test]
    fn words_have_no_case_and_no_accents() {
        assert_eq!(name_words("Rohan  Mehta"), ["rohan", "mehta"]);
        assert_eq!(name_words("JOSÉ Álvarez"), ["jose", "alvarez"]);
        assert_eq!(name_words("Jose\u{301}"), ["jose"], "an accent that is a character of its own");
        assert_eq!(
            name_words("O'Brien Anne-Marie A. P. J. Kalam"),
            ["obrien", "anne", "marie", "a", "p", "j", "kalam"]
        );
        assert_eq!(name_words("Rohan rohan"), ["rohan"]);
        assert_eq!(name_words("İpek"), ["ipek"]);
        assert_eq!(name_words("ﬁona"), ["fiona"]);
        assert_eq!(name_words(" -.' "), [] as [&str; 0]);
    }

    #[test]
    fn indian_scripts_keep_their_vowel_signs() {
        assert_eq!(name_words("રોહન મહેતા"), ["રોહન", "મહેતા"]);
        assert_eq!(name_words("क़मर"), name_words("क\u{93c}मर"), "one letter or two characters");
        assert_ne!(name_words("रीता"), name_words("रता"));
    }

    #[test]
    fn invisible_joiners_make_no_difference() {
        assert_eq!(name_words("गर\u{94d}\u{200d}यो थापा"), ["गर\u{94d}यो", "थापा"]);
        assert_eq!(name_words("क\u{94d}\u{200c}ष"), name_words("क\u{94d}ष"));
    }
}
