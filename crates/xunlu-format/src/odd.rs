//! What is odd about the plan of a scene: lines that cross themselves, links that lead nowhere. One warning
//! for each kind.

use crate::error::{At, Warning};
use xunlu_map::{Point, Quoted, ScenePlan};

/// How many pairs of sides are compared at most; outlines beyond that are not looked at.
const COMPARISONS_MAX: u64 = 1 << 22;

/// What is odd, and no error: a scene can be made of it.
pub(crate) fn oddities(plan: &ScenePlan) -> Vec<Warning> {
    [crossed(plan), own_links(plan)].into_iter().flatten().collect()
}

fn crossed(plan: &ScenePlan) -> Option<Warning> {
    let named = |name: &str, list: &str, number: usize| match name {
        "" => format!("{list}[{number}]"),
        name => Quoted(name).to_string(),
    };
    let ground = plan.ground.iter().enumerate();
    let ground = ground.map(|(number, outline)| (format!("ground[{number}]"), outline));
    let obstacles = plan.obstacles.iter().enumerate();
    let obstacles =
        obstacles.map(|(number, own)| (named(&own.name, "obstacles", number), &own.outline));
    let regions = plan.regions.iter().enumerate();
    let regions = regions.map(|(number, own)| (named(&own.name, "regions", number), &own.outline));
    let mut left = COMPARISONS_MAX;
    let mut odd = ground.chain(obstacles).chain(regions);
    let (first, _) = odd.find(|(_, outline)| crosses_itself(outline, &mut left))?;
    let more = odd.filter(|(_, outline)| crosses_itself(outline, &mut left)).count();
    let says = "crosses itself; all that it goes round belongs to it";
    Some(Warning::new(At::File, format!("the outline of {first}{} {says}", and_more(more))))
}

fn own_links(plan: &ScenePlan) -> Option<Warning> {
    let mut own = plan.links.iter().enumerate().filter(|(_, own)| own.link.from == own.link.to);
    let (number, _) = own.next()?;
    let more = and_more(own.count());
    let says = format!("link {number}{more} leads from a point to itself; nobody will take it");
    Some(Warning::new(At::File, says))
}

fn and_more(count: usize) -> String {
    if count == 0 { String::new() } else { format!(" (and {count} more)") }
}

/// Whether two sides of an outline cross, each of them ending to either side of the other.
fn crosses_itself(outline: &[Point], left: &mut u64) -> bool {
    let sides = || outline.iter().zip(outline.iter().cycle().skip(1));
    for (number, (&from, &to)) in sides().enumerate() {
        // What is not compared any more takes no time either.
        let others = sides().skip(number + 1).take(usize::try_from(*left).unwrap_or(usize::MAX));
        for (&other_from, &other_to) in others {
            *left -= 1;
            let (side, other) = ([from, to], [other_from, other_to]);
            if divides(side, other) && divides(other, side) {
                return true;
            }
        }
    }
    false
}

/// Whether the ends of a side lie to the two sides of another one's line.
fn divides([from, to]: [Point; 2], other: [Point; 2]) -> bool {
    let [one, two] =
        other.map(|at| (to.x - from.x) * (at.y - from.y) - (to.y - from.y) * (at.x - from.x));
    (one > 0.0 && two < 0.0) || (one < 0.0 && two > 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use xunlu_map::{MeshLink, PlannedLink, PlannedObstacle};

    fn line(points: &[(f64, f64)]) -> Vec<Point> {
        points.iter().map(|&at| Point::from(at)).collect()
    }

    #[test]
    fn an_outline_that_crosses_itself_is_told_from_one_that_touches_itself() {
        let bow = line(&[(0.0, 0.0), (2.0, 2.0), (2.0, 0.0), (0.0, 2.0)]);
        // A courtyard: round the house, in by a line of no width, and round the yard.
        let yard = line(&[
            (0.0, 0.0),
            (6.0, 0.0),
            (6.0, 6.0),
            (0.0, 6.0),
            (0.0, 0.0),
            (2.0, 2.0),
            (2.0, 4.0),
            (4.0, 4.0),
            (4.0, 2.0),
            (2.0, 2.0),
        ]);
        assert!(crosses_itself(&bow, &mut 100));
        assert!(!crosses_itself(&yard, &mut 100));
        assert!(!crosses_itself(&bow, &mut 0), "nothing is looked at any more");
    }

    #[test]
    fn each_kind_of_oddity_is_told_once() {
        let bow = line(&[(0.0, 0.0), (2.0, 2.0), (2.0, 0.0), (0.0, 2.0)]);
        let link = MeshLink::one_way((1.5, 1.0), (1.5, 1.0));
        let plan = ScenePlan {
            ground: vec![bow.clone()],
            obstacles: vec![PlannedObstacle { name: "bow".to_owned(), outline: bow }],
            links: vec![PlannedLink { name: String::new(), link, door: Default::default() }],
            ..ScenePlan::default()
        };
        let told: Vec<String> = oddities(&plan).iter().map(ToString::to_string).collect();
        let expected = [
            "the outline of ground[0] (and 1 more) crosses itself; all that it goes round belongs to it",
            "link 0 leads from a point to itself; nobody will take it",
        ];
        assert_eq!(told, expected);
    }
}
