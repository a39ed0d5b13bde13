//! The places of a path: texts for people, one list of numbers where bytes count.

use super::place::{place_at, place_text};
use crate::error::WorldError;
use serde::de::{Error as _, SeqAccess, Visitor};
use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use xunlu_map::{Cell, Hex, LayerCell, Map, Place};

/// Places in their order: `["0,0", "1,0"]`.
///
/// In an encoding that is not for people (serde's `is_human_readable`), cells and hexes are one list of
/// numbers: how many numbers each place has, the numbers of the first place, and then for each place what its
/// numbers are more than those before. `["5,3", "6,3", "7,4"]` is `[2, 5, 3, 1, 0, 1, 1]`; with layers, each
/// place has three. Waypoints are texts there as well.
#[derive(Clone, PartialEq, Eq)]
pub struct PathPlaces(Kind);

/// The same texts are always of the same kind: the first that can hold them.
#[derive(Clone, PartialEq, Eq)]
enum Kind {
    Cells(Vec<[i32; 2]>),
    OnLayers(Vec<([i32; 2], u32)>),
    Named(Vec<String>),
}

impl PathPlaces {
    /// The places of a path on a map, to be sent.
    #[must_use]
    pub fn new(map: &Map, places: &[Place]) -> PathPlaces {
        // What is collected of options knows not how long it will be, and grows again and again.
        let mut cells = Vec::with_capacity(places.len());
        cells.extend(places.iter().map_while(|place| match place {
            Place::Cell(Cell { x, y }) => Some([*x, *y]),
            Place::Hex(Hex { q, r }) => Some([*q, *r]),
            Place::LayerCell(_) | Place::Waypoint(_) => None,
        }));
        if cells.len() == places.len() {
            return PathPlaces(Kind::Cells(cells));
        }
        let on_layers = places.iter().map(|place| match place {
            Place::LayerCell(LayerCell { layer, cell }) => Some(([cell.x, cell.y], *layer)),
            _ => None,
        });
        if let Some(on_layers) = on_layers.collect() {
            return PathPlaces(Kind::OnLayers(on_layers));
        }
        places.iter().map(|&place| place_text(map, place)).collect()
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        match &self.0 {
            Kind::Cells(cells) => cells.len(),
            Kind::OnLayers(cells) => cells.len(),
            Kind::Named(names) => names.len(),
        }
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The numbers of each, where they are cells or hexes of a map without layers. Returns `None` if they are
    /// not.
    #[must_use]
    pub fn as_cells(&self) -> Option<&[[i32; 2]]> {
        if let Kind::Cells(cells) = &self.0 { Some(cells) } else { None }
    }

    /// The numbers of each and its layer, where they are cells on layers. Returns `None` if they are not.
    #[must_use]
    pub fn as_layer_cells(&self) -> Option<&[([i32; 2], u32)]> {
        if let Kind::OnLayers(cells) = &self.0 { Some(cells) } else { None }
    }

    /// Each as people write it.
    #[must_use]
    pub fn texts(&self) -> impl ExactSizeIterator<Item = String> + '_ {
        (0..self.len()).map(|at| self.at(at).to_string())
    }

    /// The places on a map.
    ///
    /// # Errors
    /// When a text names no place of this kind of map.
    pub fn on(&self, map: &Map) -> Result<Vec<Place>, WorldError> {
        Ok(match (&self.0, map) {
            (Kind::Cells(cells), Map::Grid(_)) => {
                cells.iter().map(|&[x, y]| Place::cell(x, y)).collect()
            }
            (Kind::Cells(cells), Map::Hex(_)) => {
                cells.iter().map(|&[q, r]| Place::Hex(Hex::new(q, r))).collect()
            }
            _ => self.texts().map(|text| place_at(map, &text)).collect::<Result<_, _>>()?,
        })
    }

    fn at(&self, at: usize) -> Text<'_> {
        match &self.0 {
            Kind::Cells(cells) => Text::Cell(cells[at]),
            Kind::OnLayers(cells) => Text::OnLayer(cells[at].0, cells[at].1),
            Kind::Named(names) => Text::Name(&names[at]),
        }
    }
}

/// The numbers of a cell, if the text is just how they are written.
fn cell_of(text: &str) -> Option<[i32; 2]> {
    let (x, y) = text.split_once(',')?;
    Some([number_of(x)?, number_of(y)?])
}

