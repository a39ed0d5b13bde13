//! What is said of tiles, values and layers in words: the custom data of tiles and the notes on layers,
//! both of which are anybody's, so that what is not understood means nothing.

use crate::json_page::{Page, Span};
use crate::options::{Role, Roles};
use crate::uses::TileUse;
use crate::weight::weight_of;
use serde::de::IgnoredAny;
use std::collections::BTreeMap;
use xunlu_map::Weight;

/// What is said of a tile or a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Says {
    pub(super) walkable: Option<bool>,
    pub(super) cost: Option<Weight>,
}

/// The names of both.
pub(super) const WALKABLE: &str = "walkable";
pub(super) const COST: &str = "cost";

impl Says {
    pub(super) fn are_silent(self) -> bool {
        self == Says::default()
    }

    pub(super) fn tile_use(self) -> TileUse {
        match self.walkable {
            Some(false) => TileUse::Blocked,
            _ => self.cost.map_or(TileUse::Open, TileUse::Costs),
        }
    }

    /// These, and where they say nothing, those.
    pub(super) fn or(self, other: Says) -> Says {
        Says { walkable: self.walkable.or(other.walkable), cost: self.cost.or(other.cost) }
    }

    /// What the name of a tag says.
    pub(super) fn of_tag(name: &str) -> Says {
        let walkable = (Roles::by_name(name) == Some(Role::Wall)).then_some(false);
        Says { walkable, cost: None }
    }
}

/// The custom data of a tile.
#[derive(Clone, Copy, Debug)]
pub(super) enum Data<'t> {
    /// An object of JSON.
    Object(Page<'t>),
    /// Lines.
    Lines(&'t str),
}

impl<'t> Data<'t> {
    pub(super) fn of(text: &'t str) -> Data<'t> {
        let is_object =
            text.trim_start().starts_with('{') && serde_json::from_str::<IgnoredAny>(text).is_ok();
        if is_object { Data::Object(Page::of(text)) } else { Data::Lines(text) }
    }

    /// What it says, and by its name what of it should say something and does not.
    pub(super) fn says(self) -> (Says, Vec<(&'static str, String)>) {
        let mut wrong = Vec::new();
        let mut read = |name| {
            let raw = self.find(name);
            let raw = raw.map(|span| self.text().get(span).unwrap_or_default().to_owned());
            let is_understood = raw.as_deref().is_none_or(|raw| is_value(name, raw));
            wrong.extend(raw.iter().filter(|_| !is_understood).map(|raw| {
                let expected =
                    if name == COST { "a number of steps, 0.01 or more" } else { "true or false" };
                (name, format!("{name} is {raw}; expected {expected}"))
            }));
            raw.filter(|_| is_understood)
        };
        let walkable = read(WALKABLE).map(|raw| raw == "true");
        let cost = read(COST).and_then(|raw| cost_in(&raw));
        (Says { walkable, cost }, wrong)
    }

    /// Where the value of this name stands: the last that there is.
    pub(super) fn find(self, name: &str) -> Option<Span> {
        match self {
            Data::Object(page) => {
                let members = page.members(&page.root());
                let member = members
                    .into_iter()
                    .rfind(|(key, _)| page.string(key).eq_ignore_ascii_case(name));
                member.map(|(_, value)| value)
            }
            Data::Lines(text) => {
                let found = lines(text).filter_map(|line| {
                    let (own, value) = pair(text.get(line.clone())?)?;
                    let is_ours = own.eq_ignore_ascii_case(name) && is_value(name, value);
                    is_ours.then(|| line.end - value.len()..line.end)
                });
                found.last()
            }
        }
    }

    fn text(self) -> &'t str {
        match self {
            Data::Object(page) => page.text(),
            Data::Lines(text) => text,
        }
    }
}

/// Whether a value of this name is understood.
fn is_value(name: &str, value: &str) -> bool {
    if name == COST { cost_in(value).is_some() } else { ["true", "false"].contains(&value) }
}

/// A cost of at least a hundredth of a step.
fn cost_in(text: &str) -> Option<Weight> {
    let is_number = text.starts_with(|first: char| first.is_ascii_digit());
    let steps = text.parse().ok().filter(|_| is_number)?;
    weight_of(steps).filter(|weight| weight.as_percent() > 0)
}

/// Where each line of a text stands, without the white space around it.
pub(super) fn lines(text: &str) -> impl Iterator<Item = Span> {
    text.split_inclusive('\n').scan(0, |at, line| {
        let start = *at + line.len() - line.trim_start().len();
        *at += line.len();
        Some(start..start + line.trim().len())
    })
}

/// What stands before a colon or an equals sign, and what behind.
fn pair(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.split_once([':', '='])?;
    Some((name.trim_end(), value.trim_start()))
}

/// What the note on a layer says of it and of its values.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct LayerSays {
    pub(super) role: Option<Role>,
    pub(super) values: BTreeMap<u32, Says>,
}

/// What a line of a note is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum About {
    Role,
    Value(u32),
}

