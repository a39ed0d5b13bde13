//! Values with a shape of their own, read from one argument.

use crate::steps::DecimalSteps;
use std::ops::RangeInclusive;
use xunlu::{Cell, Rect, Size, Terrain, wire};
use xunlu_format::{Role, TileUse};

/// `10/14` or `exact`.
pub(super) fn costs(text: &str) -> Result<wire::Costs, String> {
    if text == "exact" {
        return Ok(wire::Costs::default());
    }
    let pair = text.split_once('/').and_then(|(straight, diagonal)| {
        Some(wire::Costs { straight: straight.parse().ok()?, diagonal: diagonal.parse().ok()? })
    });
    pair.ok_or_else(|| "expected two whole numbers such as 10/14, or exact".to_owned())
}

/// `2` or `2x3`.
pub(super) fn footprint(text: &str) -> Result<wire::Footprint, String> {
    size(text).ok_or_else(|| "expected a whole number such as 2, or two such as 2x3".to_owned())
}

fn size(text: &str) -> Option<wire::Footprint> {
    let (width, height) = text.split_once('x').unwrap_or((text, text));
    Some(wire::Footprint { width: width.parse().ok()?, height: height.parse().ok()? })
}

/// `5=300` or `#=closed`.
pub(super) fn ground(text: &str) -> Result<(u8, wire::Ground), String> {
    let expected = "expected a terrain and its price, such as 5=300, w=closed or .=150";
    let (terrain, price) = text.rsplit_once('=').ok_or(expected)?;
    let ground = match price {
        "closed" => wire::Ground::CLOSED,
        percent => wire::Ground::Percent(percent.parse().map_err(|_| expected)?),
    };
    Ok((terrain_of(terrain).ok_or(expected)?, ground))
}

/// A terrain by its number or by the character that always draws it.
fn terrain_of(text: &str) -> Option<u8> {
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (Some('.'), None) => Some(Terrain::OPEN.0),
        (Some('#'), None) => Some(Terrain::WALL.0),
        // v draws an exit, not a terrain.
        (Some(letter @ ('a'..='u' | 'w'..='z')), None) => {
            u8::try_from(u32::from(letter) - u32::from('a') + 10).ok()
        }
        _ => text.parse().ok(),
    }
}

/// `640x480`: columns and rows.
pub(super) fn map_size(text: &str) -> Result<Size, String> {
    let size = text
        .split_once('x')
        .and_then(|(width, height)| Some(Size::new(width.parse().ok()?, height.parse().ok()?)));
    size.ok_or_else(|| "expected columns and rows such as 64x48".to_owned())
}

/// `Fringe=ignore`.
pub(super) fn role(text: &str) -> Result<(String, Role), String> {
    let told = text.rsplit_once('=').and_then(|(layer, role)| Some((layer, Role::named(role)?)));
    match told {
        Some((layer, role)) if !layer.is_empty() => Ok((layer.to_owned(), role)),
        _ => {
            Err("expected a layer and wall, ground, cost or ignore, such as Fringe=wall".to_owned())
        }
    }
}

/// What somebody says of parts of a map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Of {
    /// Of tiles of a set, which may go without its name.
    Tiles { set: Option<String>, tiles: Vec<RangeInclusive<u32>>, says: TileUse },
    /// Of values of a layer.
    Values { layer: Option<String>, values: Vec<RangeInclusive<u32>>, says: TileUse },
    /// Of a layer.
    Layer { layer: String, role: Role },
}

/// The most tiles or values that one range may name.
const RANGE_MAX: u32 = 1 << 16;

/// `village:3,7-9=blocked` or `12=2.5`.
pub(super) fn tiles(text: &str) -> Result<Of, String> {
    let (set, tiles, says) = numbers_told(text, "tiles", "village:3,7-9=blocked or 12=2.5")?;
    Ok(Of::Tiles { set, tiles, says })
}

/// `Terrain:2=blocked`.
pub(super) fn values(text: &str) -> Result<Of, String> {
    let (layer, values, says) = numbers_told(text, "values", "Terrain:2=blocked or 3=open")?;
    Ok(Of::Values { layer, values, says })
}

/// `Things=wall`.
pub(super) fn layer_role(text: &str) -> Result<Of, String> {
    role(text).map(|(layer, role)| Of::Layer { layer, role })
}

type Numbers = (Option<String>, Vec<RangeInclusive<u32>>, TileUse);

fn numbers_told(text: &str, what: &str, example: &str) -> Result<Numbers, String> {
    let expected =
        || format!("expected {what} and blocked, open or a number of steps, such as {example}");
    let (of, says) = text.rsplit_once('=').ok_or_else(expected)?;
    let (name, numbers) = match of.rsplit_once(':') {
        Some((name, numbers)) => (Some(name.to_owned()), numbers),
        None => (None, of),
    };
    let ranges: Option<Vec<_>> = numbers.split(',').map(range).collect();
    let says = tile_use(says).ok_or_else(expected)?;
    Ok((name, ranges.ok_or_else(expected)?, says))
}

/// `7` or `7-9`.
fn range(text: &str) -> Option<RangeInclusive<u32>> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let (first, last): (u32, u32) = (first.trim().parse().ok()?, last.trim().parse().ok()?);
    (first <= last && last - first < RANGE_MAX).then_some(first..=last)
}

