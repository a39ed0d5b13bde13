//! Packed bytes unpacked, never more of them than was asked for.

use base64::Engine;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use flate2::bufread::DeflateDecoder;
use flate2::read::ZlibDecoder;
use ruzstd::decoding::StreamingDecoder;
use std::io::{Error, Read};

/// How bytes are packed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Packing {
    None,
    Gzip,
    Zlib,
    Zstd,
}

impl Packing {
    /// The packing that Tiled gives this name; an empty name is none.
    pub(crate) fn named(name: &str) -> Option<Packing> {
        match name {
            "" | "none" => Some(Packing::None),
            "gzip" => Some(Packing::Gzip),
            "zlib" => Some(Packing::Zlib),
            "zstd" => Some(Packing::Zstd),
            _ => None,
        }
    }
}

/// A window of zstd that is larger than this is refused: it would be allocated before a byte is
/// unpacked.
const ZSTD_WINDOW_MAX: u64 = 8 << 20;

/// The bytes of a base64 text; white space within it does not count, nor does missing padding.
pub(crate) fn from_base64(text: &str) -> Result<Vec<u8>, String> {
    let config =
        GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
    let engine = GeneralPurpose::new(&alphabet::STANDARD, config);
    let dense: Vec<u8> = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    engine.decode(dense).map_err(|error| format!("this is no base64: {error}"))
}

/// The unpacked numbers of four bytes each; an error when they are not exactly `count`. Memory grows
/// with what is really unpacked, and not beyond `count` numbers.
pub(crate) fn unpacked(
    bytes: &[u8],
    packing: Packing,
    count: u64,
    zstd: Option<Unpacker>,
) -> Result<Vec<u32>, String> {
    match packing {
        Packing::None => numbers(bytes, count),
        Packing::Gzip => numbers(Gunzip::of(bytes)?, count),
        Packing::Zlib => numbers(ZlibDecoder::new(bytes), count),
        Packing::Zstd => {
            zstd.ok_or_else(|| "what is packed as zstd is not read here".to_owned())?(bytes, count)
        }
    }
}

/// What is in a gzip file (RFC 1952). The decoder of `flate2` brings tables of 16 kB for its checksum, which
/// no packer can make smaller on their way to a browser.
struct Gunzip<'a> {
    inside: DeflateDecoder<&'a [u8]>,
    /// The checksum of each byte.
    table: Vec<u32>,
    checksum: u32,
    length: u64,
    is_done: bool,
}

impl<'a> Gunzip<'a> {
    fn of(bytes: &'a [u8]) -> Result<Gunzip<'a>, String> {
        let inside =
            after_gzip_header(bytes).ok_or("this cannot be unpacked: it has no gzip header")?;
        let bit = |sum: u32, _| if sum & 1 == 0 { sum >> 1 } else { sum >> 1 ^ 0xEDB8_8320 };
        let table = (0..256).map(|byte| (0..8).fold(byte, bit)).collect();
        let inside = DeflateDecoder::new(inside);
        Ok(Gunzip { inside, table, checksum: u32::MAX, length: 0, is_done: false })
    }

    /// Whether what was unpacked is what was packed.
    fn check(&self) -> std::io::Result<()> {
        let rest = self.inside.get_ref();
        let (checksum, length) = ((!self.checksum).to_le_bytes(), self.length.to_le_bytes());
        if rest.get(..4) == Some(&checksum[..]) && rest.get(4..8) == length.get(..4) {
            return Ok(());
        }
        Err(Error::other("its checksum is another than gzip says"))
    }
}

impl Read for Gunzip<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.inside.read(buffer)?;
        if count == 0 && !buffer.is_empty() && !self.is_done {
            self.is_done = true;
            self.check()?;
        }
        for &byte in buffer.iter().take(count) {
            let entry = (self.checksum ^ u32::from(byte)) & 0xFF;
            self.checksum = self.checksum >> 8 ^ self.table[entry as usize];
        }
        self.length = self.length.wrapping_add(count as u64);
        Ok(count)
    }
}

