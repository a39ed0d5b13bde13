//! The links between clumps as a network: along each as many ways may lead as it stands for links.

use super::coarse::Coarse;
use super::flow::{End, Leg, Network, Side};
use super::neighbours::Neighbours;

/// Clumps, between which as much may flow as there are links, from some of them to others.
pub(super) struct ClumpNetwork<'a> {
    neighbours: &'a Neighbours,
    twins: &'a [u32],
    // The clumps at its sources and at its sinks.
    ends: [Vec<u32>; 2],
    is_sink: Vec<bool>,
    // For each end how much more may flow along it.
    rooms: Vec<u32>,
}

impl<'a> ClumpNetwork<'a> {
    /// That of a piece made coarse, from some of its clumps to others. None is both.
    pub(super) fn new(
        coarse: &'a Coarse,
        twins: &'a [u32],
        ends: [Vec<u32>; 2],
    ) -> ClumpNetwork<'a> {
        let mut is_sink = vec![false; coarse.sizes.len()];
        ends[1].iter().for_each(|&sink| is_sink[sink as usize] = true);
        let (neighbours, rooms) = (&coarse.neighbours, coarse.weights.clone());
        ClumpNetwork { neighbours, twins, ends, is_sink, rooms }
    }
}

impl Network for ClumpNetwork<'_> {
    fn stop_count(&self) -> usize {
        self.neighbours.len()
    }

    fn at(&self, end: End) -> impl Iterator<Item = u32> {
        let clumps = match end {
            End::Sources => &self.ends[0],
            End::Sinks => &self.ends[1],
        };
        clumps.iter().copied()
    }

    #[inline]
    fn is_sink(&self, stop: u32) -> bool {
        self.is_sink[stop as usize]
    }

    #[inline]
    fn arcs(&self, stop: u32, towards: End) -> impl Iterator<Item = Option<u32>> {
        self.neighbours.ends(stop).map(move |end| {
            let along = if towards == End::Sinks { end } else { self.twins[end] as usize };
            (self.rooms[along] > 0).then(|| self.neighbours.other(end))
        })
    }

    fn take(&mut self, way: &[Leg]) -> u64 {
        let ClumpNetwork { neighbours, twins, rooms, .. } = self;
        let ends = way.iter().map(|leg| neighbours.ends(leg.from).start + leg.arc as usize);
        let room = ends.clone().map(|end| rooms[end]).min().unwrap_or(0);
        for end in ends {
            rooms[end] -= room;
            rooms[twins[end] as usize] += room;
        }
        room.into()
    }

    fn sides(&self, end: End, is_near: impl Fn(u32) -> bool) -> Vec<Side> {
        let [near, far] = Side::of(end);
        let side = |clump| if is_near(clump) { near } else { far };
        self.neighbours.numbers().map(side).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::coarse::tests::holed;
    use super::super::contract::check_network;
    use super::*;
    use xunlu_testkit::Random;

    #[test]
    fn as_much_flows_as_the_links_of_the_cheapest_cut() {
        let mut random = Random::new(3);
        let mut checked = 0;
        for _ in 0..100 {
            let piece = holed(6, &mut random);
            let coarse = Coarse::of(&piece, 6);
            let count = u32::try_from(coarse.sizes.len()).unwrap();
            let [some, more] = [(); 2].map(|()| 1 + random.below(3));
            let ends = [(0..some).collect(), (count - more..count).collect::<Vec<u32>>()];
            let price = |is_there: &dyn Fn(u32) -> bool| {
                let of = |clump: u32| {
                    let ends = coarse.neighbours.ends(clump);
                    let cut = ends.filter(|&end| is_there(coarse.neighbours.other(end)));
                    cut.map(|end| u64::from(coarse.weights[end])).sum::<u64>()
                };
                let is_split = ends[0].iter().all(|&source| !is_there(source))
                    && ends[1].iter().all(|&sink| is_there(sink));
                let here = coarse.neighbours.numbers().filter(|&clump| !is_there(clump));
                is_split.then(|| here.map(of).sum())
            };
            let free = count - some - more;
            if free > 14 {
                continue;
            }
            checked += 1;
            let cuts = (0..1_u64 << free).map(|cut| cut << some | !0 << (count - more));
            let cheapest = cuts.filter_map(|cut| price(&|clump| cut >> clump & 1 == 1)).min();
            let twins = coarse.neighbours.twins();
            let network = ClumpNetwork::new(&coarse, &twins, ends.clone());
            check_network(network, cheapest.unwrap(), |sides| {
                price(&|clump| sides[clump as usize] == Side::There)
            });
        }
        assert!(checked > 60, "only {checked}");
    }
}