impl LayerSays {
    pub(super) fn of(note: &str) -> LayerSays {
        let mut all = LayerSays::default();
        for line in lines(note) {
            match said(note.get(line).unwrap_or_default()) {
                Some(Line::Role(role)) => all.role = Some(role),
                Some(Line::Value(value, says)) => {
                    all.values.insert(value, says);
                }
                None => {}
            }
        }
        all
    }
}

/// A line that says something.
enum Line {
    Role(Role),
    Value(u32, Says),
}

/// What a line is about, if it says something.
pub(super) fn about(line: &str) -> Option<About> {
    said(line).map(|line| match line {
        Line::Role(_) => About::Role,
        Line::Value(value, _) => About::Value(value),
    })
}

/// `role: wall`, `value 2: blocked`, `value 3: cost 2.5` or `value 4: open`.
fn said(line: &str) -> Option<Line> {
    let line = line.to_ascii_lowercase();
    let (name, says) = pair(&line)?;
    if name == "role" {
        return Role::named(says).map(Line::Role);
    }
    let value = name.strip_prefix("value ")?.trim_start().parse().ok()?;
    let says = match says {
        "blocked" => Says { walkable: Some(false), cost: None },
        "open" => Says { walkable: Some(true), cost: None },
        _ => {
            let cost = Some(cost_in(says.strip_prefix("cost ")?.trim_start())?);
            Says { walkable: Some(true), cost }
        }
    };
    Some(Line::Value(value, says))
}

/// How a number of steps is written.
pub(super) fn steps(weight: Weight) -> String {
    (f64::from(weight.as_percent()) / 100.0).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: Says = Says { walkable: None, cost: None };

    #[test]
    fn data_of_tiles_is_an_object_or_lines() {
        let check = |text: &str, walkable: Option<bool>, percent: Option<u32>| {
            let cost = percent.map(Weight::percent);
            assert_eq!(Data::of(text).says(), (Says { walkable, cost }, vec![]), "{text}");
        };
        check("{}", None, None);
        check(r#"{"walkable": false}"#, Some(false), None);
        check(r#" {"Cost":2.5,"hp":[{"cost":1}], "walkable":true}"#, Some(true), Some(250));
        check("walkable: false\r\ncost = 3\n", Some(false), Some(300));
        check("cost: 3\nsolid, mostly\ncost: 100 gold", None, Some(300));
        check("test", None, None);
        check("", None, None);
        check("[1]", None, None);
        check("{walkable: false", None, None);
    }

    #[test]
    fn values_of_an_object_that_are_of_another_kind_are_told_of() {
        let (says, wrong) = Data::of(r#"{"walkable":"no","cost":0}"#).says();
        assert_eq!(says, NONE);
        let expected = [
            (WALKABLE, "walkable is \"no\"; expected true or false".to_owned()),
            (COST, "cost is 0; expected a number of steps, 0.01 or more".to_owned()),
        ];
        assert_eq!(wrong, expected);
    }

    #[test]
    fn notes_on_layers_say_roles_and_what_values_are_for() {
        let note = "Paint walls here.\n role: Wall \nvalue 2: blocked\nVALUE 3 = cost 0.5\nvalue 4: open\n\
                    value 5: water\nrole: king\nvalue -1: open";
        let LayerSays { role, values } = LayerSays::of(note);
        assert_eq!(role, Some(Role::Wall));
        let uses: Vec<_> =
            values.into_iter().map(|(value, says)| (value, says.tile_use())).collect();
        let half = TileUse::Costs(Weight::percent(50));
        assert_eq!(uses, [(2, TileUse::Blocked), (3, half), (4, TileUse::Open)]);
    }
}