fn on_layer_of(text: &str) -> Option<([i32; 2], u32)> {
    let (cell, layer) = text.split_once('@')?;
    Some((cell_of(cell)?, number_of(layer)?))
}

fn number_of<T: std::str::FromStr>(text: &str) -> Option<T> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_plain = match digits.as_bytes() {
        [b'0'] => digits.len() == text.len(),
        [first, ..] => (b'1'..=b'9').contains(first),
        [] => false,
    };
    if is_plain { text.parse().ok() } else { None }
}

impl<T: AsRef<str> + Into<String>> FromIterator<T> for PathPlaces {
    fn from_iter<I: IntoIterator<Item = T>>(texts: I) -> PathPlaces {
        let texts: Vec<T> = texts.into_iter().collect();
        let cells = texts.iter().map(|text| cell_of(text.as_ref())).collect();
        let on_layers = || texts.iter().map(|text| on_layer_of(text.as_ref())).collect();
        PathPlaces(match cells {
            Some(cells) => Kind::Cells(cells),
            None => match on_layers() {
                Some(cells) => Kind::OnLayers(cells),
                None => Kind::Named(texts.into_iter().map(Into::into).collect()),
            },
        })
    }
}

/// One of them as people write it.
enum Text<'a> {
    Cell([i32; 2]),
    OnLayer([i32; 2], u32),
    Name(&'a str),
}

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Text::Cell([x, y]) => write!(f, "{x},{y}"),
            Text::OnLayer([x, y], layer) => write!(f, "{x},{y}@{layer}"),
            Text::Name(name) => f.write_str(name),
        }
    }
}

impl fmt::Debug for PathPlaces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.texts()).finish()
    }
}

impl Serialize for PathPlaces {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        if to.is_human_readable() {
            return to.collect_seq((0..self.len()).map(|at| Shown(self.at(at))));
        }
        match &self.0 {
            Kind::Cells(cells) => numbers(cells.iter().map(|cell| cell.map(i64::from)), to),
            Kind::OnLayers(cells) => {
                let three = |&([x, y], layer): &([i32; 2], u32)| [x.into(), y.into(), layer.into()];
                numbers(cells.iter().map(three), to)
            }
            Kind::Named(names) => names.serialize(to),
        }
    }
}

/// A text that is written where it is to stand, without a string of its own.
struct Shown<'a>(Text<'a>);

impl Serialize for Shown<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut digits = Digits::default();
        match self.0 {
            Text::Cell(cell) => digits.cell(cell),
            Text::OnLayer(cell, layer) => {
                digits.number(layer.into());
                digits.byte(b'@');
                digits.cell(cell);
            }
            Text::Name(name) => return to.serialize_str(name),
        }
        to.serialize_str(digits.text())
    }
}

/// Numbers as text, from the last to the first.
struct Digits {
    bytes: [u8; Digits::MAX],
    from: usize,
}

impl Digits {
    /// Two numbers of 32 bits with their signs, a third one, and what stands between.
    const MAX: usize = 2 * 11 + 10 + 2;

    fn cell(&mut self, [x, y]: [i32; 2]) {
        self.number(y.into());
        self.byte(b',');
        self.number(x.into());
    }

