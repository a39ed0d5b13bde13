//! What there is to be served: the playground's files, a map if one was named.

/// A file of the playground.
struct File {
    /// Its address, without the `/` it begins with.
    address: &'static str,
    /// Its content type.
    kind: &'static str,
    bytes: &'static [u8],
}

/// What `web/dist` held when the program was built; nothing if it was not there.
static PLAYGROUND: &[File] = include!(concat!(env!("OUT_DIR"), "/playground.rs"));

/// The page of a program that was built without the playground.
const HOW_TO_GET_IT: &[u8] = include_bytes!("how_to_get_it.html");

/// Everything that has an address.
pub(super) struct Site {
    map: Option<Vec<u8>>,
}

impl Site {
    /// The playground, and this map at `/map.json`.
    pub(super) fn new(map: Option<Vec<u8>>) -> Site {
        Site { map }
    }

    /// Whether the program was built with the playground in it.
    pub(super) fn has_playground(&self) -> bool {
        !PLAYGROUND.is_empty()
    }

    /// The content type and the bytes at an address.
    pub(super) fn at(&self, path: &str) -> Option<(&'static str, &[u8])> {
        let address = match path.strip_prefix('/')? {
            "" => "index.html",
            address => address,
        };
        if let Some(map) = self.map.as_ref().filter(|_| address == "map.json") {
            return Some(("application/json", map));
        }
        if address == "index.html" && !self.has_playground() {
            return Some(("text/html; charset=utf-8", HOW_TO_GET_IT));
        }
        let file = PLAYGROUND.iter().find(|file| file.address == address)?;
        Some((file.kind, file.bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_found_at_its_address_and_there_is_a_front_page() {
        let site = Site::new(None);
        for file in PLAYGROUND {
            assert_eq!(site.at(&format!("/{}", file.address)), Some((file.kind, file.bytes)));
        }
        let front = site.at("/").unwrap();
        assert_eq!(front.0, "text/html; charset=utf-8");
        assert_eq!(Some(front), site.at("/index.html"));
        assert!(str::from_utf8(front.1).unwrap().to_lowercase().starts_with("<!doctype html>"));
    }

    #[test]
    fn a_map_is_there_if_one_was_named() {
        assert_eq!(Site::new(None).at("/map.json"), None);
        let site = Site::new(Some(b"{}".to_vec()));
        assert_eq!(site.at("/map.json"), Some(("application/json", &b"{}"[..])));
        for path in ["", "/../Cargo.toml", "/lamp", "map.json", "//", "/assets/"] {
            assert_eq!(site.at(path), None, "{path}");
        }
    }
}
