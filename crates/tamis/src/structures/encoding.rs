//! A structure as bytes, and back. A name is kept as its place in the text it was read from, which both sides have; only a name
//! that does not stand there as it is said, such as `self::x` for `mod x;`, is kept as text.
//!
//! Reading never trusts what it reads: whatever does not fit is `None`.

use crate::analyzer::source::{Import, ParseStatus, Reference, Structure, Symbol, SymbolKind};
use crate::document::LineRange;
use crate::store::encoding::{Reader, put, put_signed, put_text};

/// Bytes behind the beginning of its line in which a name is looked for.
const REACH: usize = 4096;
/// No count that is read makes more room than this before its items are there.
const MOST_AT_ONCE: u64 = 1 << 16;

/// A text with the places its lines begin at.
struct Page<'t> {
    text: &'t str,
    starts: Vec<usize>,
}

impl<'t> Page<'t> {
    fn new(text: &'t str) -> Page<'t> {
        let breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
        Page { text, starts: std::iter::once(0).chain(breaks).collect() }
    }

    /// Where a line begins; the end of the text for one that it does not have.
    fn start(&self, line: u32) -> usize {
        self.starts.get((line as usize).wrapping_sub(1)).copied().unwrap_or(self.text.len())
    }

    /// The place of `name` behind the beginning of a line.
    fn find(&self, name: &str, line: u32) -> Option<usize> {
        let start = self.start(line);
        self.text[start..self.text.floor_char_boundary(start + REACH)].find(name)
    }

    fn get(&self, place: usize, length: usize, line: u32) -> Option<&'t str> {
        let start = self.start(line).checked_add(place)?;
        self.text.get(start..start.checked_add(length)?)
    }
}

/// The bytes of what was read from `text`.
pub(super) fn encode(structure: &Structure, text: &str) -> Vec<u8> {
    let page = Page::new(text);
    let mut bytes = Vec::new();
    match &structure.status {
        ParseStatus::Parsed => put(&mut bytes, 0),
        ParseStatus::NoGrammar => put(&mut bytes, 1),
        ParseStatus::TextOnly(why) => {
            put(&mut bytes, 2);
            put_text(&mut bytes, why);
        }
    }
    put(&mut bytes, structure.symbols.len() as u64);
    let mut line = 0;
    for (at, symbol) in structure.symbols.iter().enumerate() {
        put_line(&mut bytes, symbol.lines.start, &mut line);
        put(&mut bytes, u64::from(symbol.lines.end - symbol.lines.start));
        put_signed(&mut bytes, i64::from(symbol.name_line) - i64::from(line));
        put(&mut bytes, symbol.kind as u64);
        put_signed(&mut bytes, symbol.parent.map_or(0, |parent| at as i64 - parent as i64));
        put_name(&mut bytes, &page, &symbol.name, symbol.name_line);
    }
    put(&mut bytes, structure.imports.len() as u64);
    line = 0;
    for import in &structure.imports {
        put_line(&mut bytes, import.line, &mut line);
        put_name(&mut bytes, &page, &import.module, line);
        put(&mut bytes, import.names.len() as u64);
        import.names.iter().for_each(|name| put_name(&mut bytes, &page, name, line));
    }
    put(&mut bytes, structure.references.len() as u64);
    line = 0;
    for reference in &structure.references {
        put_line(&mut bytes, reference.line, &mut line);
        put_name(&mut bytes, &page, &reference.name, line);
    }
    bytes
}

fn put_line(bytes: &mut Vec<u8>, line: u32, before: &mut u32) {
    put_signed(bytes, i64::from(line) - i64::from(*before));
    *before = line;
}

/// A name near a line: its place counted from 1 and its length, or 0 and the name itself.
fn put_name(bytes: &mut Vec<u8>, page: &Page<'_>, name: &str, line: u32) {
    match page.find(name, line) {
        Some(place) => {
            put(bytes, place as u64 + 1);
            put(bytes, name.len() as u64);
        }
        None => {
            put(bytes, 0);
            put_text(bytes, name);
        }
    }
}

/// What was read from `text`.
pub(super) fn decode(bytes: &[u8], text: &str) -> Option<Structure> {
    let mut decoder = Decoder { page: Page::new(text), reader: Reader(bytes), line: 0 };
    let status = match decoder.reader.number()? {
        0 => ParseStatus::Parsed,
        1 => ParseStatus::NoGrammar,
        2 => ParseStatus::TextOnly(decoder.reader.text()?.to_owned().into()),
        _ => return None,
    };
    let symbols = decoder.list(Decoder::symbol)?;
    let imports = decoder.list(Decoder::import)?;
    let references = decoder.list(Decoder::reference)?;
    decoder.reader.0.is_empty().then_some(Structure { symbols, imports, references, status })
}

