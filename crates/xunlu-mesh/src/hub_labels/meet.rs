//! By which corners, and which hub, the way between two ends is the shortest.

use super::corners::Cone;
use super::ends::End;
use super::labels::Labels;

/// How long the shortest way by a hub is, and the cones of the corners that it turns at.
#[derive(Clone, Copy, Debug)]
struct Meeting {
    length: f64,
    goal: Cone,
    hub: u32,
}

impl Labels {
    /// Finds the shortest way by a hub from who sees some corners to who sees others, both sorted by how long
    /// a way by them is at least. The cones of the corners that it turns at are added to `way`. Returns how
    /// long it is, or infinity if no hub is on a way. For each hub, `hubs` has infinity, before and after.
    pub(super) fn find(
        &self,
        [starts, goals]: [&[End]; 2],
        hubs: &mut Vec<f64>,
        way: &mut Vec<Cone>,
    ) -> f64 {
        if hubs.len() < self.hub_corners().len() {
            hubs.resize(self.hub_corners().len(), f64::INFINITY);
        }
        let ([first, others @ ..], [first_goal, ..]) = (starts, goals) else {
            return f64::INFINITY;
        };
        // What cannot be on the shortest path for how long a straight line is from there on is left out, once
        // a path is known: that by the most promising corners.
        self.reach(first, hubs);
        let most = self.join(std::slice::from_ref(first_goal), hubs);
        let most = most.map_or(f64::INFINITY, |meeting| meeting.length);
        let others = &others[..others.partition_point(|end| end.least <= most)];
        others.iter().for_each(|end| self.reach(end, hubs));
        let meeting = self.join(goals, hubs);
        for end in std::iter::once(first).chain(others) {
            self.of_cone(end.cone).for_each(|(hub, _)| hubs[hub as usize] = f64::INFINITY);
        }
        let Some(Meeting { length, goal, hub }) = meeting else { return f64::INFINITY };
        // By which corner the hub was reached is asked of one hub, so it is kept for none.
        let distance = |end: &End| Some(end.distance + self.distance(end.cone, hub)?);
        let by = starts.iter().filter_map(|end| Some((distance(end)?, end.cone)));
        let start = by.min_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, cone)| cone);
        let start = start.expect("a hub was reached by a corner");
        way.extend(self.way(start, hub));
        let middle = way.len();
        way.extend(self.way(goal, hub));
        // Both have the hub.
        way.pop();
        way[middle..].reverse();
        length
    }

    /// Notes how far hubs are by a corner that the start sees.
    fn reach(&self, end: &End, hubs: &mut [f64]) {
        for (hub, distance) in self.of_cone(end.cone) {
            let known = &mut hubs[hub as usize];
            *known = known.min(end.distance + distance);
        }
    }

    /// Finds the shortest way on from hubs whose distance is known.
    fn join(&self, goals: &[End], hubs: &[f64]) -> Option<Meeting> {
        let mut found: Option<Meeting> = None;
        let mut shortest = f64::INFINITY;
        for end in goals {
            if end.least > shortest {
                break;
            }
            for (hub, distance) in self.of_cone(end.cone) {
                let length = hubs[hub as usize] + (distance + end.distance);
                if length < shortest {
                    shortest = length;
                    found = Some(Meeting { length, goal: end.cone, hub });
                }
            }
        }
        found
    }
}