/// What comes after a gzip file's header.
fn after_gzip_header(bytes: &[u8]) -> Option<&[u8]> {
    let [0x1F, 0x8B, 8, flags, ..] = *bytes else { return None };
    if flags & 0xE0 != 0 {
        return None;
    }
    let mut rest = bytes.get(10..)?;
    if flags & 4 != 0 {
        let (length, extra) = rest.split_first_chunk()?;
        rest = extra.get(usize::from(u16::from_le_bytes(*length))..)?;
    }
    // The file's name, and what is said of it.
    for flag in [8, 16] {
        if flags & flag != 0 {
            let end = rest.iter().position(|&byte| byte == 0)?;
            rest = rest.get(end + 1..)?;
        }
    }
    if flags & 2 != 0 { rest.get(2..) } else { Some(rest) }
}

/// What unpacks so many numbers of four bytes.
pub(crate) type Unpacker = fn(&[u8], u64) -> Result<Vec<u32>, String>;

/// The unpacked numbers of what is packed as Zstandard.
pub(crate) fn from_zstd(bytes: &[u8], count: u64) -> Result<Vec<u32>, String> {
    check_window(bytes)?;
    let decoder = StreamingDecoder::new(bytes)
        .map_err(|error| format!("this cannot be unpacked: {error}"))?;
    numbers(decoder, count)
}

fn numbers(mut from: impl Read, count: u64) -> Result<Vec<u32>, String> {
    let length = count.saturating_mul(4);
    let (mut numbers, mut found) = (Vec::new(), 0_u64);
    let mut buffer = [0; 1 << 12];
    // The bytes in the buffer that are no whole number yet.
    let mut left = 0;
    loop {
        let read = from.read(&mut buffer[left..]);
        let read = read.map_err(|error| format!("this cannot be unpacked: {error}"))?;
        if read == 0 {
            break;
        }
        found += read as u64;
        if found > length {
            return Err(format!("there are more than {length} bytes of tiles"));
        }
        let (words, _) = buffer[..left + read].as_chunks::<4>();
        let room = numbers.capacity() - numbers.len();
        if room < words.len() {
            // Twice as much, as a list grows by itself, but never more than there can be.
            let most = usize::try_from(count).unwrap_or(usize::MAX) - numbers.len();
            numbers.reserve_exact(words.len().max(numbers.len()).min(most));
        }
        numbers.extend(words.iter().map(|word| u32::from_le_bytes(*word)));
        let whole = 4 * words.len();
        buffer.copy_within(whole..left + read, 0);
        left = left + read - whole;
    }
    if found < length {
        return Err(format!("there are only {found} bytes of tiles, and not {length}"));
    }
    Ok(numbers)
}