fn tile_use(text: &str) -> Option<TileUse> {
    match text {
        "blocked" => Some(TileUse::Blocked),
        "open" => Some(TileUse::Open),
        _ => {
            let steps: DecimalSteps = text.parse().ok()?;
            Some(TileUse::Costs(steps.weight()?))
        }
    }
}

/// What draws a terrain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Drawing {
    Character(char, Terrain),
    Colour([u8; 3], Terrain),
}

/// `X=wall`, `~=5` or `#00ff00=.`.
pub(super) fn drawing(text: &str) -> Result<Drawing, String> {
    let expected = "expected a character or #rrggbb, and a terrain: a number, wall, open, void, or \
                    the character that draws it, such as X=wall";
    let (what, terrain) = text.rsplit_once('=').ok_or(expected)?;
    let terrain = match terrain {
        "wall" => Terrain::WALL,
        "open" => Terrain::OPEN,
        "void" => Terrain::VOID,
        other => Terrain(terrain_of(other).ok_or(expected)?),
    };
    let mut characters = what.chars();
    match (characters.next(), characters.next()) {
        (Some(character), None) => Ok(Drawing::Character(character, terrain)),
        _ => Ok(Drawing::Colour(colour(what).ok_or(expected)?, terrain)),
    }
}

/// `#rrggbb`.
fn colour(text: &str) -> Option<[u8; 3]> {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
    let number = u32::from_str_radix(digits, 16).ok().filter(|_| !digits.starts_with('+'))?;
    let [_, red, green, blue] = number.to_be_bytes();
    Some([red, green, blue])
}

/// `0,0..7,4`: a rectangle by two of its corners, both inside.
pub(super) fn rectangle(text: &str) -> Result<wire::Rect, String> {
    let corner = |text: &str| {
        let (x, y) = text.split_once(',')?;
        Some(Cell::new(x.parse().ok()?, y.parse().ok()?))
    };
    let corners = text.split_once("..").and_then(|(a, b)| Some((corner(a)?, corner(b)?)));
    let expected = "expected two corners of a rectangle such as 0,0..7,4";
    let (a, b) = corners.ok_or(expected)?;
    Ok(wire::Rect::from(Rect::spanning(a, b)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_maps_are_told_is_read_or_refused() {
        assert_eq!(role("A=B=wall"), Ok(("A=B".to_owned(), Role::Wall)));
        assert_eq!(drawing("X=wall"), Ok(Drawing::Character('X', Terrain::WALL)));
        assert_eq!(drawing("==."), Ok(Drawing::Character('=', Terrain::OPEN)));
        assert_eq!(drawing("#00ff10=7"), Ok(Drawing::Colour([0, 255, 16], Terrain(7))));
        assert_eq!(map_size("64x48"), Ok(Size::new(64, 48)));
        for wrong in ["", "=wall", "A=", "A=road", "A"] {
            assert!(role(wrong).unwrap_err().contains("expected"), "{wrong}");
        }
        for wrong in ["", "X", "=wall", "X=", "XY=wall", "#12=wall", "#+12345=wall", "X=256"] {
            assert!(drawing(wrong).unwrap_err().contains("expected"), "{wrong}");
        }
        for wrong in ["", "64", "64x", "-1x2", "x"] {
            assert!(map_size(wrong).unwrap_err().contains("expected"), "{wrong}");
        }
    }

    #[test]
    fn values_are_read_or_refused_with_what_was_expected() {
        assert_eq!(costs("10/14"), Ok(wire::Costs { straight: 10, diagonal: 14 }));
        assert_eq!(costs("exact"), Ok(wire::Costs { straight: 2378, diagonal: 3363 }));
        assert_eq!(footprint("2"), Ok(wire::Footprint { width: 2, height: 2 }));
        assert_eq!(footprint("2x3"), Ok(wire::Footprint { width: 2, height: 3 }));
        assert_eq!(ground("5=300"), Ok((5, wire::Ground::Percent(300))));
        assert_eq!(ground("#=100"), Ok((254, wire::Ground::Percent(100))));
        assert_eq!(ground("a=closed"), Ok((10, wire::Ground::CLOSED)));
        assert_eq!(ground("z=closed"), Ok((35, wire::Ground::CLOSED)));
        let rect = Rect::spanning(Cell::new(-2, 0), Cell::new(7, 4));
        assert_eq!(rectangle("7,4..-2,0"), Ok(wire::Rect::from(rect)));
        let huge = rectangle("-2147483648,0..2147483647,0").unwrap();
        assert_eq!((huge.width, huge.height), (u32::MAX, 1));
        for wrong in ["", "10", "10/", "10/14/3", "NaN/1", "-1/2", "99999999999/1", "1.5/2"] {
            assert!(costs(wrong).unwrap_err().contains("expected"), "{wrong}");
        }
        for wrong in ["", "x", "2x", "-2", "2x3x4", "99999999999"] {
            assert!(footprint(wrong).unwrap_err().contains("expected"), "{wrong}");
        }
        for wrong in ["", "5", "5=", "=5", "v=100", "256=100", "ab=100", "5=shut", "5=-1"] {
            assert!(ground(wrong).unwrap_err().contains("expected"), "{wrong}");
        }
        for wrong in ["", "..", "0,0", "0,0..", "0,0..1", "0,0..1,x", "0,0..1,1..2,2"] {
            assert!(rectangle(wrong).unwrap_err().contains("expected"), "{wrong}");
        }
    }
}
