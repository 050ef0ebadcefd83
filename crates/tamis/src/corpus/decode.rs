//! Bytes to text: byte-order marks, UTF-8, UTF-16, legacy encodings; and which bytes are no text at all.
//!
//! Pure functions of the bytes. Nothing here opens a file or looks at a path.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

/// Text and how it was read.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Decoded {
    /// Without byte-order mark.
    pub(super) content: String,
    /// WHATWG name.
    pub(super) encoding: &'static str,
    /// A guess of low certainty, or bytes that stand as U+FFFD.
    pub(super) lossy: bool,
}

/// How much of a file the guess of its encoding looks at.
const GUESS_BYTES: usize = 256 << 10;
/// One stray NUL, and one more for each so many bytes, still is text.
const BYTES_PER_NUL: usize = 2_000;
/// Fewer letters than this outside ASCII, in words, leave the guess of an encoding uncertain.
const CERTAIN_LETTERS: usize = 6;

/// First bytes of formats that are not text, though their start may look like it.
const SIGNATURES: [&[u8]; 30] = [
    b"\x89PNG\r\n\x1a\n",
    b"\xff\xd8\xff",
    b"GIF87a",
    b"GIF89a",
    b"%PDF-",
    b"PK\x03\x04",
    b"PK\x05\x06",
    b"\x1f\x8b",
    b"BZh",
    b"\xfd7zXZ\0",
    b"\x28\xb5\x2f\xfd",
    b"7z\xbc\xaf\x27\x1c",
    b"Rar!\x1a\x07",
    b"\x7fELF",
    b"\xfe\xed\xfa\xce",
    b"\xfe\xed\xfa\xcf",
    b"\xce\xfa\xed\xfe",
    b"\xcf\xfa\xed\xfe",
    b"\xca\xfe\xba\xbe",
    b"MZ",
    b"\0asm",
    b"SQLite format 3\0",
    b"!<arch>\n",
    b"wOFF",
    b"wOF2",
    b"\0\x01\0\0",
    b"OggS",
    b"ID3",
    b"RIFF",
    b"\xd0\xcf\x11\xe0",
];

/// Decodes `bytes`, or finds that they are no text.
pub(super) fn decode(bytes: Vec<u8>) -> Option<Decoded> {
    if let Some((encoding, mark)) = Encoding::for_bom(&bytes) {
        let (content, malformed) = encoding.decode_without_bom_handling(&bytes[mark..]);
        return Some(Decoded { content: content.into_owned(), encoding: encoding.name(), lossy: malformed });
    }
    if bytes.starts_with(b"%PDF-") {
        return None;
    }
    let nuls = bytes.iter().filter(|byte| **byte == 0).count();
    if nuls > 0
        && let Some(decoded) = utf16_without_mark(&bytes)
    {
        return Some(decoded);
    }
    if nuls > 1 + bytes.len() / BYTES_PER_NUL {
        return None;
    }
    match String::from_utf8(bytes) {
        Ok(content) if nuls > 0 && has_signature(content.as_bytes()) => None,
        Ok(content) => Some(Decoded { content, encoding: UTF_8.name(), lossy: false }),
        Err(error) if nuls > 0 => mostly_utf8(error.as_bytes()).filter(|_| !has_signature(error.as_bytes())),
        Err(error) => legacy(error.as_bytes()),
    }
}

/// Lines are those of git and grep: they end in `\n`, so that a `\r` inside one stands as a space. Only in a text without
/// any `\n` does `\r` end lines. No byte moves.
pub(super) fn with_line_ends(content: String) -> String {
    if !content.contains('\r') {
        return content;
    }
    let alone = if content.contains('\n') { ' ' } else { '\n' };
    let mut rest = content.chars().peekable();
    let mut out = String::with_capacity(content.len());
    while let Some(c) = rest.next() {
        out.push(if c == '\r' && rest.peek() != Some(&'\n') { alone } else { c });
    }
    out
}

fn has_signature(bytes: &[u8]) -> bool {
    SIGNATURES.iter().any(|signature| bytes.starts_with(signature))
}

/// UTF-16 of mostly Latin text: every other byte is NUL, and none of the rest.
fn utf16_without_mark(bytes: &[u8]) -> Option<Decoded> {
    if bytes.len() < 4 || !bytes.len().is_multiple_of(2) {
        return None;
    }
    let nuls_at = |parity: usize| bytes.iter().skip(parity).step_by(2).filter(|byte| **byte == 0).count();
    let pairs = bytes.len() / 2;
    let encoding = match (nuls_at(0), nuls_at(1)) {
        (0, odd) if odd * 10 >= pairs * 4 => UTF_16LE,
        (even, 0) if even * 10 >= pairs * 4 => UTF_16BE,
        _ => return None,
    };
    let (content, malformed) = encoding.decode_without_bom_handling(bytes);
    let plain = !malformed && !content.chars().any(|c| c.is_control() && !matches!(c, '\t' | '\n' | '\r' | '\x0c'));
    plain.then(|| Decoded { content: content.into_owned(), encoding: encoding.name(), lossy: false })
}

