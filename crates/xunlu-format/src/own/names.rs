//! The names of a JSON document: places, regions, terrains and tags.

use super::check::Wrong;
use super::drawing::no_tag;
use super::model::{
    File, Look as LookModel, NamedTagModel, NamedTerrainModel, Object, PlaceModel, PriceModel,
    RectModel, RegionModel,
};
use crate::document::{
    Content, Document, Look, NamedPlace, NamedRegion, NamedTag, NamedTerrain, Price,
};
use crate::order::sort_by_numbers;
use xunlu_map::{Cell, LayerCell, Map, Place, Quoted, Rect, Size, Tags, Terrain, Weight};

/// A document of this content with the names that a file gives. People may write names in any
/// order; those that have an order get it here.
pub(super) fn named<E, V>(content: Content, file: File<E, V>) -> Result<Document, Wrong> {
    let places = file.places.0.unwrap_or_default().into_iter().enumerate();
    let places = places.map(|(number, Object(model))| {
        let place = place_of(&content, &model);
        let place = place.map_err(|(field, found)| (format!("places[{number}]{field}"), found))?;
        Ok(NamedPlace { name: model.name, place })
    });
    let places = places.collect::<Result<_, Wrong>>()?;
    let tags = named_tags(file.named_tags.0.unwrap_or_default())?;
    let regions = file.regions.0.unwrap_or_default();
    let terrains = file.named_terrains.0.unwrap_or_default();
    let mut terrains: Vec<_> =
        terrains.into_iter().map(|Object(model)| terrain_of(model)).collect();
    sort_by_numbers(&mut terrains, |named| (named.terrain.0.into(), 0));
    Ok(Document {
        content,
        look: match file.look {
            LookModel::Flat => Look::Flat,
            LookModel::Isometric => Look::Isometric,
        },
        places,
        regions: regions.into_iter().map(|Object(model)| region_of(model)).collect(),
        terrains,
        tags,
    })
}

/// The names of tags, in their order.
pub(super) fn named_tags(models: Vec<Object<NamedTagModel>>) -> Result<Vec<NamedTag>, Wrong> {
    let tags = models.into_iter().enumerate();
    let tags = tags.map(|(number, Object(NamedTagModel { tag, name }))| {
        let wrong = || (format!("named_tags[{number}].tag"), no_tag(tag));
        Ok(NamedTag { tag: Tags::one(u32::from(tag)).ok_or_else(wrong)?, name })
    });
    let mut tags = tags.collect::<Result<Vec<_>, Wrong>>()?;
    sort_by_numbers(&mut tags, |named| (named.tag.0.into(), 0));
    Ok(tags)
}

/// The place of a name, told by the fields that places of this kind of map have.
fn place_of(content: &Content, model: &PlaceModel) -> Result<Place, (&'static str, String)> {
    let PlaceModel { layer, x, y, waypoint, .. } = model;
    let needs = |field: &'static str| (field, "there is none; expected one".to_owned());
    if let Content::Map(Map::Waypoints(graph)) = content {
        for (field, is_told) in
            [(".layer", layer.is_told()), (".x", x.is_told()), (".y", y.is_told())]
        {
            if is_told {
                let found = "a waypoint lies where it lies; expected its name alone";
                return Err((field, found.to_owned()));
            }
        }
        let name = waypoint.0.as_deref().ok_or_else(|| needs(".waypoint"))?;
        let unknown =
            || (".waypoint", format!("{}; expected the name of a waypoint", Quoted(name)));
        return graph.id_of(name).map(Place::Waypoint).ok_or_else(unknown);
    }
    if waypoint.is_told() {
        let found = "there are no waypoints on this map; expected x and y";
        return Err((".waypoint", found.to_owned()));
    }
    let cell = Cell::new(x.0.ok_or_else(|| needs(".x"))?, y.0.ok_or_else(|| needs(".y"))?);
    match (content, layer.0) {
        (Content::Map(Map::Hex(_)), Some(_)) => {
            Err((".layer", "a hex grid has no layers; expected x and y alone".to_owned()))
        }
        (Content::Map(Map::Hex(grid)), None) => Ok(grid.hex_at(cell).into()),
        (_, Some(layer)) => Ok(LayerCell::new(layer, cell).into()),
        (_, None) => Ok(cell.into()),
    }
}

fn region_of(model: RegionModel) -> NamedRegion {
    let mut parts: Vec<Rect> = model
        .parts
        .into_iter()
        .map(|Object(RectModel { x, y, width, height })| {
            Rect::new(Cell::new(x, y), Size::new(width, height))
        })
        .collect();
    sort_by_numbers(&mut parts, |part| (part.min.y.into(), part.min.x.into()));
    NamedRegion { name: model.name, layer: model.layer, parts }
}

fn terrain_of(model: NamedTerrainModel) -> NamedTerrain {
    let NamedTerrainModel { terrain, name, price } = model;
    let price = price.0.map(|price| match price {
        PriceModel::Percent(percent) => Price::Weight(Weight::percent(percent)),
        PriceModel::Closed => Price::Closed,
    });
    NamedTerrain { terrain: Terrain(terrain), name: name.0, price }
}
