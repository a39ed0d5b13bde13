//! Files that are mapped into memory.

use memmap2::Mmap;
use std::fs::File;
use std::io;
use std::path::Path;

/// The bytes of a file, read where they are looked at, and shared by all who map it.
#[allow(unsafe_code, reason = "whoever maps a file promises that nobody writes to it meanwhile")]
pub(crate) fn mapped(path: &Path) -> io::Result<Mmap> {
    let file = File::open(path)?;
    // SAFETY: `files::write`, which writes indices, puts a new file in the place of an old one and never
    // writes into that, so what is mapped stays as it was.
    unsafe { Mmap::map(&file) }
}

#[cfg(test)]
mod tests {
    use super::mapped;

    #[test]
    fn a_file_is_mapped_as_it_is_read() {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/main.rs");
        assert_eq!(mapped(&path).unwrap()[..], std::fs::read(&path).unwrap());
        assert!(mapped(&path.with_file_name("nothing")).is_err());
    }
}