/// Reads the window's size off a zstd frame header (RFC 8878, section 3.1.1.1).
fn check_window(bytes: &[u8]) -> Result<(), String> {
    let Some((&descriptor, rest)) = bytes.get(4..).and_then(<[u8]>::split_first) else {
        return Ok(());
    };
    let is_single_segment = descriptor & 0x20 != 0;
    let window = if is_single_segment {
        // The window is the whole content, whose length follows the dictionary's number.
        let dictionary = [0, 1, 2, 4][usize::from(descriptor & 3)];
        let width = [1, 2, 4, 8][usize::from(descriptor >> 6)];
        let Some(field) = rest.get(dictionary..dictionary + width) else { return Ok(()) };
        let base = if width == 2 { 256 } else { 0 };
        field.iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte)) + base
    } else {
        let Some(&byte) = rest.first() else { return Ok(()) };
        let base = 1_u64 << (10 + (byte >> 3));
        base + base / 8 * u64::from(byte & 7)
    };
    if window > ZSTD_WINDOW_MAX && window > 1024 * bytes.len() as u64 {
        return Err(format!(
            "this zstd wants a window of {window} bytes, more than {ZSTD_WINDOW_MAX}"
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::{GzEncoder, ZlibEncoder};
    use std::io::Write;

    fn unpacked(bytes: &[u8], packing: Packing, count: u64) -> Result<Vec<u32>, String> {
        super::unpacked(bytes, packing, count, Some(from_zstd))
    }

    fn zlib(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn gzip_is_read_with_all_that_its_header_may_have_and_checked() {
        let numbers: Vec<u32> = (0..9000).map(|number| number % 77).collect();
        let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        let plain = flate2::GzBuilder::new();
        let full = flate2::GzBuilder::new().filename("a.bin").comment("of tiles").extra("12345");
        for builder in [plain, full] {
            let mut gzip = builder.write(Vec::new(), Compression::best());
            gzip.write_all(&bytes).unwrap();
            let gzip = gzip.finish().unwrap();
            assert_eq!(unpacked(&gzip, Packing::Gzip, 9000).as_ref(), Ok(&numbers));
            for place in 1..=8 {
                let mut wrong = gzip.clone();
                let last = wrong.len() - place;
                wrong[last] ^= 1;
                let error = unpacked(&wrong, Packing::Gzip, 9000).unwrap_err();
                assert!(error.contains("checksum"), "{error}");
            }
            assert!(unpacked(&gzip[..gzip.len() - 1], Packing::Gzip, 9000).is_err());
        }
        for bytes in [&b""[..], b"\x1f\x8b\x08", b"\x1f\x8b\x08\x080000000", b"\x1f\x8b\x09"] {
            let error = unpacked(bytes, Packing::Gzip, 1).unwrap_err();
            assert!(error.contains("no gzip header"), "{error}");
        }
    }

    #[test]
    fn what_was_packed_comes_back() {
        let numbers: Vec<u32> = (0..5000).map(|number| number * 70_001).collect();
        let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
        gzip.write_all(&bytes).unwrap();
        let gzip = gzip.finish().unwrap();
        assert_eq!(unpacked(&gzip, Packing::Gzip, 5000).as_ref(), Ok(&numbers));
        assert_eq!(unpacked(&zlib(&bytes), Packing::Zlib, 5000).as_ref(), Ok(&numbers));
        assert_eq!(unpacked(&bytes, Packing::None, 5000).as_ref(), Ok(&numbers));
        // A frame of one raw block: magic, one-segment header with a length of 4, block header.
        let zstd = [0x28, 0xb5, 0x2f, 0xfd, 0x20, 4, 0x21, 0, 0, 7, 8, 9, 0];
        assert_eq!(unpacked(&zstd, Packing::Zstd, 1), Ok(vec![0x0009_0807]));
    }

    #[test]
    fn more_than_was_asked_for_is_not_unpacked() {
        let bomb = zlib(&vec![0; 30 << 20]);
        assert!(bomb.len() < 40_000);
        let error = unpacked(&bomb, Packing::Zlib, 100).unwrap_err();
        assert_eq!(error, "there are more than 400 bytes of tiles");
        let short = unpacked(&zlib(&[1, 2, 3]), Packing::Zlib, 1).unwrap_err();
        assert_eq!(short, "there are only 3 bytes of tiles, and not 4");
        let window = [0x28, 0xb5, 0x2f, 0xfd, 0x00, 0xff, 0x19, 0, 0, 7, 8, 9];
        assert!(unpacked(&window, Packing::Zstd, 1).unwrap_err().contains("window"));
    }

    #[test]
    fn base64_takes_what_editors_write() {
        assert_eq!(from_base64(" AAEC\n  Aw== \n"), Ok(vec![0, 1, 2, 3]));
        assert_eq!(from_base64("AAECAw"), Ok(vec![0, 1, 2, 3]));
        assert!(from_base64("AA*A").unwrap_err().contains("no base64"));
    }
}
