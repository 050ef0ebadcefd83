//! Numbers and text as bytes, and back: variable-length integers, and whole files under a checksum.
//!
//! Reading never trusts what it reads: whatever does not fit is `None`.

/// Appends a number, seven bits a byte, lowest first.
pub fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Appends a number that may be negative.
pub fn put_signed(bytes: &mut Vec<u8>, number: i64) {
    put(bytes, ((number << 1) ^ (number >> 63)) as u64);
}

/// Appends a text with its length.
pub fn put_text(bytes: &mut Vec<u8>, text: &str) {
    put(bytes, text.len() as u64);
    bytes.extend_from_slice(text.as_bytes());
}

/// What is left to be read.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'b>(pub &'b [u8]);

impl<'b> Reader<'b> {
    /// The next number.
    pub fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let (&byte, rest) = self.0.split_first()?;
            self.0 = rest;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    /// The next number, as a 32-bit one.
    pub fn small(&mut self) -> Option<u32> {
        u32::try_from(self.number()?).ok()
    }

    /// The next number that may be negative.
    pub fn signed(&mut self) -> Option<i64> {
        let number = self.number()?;
        Some((number >> 1) as i64 ^ -((number & 1) as i64))
    }

    /// The next `count` bytes.
    pub fn bytes(&mut self, count: usize) -> Option<&'b [u8]> {
        let (bytes, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(bytes)
    }

    /// The next `N` bytes.
    pub fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.bytes(N)?.try_into().ok()
    }

    /// The next text.
    pub fn text(&mut self) -> Option<&'b str> {
        let length = usize::try_from(self.number()?).ok()?;
        std::str::from_utf8(self.bytes(length)?).ok()
    }
}

/// Bytes of a checksum.
pub const SEAL: usize = 4;

/// The bytes with their checksum behind them.
pub fn seal(mut bytes: Vec<u8>) -> Vec<u8> {
    let sum = crc32fast::hash(&bytes);
    bytes.extend_from_slice(&sum.to_le_bytes());
    bytes
}

/// What was sealed; none when a byte of it is not as it was.
pub fn unseal(bytes: &[u8]) -> Option<&[u8]> {
    let (inside, sum) = bytes.split_last_chunk::<SEAL>()?;
    (crc32fast::hash(inside) == u32::from_le_bytes(*sum)).then_some(inside)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_read_again() {
        let mut bytes = Vec::new();
        for number in [0, 1, 127, 128, u64::from(u32::MAX), u64::MAX] {
            put(&mut bytes, number);
            put_signed(&mut bytes, number as i64);
        }
        put_text(&mut bytes, "größe");
        let mut reader = Reader(&bytes);
        for number in [0, 1, 127, 128, u64::from(u32::MAX), u64::MAX] {
            assert_eq!((reader.number(), reader.signed()), (Some(number), Some(number as i64)));
        }
        assert_eq!((reader.text(), reader.number()), (Some("größe"), None));
        assert_eq!(Reader(&[0xff; 12]).number(), None);
        assert_eq!(Reader(&[5, b'a']).text(), None);
    }

    #[test]
    fn a_sealed_file_shows_any_change_of_a_bit() {
        let sealed = seal(b"numbers".to_vec());
        assert_eq!(unseal(&sealed), Some(&b"numbers"[..]));
        for bit in 0..sealed.len() * 8 {
            let mut other = sealed.clone();
            other[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(unseal(&other), None);
        }
        assert!((0..sealed.len()).all(|length| unseal(&sealed[..length]).is_none()));
    }
}
