//! What a file holds once it is understood: the map, and the names people gave to parts of it.

use crate::error::{At, FormatError, FormatErrorKind};
use xunlu_map::{
    Corners, Map, Mover, MoverBuilder, Place, PolygonMesh, Rect, ScenePlan, Tags, Terrain,
    TriangleMesh, Weight,
};

/// A map with what its file said besides.
#[derive(Clone, PartialEq, Debug)]
pub struct Document {
    /// The map, a mesh or a scene.
    pub content: Content,
    /// How its cells look on the screen of its game.
    pub look: Look,
    /// Places with names, in the file's order. Names need not be unique.
    pub places: Vec<NamedPlace>,
    /// Areas with names, in the file's order.
    pub regions: Vec<NamedRegion>,
    /// What terrains are called and cost, by number, each at most once.
    pub terrains: Vec<NamedTerrain>,
    /// What tags are called, by number, each at most once.
    pub tags: Vec<NamedTag>,
}

impl Document {
    /// A map about which nothing else was said.
    #[must_use]
    pub fn of(content: impl Into<Content>) -> Document {
        Document {
            content: content.into(),
            look: Look::default(),
            places: Vec::new(),
            regions: Vec::new(),
            terrains: Vec::new(),
            tags: Vec::new(),
        }
    }

    /// The map. Returns `None` if it is a mesh or a scene.
    #[must_use]
    pub const fn map(&self) -> Option<&Map> {
        if let Content::Map(map) = &self.content { Some(map) } else { None }
    }

    /// Its map and the mover that people mean if they say nothing (eight neighbours without cutting
    /// corners, six on hexes, links on waypoints), to whom ground costs what the file says: what a world
    /// is made of.
    ///
    /// # Errors
    /// When it is a mesh or a scene, which is no map of places: `xunlu_mesh` searches those.
    pub fn into_map_and_mover(self) -> Result<(Map, Mover), FormatError> {
        let of_kind = match self.map() {
            Some(Map::Hex(_)) => Mover::hex(),
            Some(Map::Waypoints(_)) => Mover::links(),
            _ => Mover::eight(Corners::NoCutting),
        };
        let refused = |error| FormatError::refused("the map", At::File, &error);
        let mover = self.priced(of_kind).build().map_err(refused)?;
        let Content::Map(map) = self.content else {
            let expected = "expected a map of cells, hexes, layers or waypoints";
            let message = format!("a mesh or a scene is no map of places; {expected}");
            let error = FormatError::new("the map", At::File, message);
            return Err(error.of(FormatErrorKind::NoMap, []));
        };
        Ok((map, mover))
    }

    /// The same mover, to whom ground costs what the file says.
    ///
    /// ```
    /// use xunlu_map::{Grid, Mover, Terrain, Weight};
    /// use xunlu_format::{Document, NamedTerrain, Price};
    ///
    /// let mut document = Document::of("..a".parse::<Grid>()?);
    /// let price = Some(Price::Weight(Weight::percent(150)));
    /// document.terrains.push(NamedTerrain { terrain: Terrain(10), name: None, price });
    /// let mover = document.priced(Mover::four()).build()?;
    /// assert_eq!(mover.weight(Terrain(10)), Some(Weight::percent(150)));
    /// # Ok::<(), xunlu_map::MapError>(())
    /// ```
    #[must_use]
    pub fn priced(&self, mover: MoverBuilder) -> MoverBuilder {
        self.terrains.iter().fold(mover, |mover, named| match named.price {
            Some(Price::Weight(weight)) => mover.price(named.terrain, weight),
            Some(Price::Closed) => mover.closed(named.terrain),
            None => mover,
        })
    }

    /// The first place of this name. Returns `None` if there is none.
    #[must_use]
    pub fn place(&self, name: &str) -> Option<Place> {
        self.places.iter().find(|place| place.name == name).map(|place| place.place)
    }

    /// The first region of this name. Returns `None` if there is none.
    #[must_use]
    pub fn region(&self, name: &str) -> Option<&NamedRegion> {
        self.regions.iter().find(|region| region.name == name)
    }
}

/// What kind of world a file describes.
#[derive(Clone, PartialEq, Debug)]
pub enum Content {
    /// A map of cells, hexes, layers or waypoints.
    Map(Map),
    /// Convex polygons in the plane that share edges.
    Mesh(PolygonMesh),
    /// Triangles in space, as level editors export them.
    Triangles(TriangleMesh),
    /// The plan of a scene: outlines of ground, and what lies on it.
    Scene(ScenePlan),
}

impl<M: Into<Map>> From<M> for Content {
    fn from(map: M) -> Content {
        Content::Map(map.into())
    }
}

/// How a map's cells look. The steps on it are the same either way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Look {
    /// From straight above: squares, or hexes on a hex grid.
    #[default]
    Flat,
    /// From aslant: diamonds twice as wide as high, the first axis down to the right, the second
    /// down to the left.
    Isometric,
}

/// A place with a name: a door, a chest, where the player begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedPlace {
    /// What it is called.
    pub name: String,
    /// Where it is.
    pub place: Place,
}

/// An area with a name, as rectangles of cells (columns and rows on a hex grid) that do not overlap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedRegion {
    /// What it is called.
    pub name: String,
    /// The layer of a map of several; else 0.
    pub layer: u32,
    /// Its cells, by row and then column of their least corners. Never empty.
    pub parts: Vec<Rect>,
}

/// What a terrain is called, and what it costs whoever has no opinion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedTerrain {
    /// Which one.
    pub terrain: Terrain,
    /// What it is called, if the file says.
    pub name: Option<String>,
    /// What it costs, if the file says.
    pub price: Option<Price>,
}

/// What a terrain costs to enter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Price {
    /// So much, in straight steps.
    Weight(Weight),
    /// Nobody enters unless they say otherwise.
    Closed,
}

/// What a tag is called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedTag {
    /// Which one: a set of exactly one tag.
    pub tag: Tags,
    /// What it is called.
    pub name: String,
}
