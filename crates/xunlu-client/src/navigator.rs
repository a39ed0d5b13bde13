//! Who answers: one trait for maps in the program itself and for a service elsewhere.

use crate::refusal::Refusal;
use crate::wire::{
    Ask, ChangeTold, NearestAsked, RaycastAsked, RaycastTold, Response, SceneAsk, SceneChange,
    SceneTold,
};
use std::time::Duration;
use xunlu::wire;

/// Of which revision, and in what time. By default of the last, in the service's own time.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Wish {
    /// The least revision that the answer may be of, as answers tell it: `2.17`. It is waited for.
    pub at_least: Option<String>,
    /// How long it may take.
    pub time: Option<Duration>,
}

/// A change with what makes it safe to send twice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChangeWish {
    /// What you call it: one that comes again is told again, and made once. Without one it is sent once.
    pub id: Option<String>,
    /// The revision that it is for; any if none is named.
    pub expected: Option<String>,
    /// What is to change.
    pub change: wire::Change,
}

/// The same of a scene.
#[derive(Clone, PartialEq, Debug)]
pub struct SceneChangeWish {
    /// What you call it.
    pub id: Option<String>,
    /// The revision that it is for; any if none is named.
    pub expected: Option<String>,
    /// What is to change.
    pub change: SceneChange,
}

/// Answers questions about maps that it knows by name. [`check_navigator`](crate::contract::check_navigator)
/// holds what it promises.
pub trait Navigator: Send + Sync {
    /// Answers a question of any kind.
    ///
    /// # Errors
    /// When it is refused, and why.
    fn ask(&self, map: &str, ask: &Ask, wish: &Wish) -> Result<Response, Refusal>;

    /// Changes a map.
    ///
    /// # Errors
    /// When it is refused, and why; then nothing was changed, unless nobody answered.
    fn change(&self, map: &str, wish: &ChangeWish) -> Result<ChangeTold, Refusal>;

    /// Changes a scene.
    ///
    /// # Errors
    /// As [`change`](Self::change).
    fn change_scene(&self, scene: &str, wish: &SceneChangeWish) -> Result<ChangeTold, Refusal>;

    /// Answers a question about a scene.
    ///
    /// # Errors
    /// As [`ask`](Self::ask).
    fn scene(&self, scene: &str, ask: SceneAsk) -> Result<SceneTold, Refusal> {
        match self.ask(scene, &Ask::Scene(Box::new(ask)), &Wish::default())? {
            Response::Scene(told) => Ok(*told),
            _ => Err(other("scene")),
        }
    }

    /// The cheapest path.
    ///
    /// # Errors
    /// As [`ask`](Self::ask).
    fn path(&self, map: &str, query: wire::Query) -> Result<wire::Answer, Refusal> {
        match self.ask(map, &Ask::Path(Box::new(query)), &Wish::default())? {
            Response::Path(answer) => Ok(answer),
            _ => Err(other("path")),
        }
    }

    /// What a straight line meets first.
    ///
    /// # Errors
    /// As [`ask`](Self::ask).
    fn raycast(&self, map: &str, asked: RaycastAsked) -> Result<RaycastTold, Refusal> {
        match self.ask(map, &Ask::Raycast(asked), &Wish::default())? {
            Response::Raycast(told) => Ok(told),
            _ => Err(other("ray")),
        }
    }

    /// The nearest place where one can stand. Returns `None` if there is none.
    ///
    /// # Errors
    /// As [`ask`](Self::ask).
    fn nearest(&self, map: &str, asked: NearestAsked) -> Result<Option<String>, Refusal> {
        match self.ask(map, &Ask::Nearest(asked), &Wish::default())? {
            Response::Nearest(told) => Ok(told.nearest),
            _ => Err(other("place")),
        }
    }
}

fn other(wanted: &str) -> Refusal {
    Refusal::not_understood(format_args!("a {wanted} was asked for, and something else was told"))
}