    fn number(&mut self, number: i64) {
        let mut rest = number.unsigned_abs();
        loop {
            self.byte(b'0' + u8::try_from(rest % 10).unwrap_or(0));
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        if number < 0 {
            self.byte(b'-');
        }
    }

    fn byte(&mut self, byte: u8) {
        self.from -= 1;
        self.bytes[self.from] = byte;
    }

    fn text(&self) -> &str {
        std::str::from_utf8(&self.bytes[self.from..]).expect("digits are ASCII")
    }
}

impl Default for Digits {
    fn default() -> Digits {
        Digits { bytes: [0; Digits::MAX], from: Digits::MAX }
    }
}

fn numbers<const N: usize, S: Serializer>(
    places: impl ExactSizeIterator<Item = [i64; N]>,
    to: S,
) -> Result<S::Ok, S::Error> {
    let mut seq = to.serialize_seq(Some(1 + places.len() * N))?;
    seq.serialize_element(&N)?;
    let mut before = [0; N];
    for place in places {
        for (now, before) in place.iter().zip(before) {
            seq.serialize_element(&(now - before))?;
        }
        before = place;
    }
    seq.end()
}

impl<'de> Deserialize<'de> for PathPlaces {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<PathPlaces, D::Error> {
        if from.is_human_readable() {
            Ok(Vec::<String>::deserialize(from)?.into_iter().collect())
        } else {
            from.deserialize_seq(InNumbers)
        }
    }
}

/// Reads what is not for people.
struct InNumbers;

impl<'de> Visitor<'de> for InNumbers {
    type Value = PathPlaces;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("places as one list of numbers that begins with 2 or 3, or as texts")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<PathPlaces, A::Error> {
        match seq.next_element()? {
            None => Ok(PathPlaces(Kind::Named(Vec::new())).same()),
            Some(Item::Number(2)) => {
                let cell = |[x, y]: [i64; 2]| Some([x.try_into().ok()?, y.try_into().ok()?]);
                Ok(PathPlaces(Kind::Cells(summed(&mut seq, cell)?)))
            }
            Some(Item::Number(3)) => {
                let cell = |[x, y, layer]: [i64; 3]| {
                    Some(([x.try_into().ok()?, y.try_into().ok()?], layer.try_into().ok()?))
                };
                Ok(PathPlaces(Kind::OnLayers(summed(&mut seq, cell)?)).same())
            }
            Some(Item::Number(other)) => {
                Err(A::Error::custom(format_args!("places of {other} numbers; expected 2 or 3")))
            }
            Some(Item::Text(first)) => {
                let mut texts = vec![first];
                while let Some(text) = seq.next_element()? {
                    texts.push(text);
                }
                Ok(texts.into_iter().collect())
            }
        }
    }
}

impl PathPlaces {
    /// None at all are of the first kind, whichever they came as.
    fn same(self) -> PathPlaces {
        if self.is_empty() { PathPlaces(Kind::Cells(Vec::new())) } else { self }
    }
}

/// Adds each place's numbers to those before.
fn summed<'de, const N: usize, T, A: SeqAccess<'de>>(
    seq: &mut A,
    place_of: impl Fn([i64; N]) -> Option<T>,
) -> Result<Vec<T>, A::Error> {
    let (mut places, mut sum) = (Vec::new(), [0_i64; N]);
    while let Some(first) = seq.next_element::<i64>()? {
        let mut more = Some(first);
        for sum in &mut sum {
            let by = match more.take() {
                Some(first) => first,
                None => seq.next_element()?.ok_or_else(|| {
                    A::Error::custom(format_args!(
                        "the last place has too few numbers; expected {N}"
                    ))
                })?,
            };
            *sum = sum.saturating_add(by);
        }
        let place = place_of(sum);
        let outside = || A::Error::custom("a place lies beyond all maps; expected 32 bits");
        places.push(place.ok_or_else(outside)?);
    }
    Ok(places)
}

/// The first of the list says what it is.
enum Item {
    Number(i64),
    Text(String),
}

impl<'de> Deserialize<'de> for Item {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Item, D::Error> {
        struct Either;

        impl Visitor<'_> for Either {
            type Value = Item;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number or a text")
            }

            fn visit_i64<E>(self, number: i64) -> Result<Item, E> {
                Ok(Item::Number(number))
            }

            fn visit_u64<E>(self, number: u64) -> Result<Item, E> {
                Ok(Item::Number(number.try_into().unwrap_or(i64::MAX)))
            }

            fn visit_str<E>(self, text: &str) -> Result<Item, E> {
                Ok(Item::Text(text.to_owned()))
            }
        }

        from.deserialize_any(Either)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_they_are_shown() {
        let check = |kind: Kind| {
            let places = PathPlaces(kind);
            let shown: Vec<String> = places.texts().collect();
            let [own, expected] = [serde_json::to_string(&places), serde_json::to_string(&shown)];
            assert_eq!(own.unwrap(), expected.unwrap());
        };
        let all = [0, 1, -1, 9, 10, -10, 4096, i32::MAX, i32::MIN];
        check(Kind::Cells(all.into_iter().flat_map(|x| all.map(|y| [x, y])).collect()));
        check(Kind::OnLayers(all.map(|x| ([x, -x.max(-9)], x.unsigned_abs())).into()));
        check(Kind::OnLayers(vec![([i32::MIN; 2], u32::MAX)]));
    }
}
