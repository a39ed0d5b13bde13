//! Ground in a file, of which as many chunks are in memory as there is room for.
//!
//! ```text
//! "XLCHUNKS" version width height          all numbers little-endian, 4 bytes each
//! check chunk, check chunk, ...            8 bytes, then 8 x 8 clusters of 64 words; row by row of chunks
//! ```

use super::ground::CLUSTER_SIDE;
use super::{ClusterGround, ClusterRows};
use std::collections::BTreeMap;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::sync::{Mutex, PoisonError};
use std::{error, fmt};
use xunlu_map::Size;

/// How many clusters a chunk has along each side.
const CLUSTERS: u32 = 8;
/// How many cells it has along each side.
const CHUNK_SIDE: u32 = CLUSTERS * CLUSTER_SIDE;
/// How many words a cluster has.
const ROWS: usize = CLUSTER_SIDE as usize;
/// How many words a chunk has.
const WORDS: usize = (CHUNK_SIDE * CHUNK_SIDE / u64::BITS) as usize;
/// How many bytes a chunk takes in the file, its check included.
const CHUNK_BYTES: u64 = 8 + WORDS as u64 * 8;
/// How many bytes a chunk takes in memory.
const HELD_BYTES: usize = WORDS * 8;

const MAGIC: [u8; 8] = *b"XLCHUNKS";
const VERSION: u32 = 1;
const HEAD: usize = 20;
const HEAD_BYTES: u64 = HEAD as u64;

/// Why a file is no ground in chunks, or can no longer be read as one.
#[derive(Debug)]
#[non_exhaustive]
pub enum ChunkFileError {
    /// It cannot be read.
    Io(io::Error),
    /// It begins like nothing that ground is written as.
    NotChunks,
    /// It is written as a later program does.
    Version(u32),
    /// It is shorter or longer than its size says.
    Length {
        /// How many bytes it should have.
        expected: u64,
        /// How many it has.
        found: u64,
    },
    /// A chunk is not as it was written: that in this column and row of chunks.
    Damaged {
        /// The column.
        column: u32,
        /// The row.
        row: u32,
    },
}

impl fmt::Display for ChunkFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ChunkFileError::Io(error) => write!(f, "the ground cannot be read: {error}"),
            ChunkFileError::NotChunks => f.write_str("this is no ground in chunks"),
            ChunkFileError::Version(version) => {
                write!(f, "the ground is written as version {version}; expected version {VERSION}")
            }
            ChunkFileError::Length { expected, found } => {
                write!(f, "the ground has {found} bytes; expected {expected}: it was cut short")
            }
            ChunkFileError::Damaged { column, row } => {
                write!(f, "the chunk in column {column} and row {row} of the ground is damaged")
            }
        }
    }
}

impl error::Error for ChunkFileError {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        if let ChunkFileError::Io(error) = self { Some(error) } else { None }
    }
}

impl From<io::Error> for ChunkFileError {
    fn from(error: io::Error) -> ChunkFileError {
        ChunkFileError::Io(error)
    }
}

/// Ground in a file that is read chunk by chunk, 512 by 512 cells each, as it is asked about: as many as
/// there is room for are kept, those that were asked for last.
///
/// A chunk that cannot be read, or is damaged, counts as closed ground, and [`failure`](Self::failure) tells:
/// whoever searched asks for it before believing that there is no path.
///
/// ```
/// use std::io::Cursor;
/// use xunlu_index::{ChunkedGround, ClusterGround, JumpMap};
/// use xunlu_map::{Grid, Mover, Passability, Size};
///
/// let grid = Grid::new(Size::new(700, 90))?;
/// let mover = Mover::default();
/// let map = JumpMap::new(&Passability::new(grid.ground(), &mover), &mover).unwrap();
/// let mut file = Vec::new();
/// ChunkedGround::save(&map, &mut file)?;
///
/// let ground = ChunkedGround::open(Cursor::new(file), 64 * 1024)?;
/// assert_eq!(ground.rows(10, 1), map.rows(10, 1));
/// assert!(ground.bytes() <= 64 * 1024 && ground.failure().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct ChunkedGround<F> {
    size: Size,
    held: Mutex<Held<F>>,
}

/// The file, and what is in memory of it.
#[derive(Debug)]
struct Held<F> {
    file: F,
    chunks_max: usize,
    // By the number of the chunk: when it was asked for last, and its words, cluster by cluster.
    chunks: BTreeMap<u64, (u64, Box<[u64]>)>,
    asked: u64,
    read: u64,
    failure: Option<ChunkFileError>,
}

impl<F: Read + Seek + Send> ChunkedGround<F> {
    /// Opens a file. Of its chunks as many are kept as fit `memory_bytes_max`, and one at least.
    ///
    /// # Errors
    /// If it is no such file, or has another length than it says.
    pub fn open(mut file: F, memory_bytes_max: usize) -> Result<ChunkedGround<F>, ChunkFileError> {
        let found = file.seek(SeekFrom::End(0))?;
        file.seek(SeekFrom::Start(0))?;
        let mut head = [0; HEAD];
        if found < HEAD_BYTES {
            return Err(ChunkFileError::NotChunks);
        }
        file.read_exact(&mut head)?;
        if head[..8] != MAGIC {
            return Err(ChunkFileError::NotChunks);
        }
        let number =
            |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
        let (version, size) = (number(8), Size::new(number(12), number(16)));
        if version != VERSION {
            return Err(ChunkFileError::Version(version));
        }
        let [columns, rows] = chunks_of(size).map(u64::from);
        let expected = columns * rows * CHUNK_BYTES + HEAD_BYTES;
        if expected != found {
            return Err(ChunkFileError::Length { expected, found });
        }
        let held = Held {
            file,
            chunks_max: (memory_bytes_max / HELD_BYTES).max(1),
            chunks: BTreeMap::new(),
            asked: 0,
            read: 0,
            failure: None,
        };
        Ok(ChunkedGround { size, held: Mutex::new(held) })
    }

