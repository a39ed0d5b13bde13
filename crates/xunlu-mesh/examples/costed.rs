//! What cheapest paths over ground of several costs take, and how near to the lower bound they come:
//! `cargo run --release -p xunlu-mesh --example costed` gave the figures in the commits.

#![allow(clippy::print_stdout, reason = "a program says what it has to say")]

use std::error::Error;
use std::time::Instant;
use xunlu_map::{Point, Tags};
use xunlu_mesh::{MeshSpace, RegionCosts, Scene};
use xunlu_testkit::Random;

const QUESTIONS: u32 = 60;

fn main() -> Result<(), Box<dyn Error>> {
    for (side, obstacles, regions) in [(50, 20, 6), (100, 80, 20), (400, 1200, 200)] {
        let random = &mut Random::new(1);
        let mut any = |side: u32, most: u32| {
            let mut at = |below: u32| f64::from(random.below(below * 8)) / 8.0;
            let (x, y, width, height) = (at(side), at(side), 1.0 + at(most), 1.0 + at(most));
            [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
                .map(Point::from)
                .to_vec()
        };
        let whole = f64::from(side);
        let ground = [(0.0, 0.0), (whole, 0.0), (whole, whole), (0.0, whole)].map(Point::from);
        let obstacles: Vec<Vec<Point>> = (0..obstacles).map(|_| any(side, 5)).collect();
        let mut scene = Scene::new(&[ground.to_vec()], &obstacles)?;
        let mut costs = RegionCosts::new();
        for (tag, times) in [0.5, 2.0, 3.0, 5.0].into_iter().enumerate() {
            let tag = Tags(1 << tag);
            costs = costs.times(tag, times)?;
            for _ in 0..regions / 4 {
                scene.put_region(&any(side, 16), tag)?;
            }
        }
        let mut space = MeshSpace::new();
        for excess in [0.1, 0.05, 0.02] {
            let (mut times, mut apart) = (Vec::new(), Vec::new());
            for _ in 0..QUESTIONS {
                let [from, to] = [0; 2].map(|_| any(side, 1)[0]);
                let begun = Instant::now();
                let path = scene.mesh().cheapest_path(&costs, excess, from, to, &mut space);
                if let Some(path) = path {
                    times.push(begun.elapsed().as_secs_f64() * 1e3);
                    apart.push(path.cost / path.lower_bound.max(1e-9) - 1.0);
                }
            }
            let kept = apart.iter().filter(|&&apart| apart <= excess).count();
            times.sort_by(f64::total_cmp);
            apart.sort_by(f64::total_cmp);
            println!(
                "{side} wide, {} polygons, within {excess}: {} paths, {kept} as near; median {:.1} ms, most \
                 {:.1} ms; apart by {:.4} in the middle, {:.4} at most",
                scene.mesh().polygon_count(),
                times.len(),
                times[times.len() / 2],
                times[times.len() - 1],
                apart[apart.len() / 2],
                apart[apart.len() - 1],
            );
        }
    }
    Ok(())
}
