//! Links of scenes: put, taken away, and told where a path takes them. They have numbers of their own.

use crate::memory::{Out, read};
use crate::scene::SceneSession;
use crate::scenes::{tags_of, two_of, with};
use crate::status::{Failure, Status, number_of, status_of};
use xunlu::map::{LinkId, MeshLink, Point};
use xunlu::mesh::{MeshPath, NavMesh, NavMeshError};

/// Both ways.
pub(crate) const IS_TWO_WAY: u32 = 1;
/// Nobody takes it.
pub(crate) const IS_SHUT: u32 = 2;

/// The links of a scene, by their numbers, and what they are called by the mesh that is asked.
#[derive(Clone, Default)]
pub(crate) struct SceneLinks {
    /// Those that are shut or gone leave their place empty.
    own: Vec<Option<MeshLink>>,
    ids: Vec<Option<LinkId>>,
}

impl SceneLinks {
    /// So many were put.
    pub(crate) fn count(&self) -> usize {
        self.own.len()
    }

    /// Takes one in, with what the mesh calls it.
    pub(crate) fn push(&mut self, link: Option<MeshLink>, id: Option<LinkId>) {
        self.own.push(link);
        self.ids.push(id);
    }

    /// What the mesh calls one that is there; it is gone from then on.
    pub(crate) fn take(&mut self, number: usize) -> Option<LinkId> {
        *self.own.get_mut(number)? = None;
        self.ids[number].take()
    }

    /// The ground with all of them, which says what they are called.
    pub(crate) fn on(&mut self, ground: &NavMesh) -> Result<NavMesh, NavMeshError> {
        if self.own.iter().all(Option::is_none) {
            return Ok(ground.clone());
        }
        let linked = ground.clone().with_links(self.own.iter().copied().flatten())?;
        let mut ids = linked.links().map(|(id, _)| id);
        self.ids = self.own.iter().map(|own| own.and_then(|_| ids.next())).collect();
        drop(ids);
        Ok(linked)
    }

    /// The number of one that the mesh calls so.
    fn number_of(&self, id: LinkId) -> Option<usize> {
        self.ids.iter().position(|own| *own == Some(id))
    }

    /// How long a path is: what links count, and the rest straight.
    pub(crate) fn length_of(&self, path: &MeshPath) -> f64 {
        let legs = path.points.array_windows().map(|[from, to]| from.distance(*to));
        let of_leg = |(leg, straight): (usize, f64)| {
            let taken = path.links.iter().find(|taken| taken.leg == leg);
            taken.and_then(|taken| self.link(taken.link)).map_or(straight, |link| link.length)
        };
        legs.enumerate().map(of_leg).fold(0.0, |sum, leg| sum + leg)
    }

    fn link(&self, id: LinkId) -> Option<MeshLink> {
        self.own[self.number_of(id)?]
    }
}

impl SceneSession {
    /// What of the last path are links, four numbers each: which leg, the link's number, whether it is taken
    /// back, and how long it counts.
    #[allow(clippy::cast_precision_loss, reason = "legs and links are counted by 32 bits")]
    fn tell_links(&self, out: &mut Out<'_, f64>) {
        let path = self.answer.as_ref().and_then(|answer| answer.path.as_ref());
        for taken in path.iter().flat_map(|path| &path.links) {
            let Some(number) = self.links.number_of(taken.link) else { continue };
            let counts = self.links.own[number].map_or(0.0, |link| link.length);
            let back = f64::from(u8::from(taken.is_back));
            [taken.leg as f64, number as f64, back, counts]
                .into_iter()
                .for_each(|told| out.put(told));
        }
    }
}

/// Puts a link in, which leads from one point to another without a walk: four numbers, and how much of a
/// path's length it counts. Of `bits` 1 is for both ways, 2 for one that is shut. Who has no tags takes those
/// that ask for none. Returns its number and one more, or 0; the links of a plan are those put first.
///
/// # Safety
/// So many numbers may be read from `ends` on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xunlu_scene_put_link(
    scene: u32,
    ends: *const f64,
    count: u32,
    length: f64,
    bits: u32,
    tags: u32,
) -> u32 {
    // SAFETY: promised by the caller.
    let ends = two_of(unsafe { read(ends, count) });
    number_of(with(scene, |scene| {
        let ([from, to], tags): ([Point; 2], _) = (ends?, tags_of(tags)?);
        if bits > (IS_TWO_WAY | IS_SHUT) {
            return Err(Failure::refused("expected bits of a link, 0 to 3"));
        }
        let link = MeshLink { from, to, length, is_two_way: bits & IS_TWO_WAY != 0, tags };
        Ok(scene.put_link(link, bits & IS_SHUT != 0)? + 1)
    }))
}

/// Takes a link out. Its number is not given again.
#[unsafe(no_mangle)]
pub extern "C" fn xunlu_scene_take_link(scene: u32, link: u32) -> u32 {
    status_of(with(scene, |scene| scene.take_link(link).map(|()| Status::Done)))
}

/// Which legs of the path that was found are links, in their order, four numbers each: the leg, from the
/// point of that number to the next; the link's number; 1 if it is taken from its second end to its first,
/// else 0; and how much of the path's length it counts. Returns how many numbers.
///
/// # Safety
/// `room` numbers may be written from `numbers` on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xunlu_scene_found_links(scene: u32, numbers: *mut f64, room: u32) -> u32 {
    // SAFETY: promised by the caller.
    let mut out = unsafe { Out::new(numbers, room) };
    number_of(with(scene, |scene| {
        scene.tell_links(&mut out);
        Ok(out.count())
    }))
}