struct Decoder<'b, 't> {
    page: Page<'t>,
    reader: Reader<'b>,
    /// The line of the item before.
    line: u32,
}

impl Decoder<'_, '_> {
    fn list<T>(&mut self, item: impl Fn(&mut Self, usize) -> Option<T>) -> Option<Vec<T>> {
        self.line = 0;
        let count = self.reader.number()?;
        let mut list = Vec::with_capacity(count.min(MOST_AT_ONCE) as usize);
        for at in 0..count {
            list.push(item(self, at as usize)?);
        }
        Some(list)
    }

    fn symbol(&mut self, at: usize) -> Option<Symbol> {
        let start = self.next_line()?;
        let lines = LineRange { start, end: start.checked_add(self.reader.small()?)? };
        let name_line = start.checked_add_signed(self.reader.signed()?.try_into().ok()?)?;
        let kind = *SymbolKind::ALL.get(usize::try_from(self.reader.number()?).ok()?)?;
        let parent = match self.reader.signed()? {
            0 => None,
            back => Some((at as i64).checked_sub(back)?.try_into().ok()?),
        };
        Some(Symbol { name: self.name(name_line)?, kind, lines, name_line, parent })
    }

    fn import(&mut self, _: usize) -> Option<Import> {
        let line = self.next_line()?;
        let module = self.name(line)?;
        let count = self.reader.number()?;
        let mut names = Vec::with_capacity(count.min(MOST_AT_ONCE) as usize);
        for _ in 0..count {
            names.push(self.name(line)?);
        }
        Some(Import { module, names, line })
    }

    fn reference(&mut self, _: usize) -> Option<Reference> {
        let line = self.next_line()?;
        Some(Reference { name: self.name(line)?, line })
    }

    fn next_line(&mut self) -> Option<u32> {
        self.line = self.line.checked_add_signed(self.reader.signed()?.try_into().ok()?)?;
        Some(self.line)
    }

    fn name(&mut self, line: u32) -> Option<String> {
        let name = match usize::try_from(self.reader.number()?).ok()?.checked_sub(1) {
            None => self.reader.text()?,
            Some(place) => self.page.get(place, usize::try_from(self.reader.number()?).ok()?, line)?,
        };
        Some(name.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_stands_at_the_place_of_its_number() {
        assert!(SymbolKind::ALL.iter().enumerate().all(|(at, kind)| *kind as usize == at));
    }
    use crate::analyzer::source::structure;
    use crate::language;

    const TEXTS: [(&str, &str); 4] = [
        (
            "a.rs",
            "mod x;\nuse a::{\n    b,\n    größe as c,\n};\n/// Adds.\nfn add(a: u32) -> Sum { plus(a, plus(a, b())) }\n",
        ),
        ("b.py", "from . import name\n\nclass Größe(Base):\n    def add(self):\n        return größer(self)\n"),
        ("c.rb", "require_relative 'x'\nmodule A\n  def b; c(d); end\nend"),
        ("d.js", ""),
    ];

    fn known() -> Vec<(&'static str, Structure)> {
        let read = |(path, text): (&str, &'static str)| (text, structure(language::of(path, ""), text));
        TEXTS.into_iter().map(read).collect()
    }

    #[test]
    fn what_is_encoded_is_decoded() {
        for (text, structure) in known() {
            let bytes = encode(&structure, text);
            assert_eq!(decode(&bytes, text), Some(structure), "{text}");
        }
        let given_up = Structure {
            symbols: Vec::new(),
            imports: Vec::new(),
            references: Vec::new(),
            status: ParseStatus::TextOnly("nested too deeply".into()),
        };
        assert_eq!(decode(&encode(&given_up, "x"), "x"), Some(given_up));
    }

    #[test]
    fn no_bytes_and_no_text_break_the_decoder() {
        for (text, structure) in known() {
            let bytes = encode(&structure, text);
            for bit in 0..bytes.len() * 8 {
                let mut other = bytes.clone();
                other[bit / 8] ^= 1 << (bit % 8);
                let _ = decode(&other, text);
            }
            assert!((0..bytes.len()).all(|length| decode(&bytes[..length], text).is_none()));
            assert!(bytes.len() < 12 || decode(&bytes, "").is_none());
        }
    }
}
