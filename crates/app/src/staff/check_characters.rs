//! Digests as people compare them: in Crockford's base 32, of which the first characters are read out.

/// The characters of base 32 by Crockford, which leaves out I, L, O and U.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// How many characters of a digest people compare.
pub(crate) const CHECK_CHARACTERS: usize = 4;

/// The characters of a digest that people compare.
pub fn check_characters(digest: &[u8; 32]) -> String {
    base32(digest).chars().take(CHECK_CHARACTERS).collect()
}

/// Five bits a character; the last one is filled up with zeros.
pub(crate) fn base32(bytes: &[u8]) -> String {
    let bit = |at: usize| bytes.get(at / 8).map_or(0, |byte| byte >> (7 - at % 8) & 1);
    (0..bytes.len() * 8)
        .step_by(5)
        .map(|at| {
            let index = (at..at + 5).fold(0_usize, |index, at| index << 1 | usize::from(bit(at)));
            char::from(ALPHABET[index])
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_bits_are_one_character() {
        assert_eq!(base32(&[]), "");
        assert_eq!(base32(&[0xff]), "ZW");
        assert_eq!(base32(&[0, 0, 0, 0, 1]), "00000001");
        assert_eq!(base32(&[0; 32]).len(), 52);
    }

    #[test]
    fn four_characters_are_the_first_twenty_bits() {
        assert_eq!(check_characters(&[0; 32]), "0000");
        assert_eq!(check_characters(&[255; 32]), "ZZZZ");
        let mut digest = [0; 32];
        digest[..3].copy_from_slice(&[0b1001_1001, 0b1111_0010, 0b0100_0000]);
        assert_eq!(check_characters(&digest), "K7S4");
    }
}
