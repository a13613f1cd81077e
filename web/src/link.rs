//! Text in an address: base64url, only characters that chat tools leave alone.

/// Characters of a fragment; longer ones are cut by some programs that pass links on.
pub const LONGEST: usize = 64_000;

/// The text in base64url without padding.
pub fn encode(text: &str) -> String {
    let mut out = String::with_capacity(text.len().div_ceil(3) * 4);
    for chunk in text.as_bytes().chunks(3) {
        let bits = (0..3).fold(0u32, |bits, at| {
            bits << 8 | u32::from(chunk.get(at).copied().unwrap_or_default())
        });
        for at in 0..=chunk.len() {
            let index = bits >> (18 - 6 * at) & 63;
            out.push(
                ALPHABET
                    .get(index as usize)
                    .map_or('A', |byte| char::from(*byte)),
            );
        }
    }
    out
}

/// The text again; `None` if it is not what [`encode`] makes.
pub fn decode(encoded: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(encoded.len() / 4 * 3 + 2);
    for chunk in encoded.trim_end_matches('=').as_bytes().chunks(4) {
        let mut bits = 0u32;
        for byte in chunk {
            let value = ALPHABET.iter().position(|known| known == byte)?;
            bits = bits << 6 | u32::try_from(value).ok()?;
        }
        let bits = bits << (6 * (4 - chunk.len()));
        bytes.extend(
            bits.to_be_bytes()
                .into_iter()
                .skip(1)
                .take(chunk.len().checked_sub(1)?),
        );
    }
    String::from_utf8(bytes).ok()
}

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_comes_back_and_the_link_holds_unreserved_characters_only() {
        for text in [
            "",
            "a",
            "ab",
            "abc",
            "{\"scenario\":1}",
            "ключ 👩‍🚀\u{0}",
            "~~~???>>>",
        ] {
            let encoded = encode(text);
            assert!(
                encoded.bytes().all(|byte| ALPHABET.contains(&byte)),
                "{encoded}"
            );
            assert_eq!(decode(&encoded).as_deref(), Some(text));
        }
        assert_eq!(encode("abc?"), "YWJjPw");
        assert_eq!(decode("not base64!"), None);
    }
}
