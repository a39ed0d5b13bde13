//! Who goes over ground without cells, on the command line.

use clap::Args;

/// The options of scenes and meshes.
#[derive(Args, Debug, Default)]
#[command(next_help_heading = "Scenes")]
pub(crate) struct SceneArgs {
    /// On a scene or a mesh, and on squares at any angle: the radius of who goes, whose middle keeps that far
    /// from walls; on a scene, with `raycast` and in pictures of no path up to a twelfth more
    #[arg(long, value_name = "UNITS", allow_negative_numbers = true)]
    pub(crate) radius: Option<f64>,

    /// On a scene: keep out of regions with any of these tags, by number or by the file's names
    #[arg(long, value_name = "TAG,...", value_delimiter = ',')]
    pub(crate) avoid: Vec<String>,

    /// On a scene: keep to regions with any of these tags
    #[arg(long, value_name = "TAG,...", value_delimiter = ',')]
    pub(crate) only: Vec<String>,
}

impl SceneArgs {
    /// The first option given here that speaks of regions. Returns `None` if there is none.
    pub(crate) fn first_of_regions(&self) -> Option<&'static str> {
        let given = [("--avoid", !self.avoid.is_empty()), ("--only", !self.only.is_empty())];
        given.into_iter().find_map(|(option, is_given)| is_given.then_some(option))
    }

    /// The first option given here. Returns `None` if there is none.
    pub(crate) fn first_given(&self) -> Option<&'static str> {
        let radius = self.radius.map(|_| "--radius");
        radius.or_else(|| self.first_of_regions())
    }
}