/// UTF-8 with a few broken bytes: at least four good sequences for each broken one.
fn mostly_utf8(bytes: &[u8]) -> Option<Decoded> {
    let (mut good, mut broken) = (0usize, 0usize);
    for chunk in bytes.utf8_chunks() {
        good += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        broken += usize::from(!chunk.invalid().is_empty());
    }
    let content = || String::from_utf8_lossy(bytes).into_owned();
    (good >= 4 * broken).then(|| Decoded { content: content(), encoding: UTF_8.name(), lossy: true })
}

/// An encoding older than Unicode, guessed; none when the bytes do not look like text in any.
fn legacy(bytes: &[u8]) -> Option<Decoded> {
    let control = |byte: &&u8| matches!(byte, 0..=8 | 11 | 14..=26 | 28..=31 | 127);
    if has_signature(bytes) || bytes.iter().filter(control).count() > bytes.len() / 20 {
        return None;
    }
    if let Some(decoded) = mostly_utf8(bytes) {
        return Some(decoded);
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(&bytes[..bytes.len().min(GUESS_BYTES)], true);
    let encoding = detector.guess(None, Utf8Detection::Deny);
    let (content, malformed) = encoding.decode_without_bom_handling(bytes);
    let lossy = malformed || letters_in_words(&content) < CERTAIN_LETTERS;
    Some(Decoded { content: content.into_owned(), encoding: encoding.name(), lossy })
}

/// Letters outside ASCII that stand beside another letter. Single ones tell nothing about the language.
fn letters_in_words(content: &str) -> usize {
    let mut count = 0;
    let mut before = ' ';
    let mut characters = content.chars().peekable();
    while let Some(character) = characters.next() {
        let beside = before.is_alphabetic() || characters.peek().is_some_and(|next| next.is_alphabetic());
        count += usize::from(!character.is_ascii() && character.is_alphabetic() && beside);
        before = character;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(bytes: &[u8], encoding: &str, content: &str) {
        let decoded = decode(bytes.to_vec()).expect("is text");
        assert_eq!((decoded.encoding, decoded.content.as_str()), (encoding, content));
    }

    fn encoded(text: &str, label: &str) -> Vec<u8> {
        Encoding::for_label(label.as_bytes()).unwrap().encode(text).0.into_owned()
    }

    #[test]
    fn marks_decide_and_do_not_stay_in_the_text() {
        check(b"\xef\xbb\xbfdef a", "UTF-8", "def a");
        check(b"\xff\xfed\0e\0", "UTF-16LE", "de");
        check(b"\xfe\xff\0d\0e", "UTF-16BE", "de");
    }

    #[test]
    fn plain_utf16_needs_no_mark() {
        check(b"d\0e\0f\0\n\0", "UTF-16LE", "def\n");
        check(b"\0d\0e\0f\0\n", "UTF-16BE", "def\n");
    }

    #[test]
    fn a_stray_nul_is_text_and_many_are_not() {
        check(b"x = '\0'\n", "UTF-8", "x = '\0'\n");
        assert_eq!(decode(b"\0\0\0\x01\0\0\x02\0".to_vec()), None);
    }

    #[test]
    fn signatures_are_binary() {
        assert_eq!(decode(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec()), None);
        assert_eq!(decode(b"%PDF-1.4\nplain".to_vec()), None);
        check(b"GIF89a is a format\n", "UTF-8", "GIF89a is a format\n");
    }

    #[test]
    fn legacy_encodings_are_recognised() {
        for (text, label, name) in [
            ("# 计算订单总价，包括税费和折扣\n", "gbk", "GBK"),
            ("# 注文の合計金額を計算する関数です\n", "shift_jis", "Shift_JIS"),
            ("# 주문 합계 금액을 계산하는 함수입니다\n", "euc-kr", "EUC-KR"),
            ("# Gebühr für die Überweisung prüfen, größer als null\n", "windows-1252", "windows-1252"),
        ] {
            check(&encoded(text, label), name, text);
        }
    }

    #[test]
    fn mixed_text_is_utf8_with_a_flag() {
        let decoded = decode("größer schön über\u{0}".replace('\0', "").bytes().chain([0xff]).collect()).unwrap();
        assert_eq!((decoded.encoding, decoded.lossy), ("UTF-8", true));
        assert!(decoded.content.starts_with("größer"));
    }
}
