//! Scenes made of their plans: the same as those into which all is put by hand.

use xunlu_map::{
    Door, GroundCost, MeshLink, PlannedLink, PlannedObstacle, PlannedRegion, Point, ScenePlan,
    TagCost, Tags,
};
use xunlu_mesh::{
    MeshQuery, MeshSpace, NavMeshError, PlannedScene, RegionCosts, RegionRule, Scene, SceneOptions,
};
use xunlu_testkit::Random;

const SEEDS: u64 = 120;

#[test]
fn a_scene_of_a_plan_answers_as_the_same_put_in_by_hand() {
    let mut space = MeshSpace::new();
    let (mut found, mut by_links, mut priced) = (0, 0, 0);
    for seed in 0..SEEDS {
        let random = &mut Random::new(seed);
        let plan = any_plan(random);
        let radius = if random.chance(40) { 0.25 } else { 0.0 };
        let options = SceneOptions::new().radius(radius);
        let (planned, by_hand) = match (PlannedScene::of(&plan, &options), by_hand(&plan, &options))
        {
            (Ok(planned), Ok(by_hand)) => (planned, by_hand),
            (Err(one), Err(other)) => {
                assert_eq!(*one.error(), other, "seed {seed}");
                continue;
            }
            (one, other) => panic!("seed {seed}: {one:?}, {other:?}"),
        };
        let PlannedScene { mut scene, regions, links, costs, closed, .. } = planned;
        let mut hand = by_hand.scene;
        assert_eq!(scene.mesh().polygon_mesh(), hand.mesh().polygon_mesh(), "seed {seed}");
        assert_eq!((regions.len(), links.len()), (plan.regions.len(), plan.links.len()));
        assert_eq!(costs, by_hand.costs, "seed {seed}");
        for _ in 0..8 {
            let [from, to] = [0; 2].map(|_| point(random));
            let tags = Tags(u16::try_from(random.below(8)).expect("three bits"));
            let rule = RegionRule::avoiding(Tags(closed.0 & !tags.0));
            let query = MeshQuery::new(from, to).with_tags(tags);
            let answer = scene.mesh_by(rule).answer(&query, &mut space);
            assert_eq!(answer, hand.mesh_by(rule).answer(&query, &mut space), "seed {seed}");
            found += usize::from(answer.path.is_some());
            by_links += usize::from(answer.path.is_some_and(|path| !path.links.is_empty()));
            let cheapest = |scene: &Scene, space: &mut MeshSpace| {
                scene.mesh().cheapest_path_for(tags, &costs, 0.1, [from, to], space)
            };
            let path = cheapest(&scene, &mut space);
            assert_eq!(path, cheapest(&hand, &mut space), "seed {seed}");
            priced += usize::from(path.is_some());
        }
    }
    assert!(found > 300 && by_links > 20 && priced > 200, "{found}, {by_links}, {priced}");
}

#[test]
fn what_of_a_plan_cannot_be_is_named() {
    let ground = rectangle([0, 0], [40, 40]);
    let link = |to: Point, length: f64| PlannedLink {
        name: "ferry".to_owned(),
        link: MeshLink::one_way((1.0, 1.0), to).counting(length),
        door: Door::Open,
    };
    let check = |plan: ScenePlan, says: &str, kind: NavMeshError| {
        let error = PlannedScene::of(&plan, &SceneOptions::new()).unwrap_err();
        assert!(error.to_string().starts_with(says), "{error}");
        assert_eq!(*error.error(), kind);
    };
    check(ScenePlan::default(), "ground: nothing is open", NavMeshError::Empty);
    let links = vec![link(Point::new(2.0, 2.0), 3.0), link(Point::new(2.0, 2.0), -1.0)];
    let plan = ScenePlan { ground: vec![ground.clone()], links, ..ScenePlan::default() };
    check(plan, "link \"ferry\": a link has no length", NavMeshError::LinkLength);
    let outline = vec![Point::new(f64::NAN, 0.0); 3];
    let obstacles = vec![PlannedObstacle { name: String::new(), outline }];
    let plan = ScenePlan { ground: vec![ground], obstacles, ..ScenePlan::default() };
    check(plan, "obstacle 0: a corner lies nowhere", NavMeshError::Coordinates);
}

/// The scene of a plan, made step by step.
#[derive(Debug)]
struct ByHand {
    scene: Scene,
    costs: RegionCosts,
}

fn by_hand(plan: &ScenePlan, options: &SceneOptions) -> Result<ByHand, NavMeshError> {
    let obstacles: Vec<Vec<Point>> = plan.obstacles.iter().map(|own| own.outline.clone()).collect();
    let mut scene = Scene::with(options, &plan.ground, &obstacles)?;
    for region in &plan.regions {
        scene.put_region(&region.outline, region.tags)?;
    }
    for planned in plan.links.iter().filter(|planned| planned.door == Door::Open) {
        scene.put_link(planned.link)?;
    }
    let mut costs = RegionCosts::new();
    for own in &plan.costs {
        if let GroundCost::Times(times) = own.cost {
            costs = costs.times(own.tag, times)?;
        }
    }
    Ok(ByHand { scene, costs })
}

/// A plan of what lies on even coordinates in quarters of a unit.
fn any_plan(random: &mut Random) -> ScenePlan {
    let mut plan = ScenePlan { ground: vec![rectangle([0, 0], [40, 40])], ..ScenePlan::default() };
    if random.chance(50) {
        plan.ground.push(rectangle([50, 0], [20, 40]));
    }
    for _ in 0..random.below(6) {
        let outline = any_rectangle(random);
        plan.obstacles.push(PlannedObstacle { name: String::new(), outline });
    }
    for number in 0..random.below(5) {
        let tags = Tags(u16::try_from(random.below(8)).expect("three bits"));
        let (name, outline) = (number.to_string(), any_rectangle(random));
        plan.regions.push(PlannedRegion { name, tags, outline });
    }
    for _ in 0..random.below(5) {
        let link = MeshLink::two_way(point(random), point(random));
        let tags = Tags(u16::try_from(random.below(2)).expect("one bit"));
        let link = MeshLink { is_two_way: random.chance(50), tags, ..link }.counting(2.0);
        let door = if random.chance(20) { Door::Shut } else { Door::Open };
        plan.links.push(PlannedLink { name: String::new(), link, door });
    }
    for number in 0..3 {
        let times = GroundCost::Times(f64::from(random.from_to(1, 8)) / 2.0);
        let cost = if random.chance(30) { GroundCost::Closed } else { times };
        plan.costs.push(TagCost { tag: Tags::one(number).expect("there are sixteen"), cost });
    }
    plan
}

fn any_rectangle(random: &mut Random) -> Vec<Point> {
    let [x, y] = [0; 2].map(|_| random.below(34));
    rectangle([x, y], [random.from_to(2, 12), random.from_to(2, 12)])
}

fn rectangle([x, y]: [u32; 2], [width, height]: [u32; 2]) -> Vec<Point> {
    let corners = [[x, y], [x + width, y], [x + width, y + height], [x, y + height]];
    corners.map(|[x, y]| Point::new(f64::from(x) / 4.0, f64::from(y) / 4.0)).to_vec()
}

fn point(random: &mut Random) -> Point {
    Point::new(f64::from(random.below(68)) / 4.0, f64::from(random.below(41)) / 4.0)
}
