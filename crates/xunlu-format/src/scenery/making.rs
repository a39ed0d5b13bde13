//! A scenery while it is made: images, sprites and poses are kept once each, however often they occur.

use super::{Piece, SceneryImage, Sprite};
use std::collections::BTreeMap;
use xunlu_map::Point;

/// What a scenery consists of so far.
#[derive(Debug, Default)]
pub(crate) struct Making {
    pub(crate) images: Vec<SceneryImage>,
    pub(crate) sprites: Vec<Sprite>,
    pub(crate) poses: Vec<[f32; 4]>,
    image_numbers: BTreeMap<SceneryImage, u32>,
    sprite_numbers: BTreeMap<Sprite, u32>,
    pose_numbers: BTreeMap<[u32; 4], u32>,
}

/// How a sprite is laid down.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Laid {
    pub(crate) sprite: Sprite,
    /// What becomes of a pixel's way to the right, and of one downwards.
    pub(crate) right: Point,
    pub(crate) down: Point,
    /// Where the sprite's middle comes to lie.
    pub(crate) middle: Point,
}

impl Making {
    /// The number of an image.
    pub(crate) fn image(&mut self, image: SceneryImage) -> u32 {
        numbered(&mut self.image_numbers, image.clone(), &mut self.images, image)
    }

    /// The piece that a sprite becomes.
    pub(crate) fn piece(&mut self, laid: &Laid) -> Piece {
        let Laid { sprite, right, down, middle } = *laid;
        let pose = [right.x, right.y, down.x, down.y].map(narrow);
        let [.., width, height] = sprite.source.map(f64::from);
        Piece {
            sprite: numbered(&mut self.sprite_numbers, sprite, &mut self.sprites, sprite),
            pose: numbered(&mut self.pose_numbers, pose.map(f32::to_bits), &mut self.poses, pose),
            x: narrow(middle.x - (right.x * width + down.x * height) / 2.0),
            y: narrow(middle.y - (right.y * width + down.y * height) / 2.0),
        }
    }
}

/// The number of a thing in a list, at whose end it is put if it is not there.
fn numbered<K: Ord, T>(numbers: &mut BTreeMap<K, u32>, key: K, list: &mut Vec<T>, thing: T) -> u32 {
    *numbers.entry(key).or_insert_with(|| {
        list.push(thing);
        u32::try_from(list.len() - 1).unwrap_or(u32::MAX)
    })
}

/// With the precision that pixels need. No zero is below zero, or one pose would be two.
#[expect(clippy::cast_possible_truncation, reason = "pixels need no more")]
fn narrow(value: f64) -> f32 {
    value as f32 + 0.0
}
