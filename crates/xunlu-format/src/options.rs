//! What a reader may be told besides the bytes: what layers and colours mean, and how much is too much.

use xunlu_map::{Layout, Terrain};

/// Everything that can be said to a reader. The defaults read what people usually draw.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// What layers of Tiled and LDtk maps are for.
    pub roles: Roles,
    /// What characters of a text and colours of an image mean.
    pub legend: Legend,
    /// How much is too much.
    pub limits: ReadLimits,
}

/// What a layer of tiles or objects is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    /// Whatever is on it blocks.
    Wall,
    /// One may walk where something is on it, and where there are such layers, nowhere else.
    Ground,
    /// Its tiles say what the cell costs.
    Cost,
    /// It is not read.
    Ignore,
}

impl Role {
    /// All of them.
    pub const ALL: [Role; 4] = [Role::Wall, Role::Ground, Role::Cost, Role::Ignore];

    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Role::Wall => "wall",
            Role::Ground => "ground",
            Role::Cost => "cost",
            Role::Ignore => "ignore",
        }
    }

    /// The role of this name. Returns `None` if there is none.
    #[must_use]
    pub fn named(name: &str) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.name() == name)
    }
}

/// Which layers have which role, where their names or their own properties do not say it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Roles {
    told: Vec<(String, Role)>,
}

impl Roles {
    /// The same roles, and this one for every layer of that name (the case of A to Z does not matter).
    #[must_use]
    pub fn with(mut self, layer: impl Into<String>, role: Role) -> Roles {
        self.told.push((layer.into().to_ascii_lowercase(), role));
        self
    }

    /// What was told of a layer; the last word counts. Returns `None` if nothing was.
    #[must_use]
    pub fn told_of(&self, layer: &str) -> Option<Role> {
        let layer = layer.to_ascii_lowercase();
        self.told.iter().rev().find(|(name, _)| *name == layer).map(|&(_, role)| role)
    }

    /// The names that were told of, with A to Z in lower case, each with its role.
    pub fn iter(&self) -> impl Iterator<Item = (&str, Role)> {
        self.told.iter().map(|(name, role)| (name.as_str(), *role))
    }

    /// What a layer is for by its name alone: `wall`, `walls`, `obstacle`, `obstacles`,
    /// `collision` and `collisions` block; `road`, `roads`, `ground` and `floor` permit.
    /// Returns `None` for any other name.
    #[must_use]
    pub fn by_name(layer: &str) -> Option<Role> {
        match layer.to_ascii_lowercase().as_str() {
            "wall" | "walls" | "obstacle" | "obstacles" | "collision" | "collisions" => {
                Some(Role::Wall)
            }
            "road" | "roads" | "ground" | "floor" => Some(Role::Ground),
            _ => None,
        }
    }
}

/// What characters of drawn texts and colours of images mean, where the file does not say it itself.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Legend {
    /// Characters, each with what it draws. Beats the characters that always mean the same.
    pub characters: Vec<(char, Terrain)>,
    /// Colours (red, green, blue), each with what it draws. When there are any, a colour that is not
    /// among them is an error.
    pub colours: Vec<([u8; 3], Terrain)>,
    /// Whether grey is a price, and not just light ground and dark walls.
    pub grey_is_price: bool,
}

/// How much is too much.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReadLimits {
    /// The longest file, in bytes.
    pub bytes_max: u64,
    /// The most cells of a map, whatever its file's length.
    pub cells_max: u64,
}

impl Default for ReadLimits {
    fn default() -> ReadLimits {
        ReadLimits { bytes_max: 1 << 30, cells_max: Layout::CELLS_MAX }
    }
}

impl ReadLimits {
    /// Cells that any file may ask for.
    pub(crate) const CELLS_FREE: u64 = 1 << 22;
    /// Cells that a file may ask for with each of its bytes. Deflate packs at most 1,032 bytes into
    /// one, which is 8,256 cells of a black and white image.
    const CELLS_A_BYTE: u64 = 1 << 14;
    /// Tiles that a file may ask for with each of its bytes. They take four bytes each, so that
    /// Deflate packs at most 258 into one, and base64 makes of these 193. Other packings have no end
    /// of it, and get no more.
    const TILES_A_BYTE: u64 = 1 << 8;

    /// The most cells that a file of so many bytes may ask for: a short file does not get much
    /// memory by naming large numbers.
    #[must_use]
    pub const fn cells_for(&self, file_bytes: u64) -> u64 {
        self.earned(file_bytes.saturating_mul(Self::CELLS_A_BYTE))
    }

    /// The same of a file whose cells are packed as tiles.
    #[must_use]
    pub const fn tiles_for(&self, file_bytes: u64) -> u64 {
        self.earned(file_bytes.saturating_mul(Self::TILES_A_BYTE))
    }

    const fn earned(&self, earned: u64) -> u64 {
        let most = if earned > Self::CELLS_FREE { earned } else { Self::CELLS_FREE };
        if most < self.cells_max { most } else { self.cells_max }
    }
}
