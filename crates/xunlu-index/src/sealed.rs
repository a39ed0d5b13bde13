//! Files of what is known beforehand: eight letters that tell what it is, a version, what the kind says, and
//! at the end a checksum of all before.

/// Why a file is not opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unsealed {
    /// It begins with other letters.
    OtherKind,
    /// It is written as another version.
    Version(u32),
    /// It is damaged, or was cut short.
    Damaged,
}

const CHECKSUM_BYTES: usize = size_of::<u64>();

/// Ends a file with its checksum. Public for tests of files that were made to deceive.
#[doc(hidden)]
pub fn seal(bytes: &mut Vec<u8>) {
    let sum = checksum(bytes);
    bytes.extend(sum.to_le_bytes());
}

/// What lies between the version of a file and its checksum.
pub(crate) fn unseal(bytes: &[u8], magic: [u8; 8], version: u32) -> Result<&[u8], Unsealed> {
    let Some((begin, rest)) = bytes.split_first_chunk() else { return Err(Unsealed::OtherKind) };
    if *begin != magic {
        return Err(Unsealed::OtherKind);
    }
    let Some((written, rest)) = rest.split_first_chunk() else { return Err(Unsealed::Damaged) };
    let written = u32::from_le_bytes(*written);
    if written != version {
        return Err(Unsealed::Version(written));
    }
    let Some((body, sum)) = rest.split_last_chunk() else { return Err(Unsealed::Damaged) };
    let sealed = &bytes[..bytes.len() - CHECKSUM_BYTES];
    (checksum(sealed) == u64::from_le_bytes(*sum)).then_some(body).ok_or(Unsealed::Damaged)
}

/// A checksum against bytes that were changed unawares. Eight words are taken in at a time, so that it costs
/// little more than reading them.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    // The prime and the beginning of FNV-1a (Fowler, Noll and Vo 1991), which this is eight of side by side.
    const PRIME: u64 = 0x0100_0000_01b3;
    const BEGIN: u64 = 0xcbf2_9ce4_8422_2325;
    let take = |sum: u64, word: u64| (sum ^ word).wrapping_mul(PRIME).rotate_left(23);
    let (rows, rest) = bytes.as_chunks::<64>();
    let mut sums = [0, 8, 16, 24, 32, 40, 48, 56].map(|by| BEGIN.rotate_left(by));
    for row in rows {
        let (words, _) = row.as_chunks::<8>();
        for (sum, word) in sums.iter_mut().zip(words) {
            *sum = take(*sum, u64::from_le_bytes(*word));
        }
    }
    let sum = rest.iter().fold(bytes.len() as u64, |sum, &byte| take(sum, byte.into()));
    sums.into_iter().fold(sum, take)
}

#[cfg(test)]
mod tests {
    use super::{Unsealed, checksum, seal, unseal};

    #[test]
    fn every_bit_is_in_the_checksum() {
        for length in [0, 1, 63, 64, 65, 200] {
            let bytes: Vec<u8> = (0..length).collect();
            let sum = checksum(&bytes);
            for bit in 0..bytes.len() * 8 {
                let mut changed = bytes.clone();
                changed[bit / 8] ^= 1 << (bit % 8);
                assert_ne!(checksum(&changed), sum, "bit {bit} of {length} bytes");
            }
            assert_ne!(checksum(&[&bytes[..], &[0]].concat()), sum, "{length} bytes and a zero");
        }
    }

    #[test]
    fn a_file_is_opened_as_what_it_is() {
        let mut file = b"xunlutst\x02\0\0\0body".to_vec();
        seal(&mut file);
        assert_eq!(unseal(&file, *b"xunlutst", 2), Ok(&b"body"[..]));
        assert_eq!(unseal(&file, *b"xunlutst", 1), Err(Unsealed::Version(2)));
        assert_eq!(unseal(&file, *b"xunluabc", 2), Err(Unsealed::OtherKind));
        for end in 0..file.len() {
            assert!(unseal(&file[..end], *b"xunlutst", 2).is_err(), "cut at {end}");
        }
    }
}
