//! Movers in one line of text, for the corpus and for reports of failures.
//!
//! ```text
//! eight no-cutting; costs 10/14; size 2x2; turn 5; tags 0,3; terrain 10 25%; terrain 5 closed
//! offsets 2,1 100% -1,2 250%; costs 10/14
//! ```
//!
//! The rule comes first: `four`, `eight RULE`, `knight`, `offsets` with each offset and its weight,
//! `hex` or `links`. What is not said is as the builder has it.

use std::fmt::Write;
use std::str::FromStr;
use xunlu_map::{
    Corners, Cost, Footprint, Mover, MoverBuilder, Offset, OffsetStep, Size, StepCosts, StepRule,
    Tags, Terrain, Weight,
};

const CORNERS: [(&str, Corners); 4] = [
    ("always", Corners::Always),
    ("one-free", Corners::OneFree),
    ("no-cutting", Corners::NoCutting),
    ("never", Corners::Never),
];

/// The mover in one line; [`parse_mover`] reads it back.
///
/// # Panics
/// Never; writing to a string cannot fail.
#[must_use]
pub fn write_mover(mover: &Mover) -> String {
    let mut text = match mover.rule() {
        StepRule::Four => "four".to_owned(),
        StepRule::Eight(corners) => {
            let named = CORNERS.into_iter().find(|(_, known)| known == corners);
            format!("eight {}", named.expect("all four rules are listed").0)
        }
        StepRule::Offsets(steps) => {
            let step = |step: &OffsetStep| {
                let OffsetStep { offset: Offset { dx, dy }, weight } = step;
                format!(" {dx},{dy} {}%", weight.as_percent())
            };
            format!("offsets{}", steps.iter().map(step).collect::<String>())
        }
        StepRule::Hex => "hex".to_owned(),
        StepRule::Links => "links".to_owned(),
    };
    let mut add = |words: std::fmt::Arguments<'_>| {
        text.write_fmt(words).expect("a string takes whatever is written");
    };
    add(format_args!("; costs {}/{}", mover.costs().straight, mover.costs().diagonal));
    if mover.footprint() != Footprint::ONE {
        add(format_args!("; size {}", mover.footprint()));
    }
    if mover.turn_cost() > Cost::ZERO {
        add(format_args!("; turn {}", mover.turn_cost()));
    }
    if mover.tags() != Tags::NONE {
        let numbers: Vec<String> = mover.tags().numbers().map(|tag| tag.to_string()).collect();
        add(format_args!("; tags {}", numbers.join(",")));
    }
    let usual = Mover::default();
    for number in 0..=255 {
        let weight = mover.weight(Terrain(number));
        match weight {
            _ if weight == usual.weight(Terrain(number)) => {}
            Some(weight) => add(format_args!("; terrain {number} {}%", weight.as_percent())),
            None => add(format_args!("; terrain {number} closed")),
        }
    }
    text
}

/// The mover that one line describes.
///
/// # Errors
/// What was not understood and what was expected instead, or why such a mover cannot be.
pub fn parse_mover(text: &str) -> Result<Mover, String> {
    let mut clauses = text.split(';').map(|clause| clause.split_whitespace().collect::<Vec<_>>());
    let mut builder = parse_rule(&clauses.next().unwrap_or_default())?;
    for clause in clauses {
        builder = match clause[..] {
            ["costs", costs] => {
                let (straight, diagonal) = pair(costs, '/')?;
                builder.costs(StepCosts { straight: Cost(straight), diagonal: Cost(diagonal) })
            }
            ["size", size] => {
                let (width, height) = pair(size, 'x')?;
                builder.footprint(Size::new(width, height))
            }
            ["turn", cost] => builder.turn_cost(Cost(number(cost)?)),
            ["tags", tags] => builder.tags(parse_tags(tags)?),
            ["terrain", terrain, "closed"] => builder.closed(Terrain(number(terrain)?)),
            ["terrain", terrain, price] => {
                builder.price(Terrain(number(terrain)?), parse_weight(price)?)
            }
            _ => {
                return Err(format!(
                    "{:?}; expected costs, size, turn, tags or terrain",
                    clause.join(" ")
                ));
            }
        };
    }
    builder.build().map_err(|error| error.to_string())
}