    /// How much memory the chunks take that are kept.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.with_held(|held| held.chunks.len() * HELD_BYTES)
    }

    /// How many chunks were read so far.
    #[must_use]
    pub fn chunks_read(&self) -> u64 {
        self.with_held(|held| held.read)
    }

    /// What kept a chunk from being read, once since this was asked last. Returns `None` if all could be.
    #[must_use]
    pub fn failure(&self) -> Option<ChunkFileError> {
        self.with_held(|held| held.failure.take())
    }

    fn with_held<T>(&self, with: impl FnOnce(&mut Held<F>) -> T) -> T {
        // Nothing is left half done by a thread that panicked: a chunk is kept once it was read.
        with(&mut self.held.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl ChunkedGround<io::Empty> {
    /// Writes ground down in chunks.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(ground: &impl ClusterGround, mut to: impl Write) -> io::Result<()> {
        let size = ground.size();
        to.write_all(&MAGIC)?;
        for number in [VERSION, size.width, size.height] {
            to.write_all(&number.to_le_bytes())?;
        }
        let [columns, rows] = chunks_of(size);
        let mut bytes = Vec::with_capacity(HELD_BYTES);
        for (column, row) in (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)))
        {
            bytes.clear();
            for number in 0..CLUSTERS * CLUSTERS {
                let [x, y] = [number % CLUSTERS, number / CLUSTERS];
                let (x, y) = (column * CLUSTERS + x, row * CLUSTERS + y);
                let is_inside = x * CLUSTER_SIDE < size.width && y * CLUSTER_SIDE < size.height;
                let cluster =
                    if is_inside { ground.rows(x, y) } else { [0; CLUSTER_SIDE as usize] };
                bytes.extend(cluster.iter().flat_map(|word| word.to_le_bytes()));
            }
            to.write_all(&check(&bytes, column, row).to_le_bytes())?;
            to.write_all(&bytes)?;
        }
        Ok(())
    }
}

/// How many columns and rows of chunks there are.
fn chunks_of(size: Size) -> [u32; 2] {
    [size.width, size.height].map(|cells| cells.div_ceil(CHUNK_SIDE))
}

/// A number worked out of the bytes of a chunk and of its place: FNV-1a (Fowler, Noll and Vo 1991), a word at
/// a time; the shift lets high bits reach low ones.
fn check(bytes: &[u8], column: u32, row: u32) -> u64 {
    let place = u64::from(column) << 32 | u64::from(row);
    let words = bytes.as_chunks().0.iter().map(|&word| u64::from_le_bytes(word));
    words.chain([place]).fold(0xcbf2_9ce4_8422_2325, |hash, word| {
        let mixed = (hash ^ word).wrapping_mul(0x0100_0000_01b3);
        mixed ^ mixed >> 29
    })
}

impl<F: Read + Seek + Send> ClusterGround for ChunkedGround<F> {
    fn size(&self) -> Size {
        self.size
    }

    fn rows(&self, column: u32, row: u32) -> ClusterRows {
        let (chunk_column, chunk_row) = (column / CLUSTERS, row / CLUSTERS);
        let own = (row % CLUSTERS * CLUSTERS + column % CLUSTERS) as usize;
        let columns = chunks_of(self.size)[0];
        let mut rows = [0; ROWS];
        self.with_held(|held| match held.chunk(columns, chunk_column, chunk_row) {
            Ok(words) => rows.copy_from_slice(&words[own * ROWS..][..ROWS]),
            Err(failure) => held.failure = Some(failure),
        });
        // Whatever a file says, nobody can stand beyond its ground.
        let width = self.size.width.saturating_sub(column * CLUSTER_SIDE).min(CLUSTER_SIDE);
        let inside = u64::MAX.checked_shr(CLUSTER_SIDE - width).unwrap_or(0);
        for (bits, y) in rows.iter_mut().zip(row * CLUSTER_SIDE..) {
            *bits &= if y < self.size.height { inside } else { 0 };
        }
        rows
    }
}

impl<F: Read + Seek> Held<F> {
    /// The words of a chunk, read if it is not there.
    fn chunk(&mut self, columns: u32, column: u32, row: u32) -> Result<&[u64], ChunkFileError> {
        let number = u64::from(row) * u64::from(columns) + u64::from(column);
        self.asked += 1;
        if !self.chunks.contains_key(&number) {
            let words = self.read(number, column, row)?;
            while self.chunks.len() >= self.chunks_max {
                let oldest = self.chunks.iter().min_by_key(|(_, (asked, _))| *asked);
                let Some(oldest) = oldest.map(|(&number, _)| number) else { break };
                self.chunks.remove(&oldest);
            }
            self.chunks.insert(number, (self.asked, words));
        }
        let (asked, words) = self.chunks.get_mut(&number).expect("it was read just now");
        *asked = self.asked;
        Ok(words)
    }

    fn read(&mut self, number: u64, column: u32, row: u32) -> Result<Box<[u64]>, ChunkFileError> {
        self.file.seek(SeekFrom::Start(HEAD_BYTES + number * CHUNK_BYTES))?;
        let mut expected = [0; 8];
        self.file.read_exact(&mut expected)?;
        let mut bytes = vec![0; HELD_BYTES];
        self.file.read_exact(&mut bytes)?;
        if check(&bytes, column, row) != u64::from_le_bytes(expected) {
            return Err(ChunkFileError::Damaged { column, row });
        }
        self.read += 1;
        Ok(bytes.as_chunks().0.iter().map(|&word| u64::from_le_bytes(word)).collect())
    }
}
