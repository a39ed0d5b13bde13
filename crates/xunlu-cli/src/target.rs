//! What a map is written as: a format that maps are read from, too, or a picture of shapes.

use xunlu_format::{Document, Format, FormatError, Overlay, Written, write};
use xunlu_picture::{Style, draw_svg};

/// What a map is written as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    /// A map, to be read again.
    Map(Format),
    /// An SVG picture in the default style.
    Svg,
}

impl Target {
    /// Everything that is written.
    pub(crate) fn all() -> impl Iterator<Item = Target> {
        let maps = Format::ALL.into_iter().filter(|format| format.is_written());
        maps.map(Target::Map).chain([Target::Svg])
    }

    /// The word for it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Target::Map(format) => format.name(),
            Target::Svg => "svg",
        }
    }

    /// The usual ending of its files.
    pub(crate) const fn ending(self) -> &'static str {
        match self {
            Target::Map(format) => format.endings()[0],
            Target::Svg => "svg",
        }
    }

    /// The target of this name.
    pub(crate) fn named(name: &str) -> Option<Target> {
        Target::all().find(|target| target.name() == name)
    }

    /// What a file's name promises.
    pub(crate) fn of_name(name: &str) -> Option<Target> {
        let is_svg = name.rsplit_once('.').is_some_and(|(_, end)| end.eq_ignore_ascii_case("svg"));
        if is_svg { Some(Target::Svg) } else { Format::of_name(name).map(Target::Map) }
    }

    /// The document as such a file.
    pub(crate) fn written(self, document: &Document) -> Result<Written, FormatError> {
        match self {
            Target::Map(format) => write(format, document, &Overlay::default()),
            Target::Svg => {
                let picture = draw_svg(document, &Overlay::default(), &Style::default());
                Ok(Written { bytes: picture.bytes, beside: Vec::new(), warnings: picture.warnings })
            }
        }
    }
}
