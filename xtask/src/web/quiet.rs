//! Takes the words of panics out of a WASM: where it runs there is nobody to hear them.
//!
//! A panic there is a trap, with words or without. Rust's standard library comes compiled with them, so
//! that no option of the compiler leaves them out: here the functions that put them together become the
//! trap that they end in, and the optimiser drops what was made ready for them.

/// Parts of the mangled names of functions that do nothing but panic.
const PANICS: [&str; 10] = [
    "4core9panicking",
    "rust_begin_unwind",
    "4core6option13expect_failed",
    "4core6option13unwrap_failed",
    "4core6result13unwrap_failed",
    "16slice_index_fail",
    "16slice_error_fail",
    "19slice_error_fail_rt",
    "17len_mismatch_fail",
    "13assert_failed",
];

/// No variables; `unreachable`; `end`.
const TRAP: [u8; 3] = [0, UNREACHABLE, END];
const UNREACHABLE: u8 = 0x00;
const END: u8 = 0x0b;

/// The first eight bytes of every WASM.
const HEAD: usize = 8;
const CUSTOM: u8 = 0;
const IMPORTS: u8 = 2;
const CODE: u8 = 10;

/// The same WASM, its panics without words. It must have the names of its functions and import nothing.
pub(super) fn silenced(wasm: &[u8]) -> Result<Vec<u8>, &'static str> {
    let sections = sections_of(wasm).ok_or("a section is cut short")?;
    if sections.iter().any(|section| section.id == IMPORTS) {
        return Err("it imports something; expected none, for functions are numbered by it");
    }
    let names = sections.iter().find_map(names_in).ok_or("it has no names of functions")?;
    let is_panic = |number: u32| {
        let name = names.iter().find(|(of, _)| *of == number);
        name.is_some_and(|(_, name)| PANICS.iter().any(|part| name.contains(part)))
    };
    let mut out = wasm[..HEAD].to_vec();
    for Section { id, body } in sections {
        let code = (id == CODE).then(|| code_with(body, is_panic).ok_or("its code is cut short"));
        let code = code.transpose()?;
        out.push(id);
        put_sized(&mut out, code.as_deref().unwrap_or(body));
    }
    Ok(out)
}

/// A code section in which functions that panic, and end in a trap, are a trap.
fn code_with(body: &[u8], is_panic: impl Fn(u32) -> bool) -> Option<Vec<u8>> {
    let mut rest = Bytes(body);
    let count = rest.number()?;
    let mut out = Vec::new();
    put_number(&mut out, count);
    for number in 0..count {
        let function = rest.sized()?;
        let ends_in_trap = function.ends_with(&[UNREACHABLE, END]);
        put_sized(&mut out, if ends_in_trap && is_panic(number) { &TRAP } else { function });
    }
    Some(out)
}

struct Section<'a> {
    id: u8,
    body: &'a [u8],
}

fn sections_of(wasm: &[u8]) -> Option<Vec<Section<'_>>> {
    let mut rest = Bytes(wasm.get(HEAD..)?);
    let mut sections = Vec::new();
    while let Some(id) = rest.byte() {
        sections.push(Section { id, body: rest.sized()? });
    }
    Some(sections)
}

/// The names of functions by their numbers, if this is the section that has them.
fn names_in<'a>(section: &Section<'a>) -> Option<Vec<(u32, &'a str)>> {
    const OF_FUNCTIONS: u8 = 1;
    let mut rest = Bytes(section.body);
    if section.id != CUSTOM || rest.sized()? != b"name" {
        return None;
    }
    while let Some(kind) = rest.byte() {
        let mut names = Bytes(rest.sized()?);
        if kind == OF_FUNCTIONS {
            let count = names.number()?;
            let mut one = || Some((names.number()?, std::str::from_utf8(names.sized()?).ok()?));
            return (0..count).map(|_| one()).collect();
        }
    }
    None
}

/// Bytes that are still to be read.
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn byte(&mut self) -> Option<u8> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first)
    }

    /// A number of any length (LEB128): seven bits a byte, the low ones first.
    fn number(&mut self) -> Option<u32> {
        let mut number = 0;
        for shift in (0..u32::BITS).step_by(7) {
            let byte = self.byte()?;
            number |= u32::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    /// Bytes with their number before them.
    fn sized(&mut self) -> Option<&'a [u8]> {
        let count = self.number()? as usize;
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }
}

fn put_number(out: &mut Vec<u8>, mut number: u32) {
    loop {
        let [low, ..] = number.to_le_bytes();
        number >>= 7;
        if number == 0 {
            out.push(low & 0x7f);
            return;
        }
        out.push(low | 0x80);
    }
}

fn put_sized(out: &mut Vec<u8>, bytes: &[u8]) {
    put_number(out, u32::try_from(bytes.len()).expect("a WASM is smaller than four gigabytes"));
    out.extend(bytes);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A WASM of functions, as far as this looks into one.
    fn wasm_of(functions: &[(&str, &[u8])], before: &[u8]) -> Vec<u8> {
        let count = u8::try_from(functions.len()).unwrap();
        let (mut code, mut names) = (vec![count], vec![count]);
        for (number, (name, body)) in (0..).zip(functions) {
            put_sized(&mut code, body);
            names.push(number);
            put_sized(&mut names, name.as_bytes());
        }
        let mut custom = b"\x04name\x01".to_vec();
        put_sized(&mut custom, &names);
        let mut wasm = b"\0asm\x01\0\0\0".to_vec();
        wasm.extend(before);
        for (id, body) in [(CODE, &code), (CUSTOM, &custom)] {
            wasm.push(id);
            put_sized(&mut wasm, body);
        }
        wasm
    }

    const LONG: &[u8] = &[0, 0x41, 1, 0x1a, UNREACHABLE, END];
    const PANIC: &str = "_RNvNtCs_4core9panicking9panic_fmt";

    #[test]
    fn a_panic_is_a_trap_and_nothing_else_is_touched() {
        let returns: &[u8] = &[0, 0x41, 1, 0x1a, END];
        let wasm = wasm_of(&[("work", LONG), (PANIC, LONG), ("13assert_failed", returns)], &[]);
        let expected = [("work", LONG), (PANIC, &TRAP), ("13assert_failed", returns)];
        assert_eq!(silenced(&wasm), Ok(wasm_of(&expected, &[])));
    }

    #[test]
    fn what_cannot_be_told_apart_is_refused() {
        let one = [(PANIC, LONG)];
        assert!(silenced(&wasm_of(&one, &[IMPORTS, 1, 0])).unwrap_err().contains("imports"));
        let whole = wasm_of(&one, &[]);
        assert!(silenced(&whole[..whole.len() - 1]).unwrap_err().contains("cut short"));
        assert!(silenced(&whole[..HEAD]).unwrap_err().contains("no names"));
    }

    #[test]
    fn numbers_come_back() {
        for number in [0, 1, 0x7f, 0x80, 300, 0x4000, u32::MAX] {
            let mut bytes = Vec::new();
            put_number(&mut bytes, number);
            assert_eq!(Bytes(&bytes).number(), Some(number));
        }
        assert_eq!(Bytes(&[0x80; 6]).number(), None);
    }
}
