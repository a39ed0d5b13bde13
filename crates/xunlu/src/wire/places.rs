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
    /// The places of a path on a map, to be sent. Cells and hexes take the room that the path had.
    #[must_use]
    pub fn new(map: &Map, places: Vec<Place>) -> PathPlaces {
        let cell_of = |place: Place| match place {
            Place::Cell(Cell { x, y }) => Some([x, y]),
            Place::Hex(Hex { q, r }) => Some([q, r]),
            Place::LayerCell(_) | Place::Waypoint(_) => None,
        };
        let on_layer_of = |place: Place| match place {
            Place::LayerCell(LayerCell { layer, cell }) => Some(([cell.x, cell.y], layer)),
            _ => None,
        };
        // A list that is made of a list, whose parts are no larger, is made where that was.
        if places.iter().all(|&place| cell_of(place).is_some()) {
            PathPlaces(Kind::Cells(places.into_iter().filter_map(cell_of).collect()))
        } else if places.iter().all(|&place| on_layer_of(place).is_some()) {
            PathPlaces(Kind::OnLayers(places.into_iter().filter_map(on_layer_of).collect()))
        } else {
            places.into_iter().map(|place| place_text(map, place)).collect()
        }
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
            return match &self.0 {
                Kind::Cells(cells) => shown(cells, Digits::cell, to),
                Kind::OnLayers(cells) => shown(cells, Digits::on_layer, to),
                Kind::Named(names) => names.serialize(to),
            };
        }
        match &self.0 {
            Kind::Cells(cells) => numbers(cells.iter().map(|&[x, y]| [x.into(), y.into()]), to),
            Kind::OnLayers(cells) => {
                let three = |&([x, y], layer): &([i32; 2], u32)| [x.into(), y.into(), layer.into()];
                numbers(cells.iter().map(three), to)
            }
            Kind::Named(names) => names.serialize(to),
        }
    }
}

/// So many texts are made at a time: to see that they are of ASCII takes as long for one as for all of them.
const AT_ONCE: usize = 16;

/// Texts that are written where they are to stand, without strings of their own.
fn shown<T: Copy, S: Serializer>(
    places: &[T],
    show: fn(&mut Digits, T),
    to: S,
) -> Result<S::Ok, S::Error> {
    let mut seq = to.serialize_seq(Some(places.len()))?;
    for some in places.chunks(AT_ONCE) {
        let (mut digits, mut begins) = (Digits::default(), [Digits::MAX; AT_ONCE + 1]);
        for (&place, begin) in some.iter().zip(&mut begins).rev() {
            show(&mut digits, place);
            *begin = digits.from;
        }
        let text = digits.text();
        for ends in begins.windows(2).take(some.len()) {
            seq.serialize_element(&text[ends[0] - digits.from..ends[1] - digits.from])?;
        }
    }
    seq.end()
}

/// Numbers as text, from the last to the first.
struct Digits {
    bytes: [u8; Digits::MAX],
    from: usize,
}

impl Digits {
    /// Two numbers of 32 bits with their signs, a third one, and what stands between.
    const PLACE_MAX: usize = 2 * 11 + 10 + 2;
    const MAX: usize = AT_ONCE * Digits::PLACE_MAX;

    fn cell(&mut self, [x, y]: [i32; 2]) {
        self.signed(y);
        self.byte(b',');
        self.signed(x);
    }

    fn on_layer(&mut self, (cell, layer): ([i32; 2], u32)) {
        self.number(layer);
        self.byte(b'@');
        self.cell(cell);
    }

    fn signed(&mut self, number: i32) {
        self.number(number.unsigned_abs());
        if number < 0 {
            self.byte(b'-');
        }
    }

    fn number(&mut self, mut rest: u32) {
        loop {
            self.byte(b'0' + u8::try_from(rest % 10).unwrap_or(0));
            rest /= 10;
            if rest == 0 {
                break;
            }
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
    fn places_of_a_path_take_the_room_that_it_had() {
        let map: Map = "@layer\n....".parse().unwrap();
        let at = |x| Place::LayerCell(LayerCell::new(0, Cell::new(x, 0)));
        let room = |places: Vec<Place>| {
            let before = places.as_ptr().addr();
            let own = PathPlaces::new(&map, places);
            let now = match &own.0 {
                Kind::Cells(cells) => cells.as_ptr().addr(),
                Kind::OnLayers(cells) => cells.as_ptr().addr(),
                Kind::Named(names) => names.as_ptr().addr(),
            };
            (own.texts().collect::<Vec<_>>().join(" "), now == before)
        };
        let cells = (0..3).map(|x| Place::cell(x, -x)).collect();
        assert_eq!(room(cells), ("0,0 1,-1 2,-2".to_owned(), true));
        let hexes = (0..3).map(|q| Place::Hex(Hex::new(q, 7))).collect();
        assert_eq!(room(hexes), ("0,7 1,7 2,7".to_owned(), true));
        assert_eq!(room((0..3).map(at).collect()), ("0,0@0 1,0@0 2,0@0".to_owned(), true));
        assert_eq!(room(vec![Place::cell(1, 0), at(2)]).0, "1,0 2,0@0");
    }

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
        // The longest, as many as are made at a time, one less and one more.
        for count in [0, 1, AT_ONCE - 1, AT_ONCE, AT_ONCE + 1, 3 * AT_ONCE] {
            check(Kind::OnLayers(vec![([i32::MIN; 2], u32::MAX); count]));
            check(Kind::Cells(vec![[7, -7]; count]));
        }
    }
}