fn parse_rule(words: &[&str]) -> Result<MoverBuilder, String> {
    match words {
        ["four"] => Ok(Mover::four()),
        ["knight"] => Ok(Mover::knight()),
        ["hex"] => Ok(Mover::hex()),
        ["links"] => Ok(Mover::links()),
        ["eight", name] => {
            let known = CORNERS.into_iter().find(|(known, _)| known == name);
            let (_, corners) = known.ok_or_else(|| {
                format!("{name:?}; expected always, one-free, no-cutting or never")
            })?;
            Ok(Mover::eight(corners))
        }
        ["offsets", steps @ ..] => {
            let step = |words: &[&str]| {
                let [offset, weight] = words else {
                    return Err(format!("{words:?}; expected an offset and its weight"));
                };
                let (dx, dy) = pair(offset, ',')?;
                Ok(OffsetStep { offset: Offset::new(dx, dy), weight: parse_weight(weight)? })
            };
            Ok(Mover::offsets(steps.chunks(2).map(step).collect::<Result<_, String>>()?))
        }
        _ => Err(format!(
            "{:?}; expected four, eight RULE, knight, offsets ..., hex or links",
            words.join(" ")
        )),
    }
}

fn parse_tags(text: &str) -> Result<Tags, String> {
    let mut tags = Tags::NONE;
    for word in text.split(',') {
        let one = Tags::one(number(word)?);
        tags = tags.with(one.ok_or_else(|| format!("tag {word}; expected 0 to 15"))?);
    }
    Ok(tags)
}

fn parse_weight(text: &str) -> Result<Weight, String> {
    let digits = text.strip_suffix('%').ok_or_else(|| format!("{text:?}; expected 150%"))?;
    Ok(Weight::percent(number(digits)?))
}

/// Two numbers with a sign between them.
pub(crate) fn pair<T: FromStr>(text: &str, between: char) -> Result<(T, T), String> {
    let halves = text.split_once(between);
    let (first, second) =
        halves.ok_or_else(|| format!("{text:?}; expected two numbers with {between} between"))?;
    Ok((number(first)?, number(second)?))
}

fn number<T: FromStr>(text: &str) -> Result<T, String> {
    text.trim().parse().map_err(|_| format!("{text:?}; expected a number in range"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{any_mover_for_grid, any_mover_for_hex, any_mover_for_waypoints};

    #[test]
    fn every_mover_is_read_back_as_it_was() {
        let makers = [any_mover_for_grid, any_mover_for_hex, any_mover_for_waypoints];
        for mover in makers.into_iter().flat_map(|make| (0..300).map(make)) {
            let text = write_mover(&mover);
            assert_eq!(parse_mover(&text).as_ref(), Ok(&mover), "{text}");
        }
    }

    #[test]
    fn the_line_reads_as_one_would_write_it() {
        let text = "eight one-free; costs 10/14; size 2x3; turn 5; tags 0,3; terrain 5 closed";
        let mover = parse_mover(text).unwrap();
        assert_eq!(write_mover(&mover), text);
        assert_eq!(parse_mover("knight"), Ok(Mover::knight().build().unwrap()));
    }

    #[test]
    fn what_is_not_understood_is_named() {
        let says = |text: &str, what: &str| {
            let error = parse_mover(text).unwrap_err();
            assert!(error.contains(what) && error.contains("expected"), "{error}");
        };
        says("", "offsets");
        says("eight sideways", "sideways");
        says("four; costs 10", "10");
        says("four; costs 0/14", "costs nothing");
        says("four; tags 16", "16");
        says("four; wings 2", "wings");
        says("offsets 1,2", "weight");
    }
}
