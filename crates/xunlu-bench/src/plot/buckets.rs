//! Buckets: questions with paths of like length, and what each took in the middle and at the edges.

use crate::timings::Timing;

/// At most so many buckets a planner, of at least so many questions each.
const BUCKETS_MAX: usize = 12;
const QUESTIONS_LEAST: usize = 5;

/// Questions with paths of like length.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Bucket {
    /// The median length.
    pub(super) length: f64,
    pub(super) median_us: f64,
    /// The 10th percentile.
    pub(super) low_us: f64,
    /// The 90th.
    pub(super) high_us: f64,
}

/// Puts questions into buckets of equal count, the shortest paths first. Paths of one length stay in one
/// bucket, or the order in which they were asked would be drawn as if it were a length.
pub(super) fn buckets(mut timings: Vec<Timing>) -> Vec<Bucket> {
    timings.sort_by(|a, b| a.length.total_cmp(&b.length));
    let mut left = &timings[..];
    let mut buckets = Vec::new();
    while !left.is_empty() {
        let count = BUCKETS_MAX.saturating_sub(buckets.len()).min(left.len() / QUESTIONS_LEAST);
        let mut end = left.len() / count.max(1);
        let is_within = |end: usize| left[end].length.total_cmp(&left[end - 1].length).is_eq();
        while end < left.len() && is_within(end) {
            end += 1;
        }
        // A few at the end are no bucket of their own.
        let end = if left.len() - end < QUESTIONS_LEAST { left.len() } else { end };
        let (bucket, others) = left.split_at(end);
        buckets.extend(bucket_of(bucket));
        left = others;
    }
    buckets
}

fn bucket_of(timings: &[Timing]) -> Option<Bucket> {
    let mut times: Vec<f64> = timings.iter().map(|timing| timing.us).collect();
    times.sort_by(f64::total_cmp);
    // By nearest rank, as in the tables: all three are times that were taken.
    let at = |percent: usize| times.get((times.len() * percent).div_ceil(100).max(1) - 1).copied();
    let length = timings.get((timings.len().max(1) - 1) / 2)?.length;
    Some(Bucket { length, median_us: at(50)?, low_us: at(10)?, high_us: at(90)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lengths(lengths: impl IntoIterator<Item = u32>) -> Vec<f64> {
        let timing = |length: u32| Timing { length: f64::from(length), us: 1.0 };
        let buckets = buckets(lengths.into_iter().map(timing).collect());
        buckets.into_iter().map(|bucket| bucket.length).collect()
    }

    #[test]
    fn buckets_have_equal_counts_and_one_length_stays_in_one() {
        assert_eq!(lengths(0..1200).len(), 12);
        assert_eq!(lengths(0..20), [2.0, 7.0, 12.0, 17.0]);
        assert_eq!(lengths((0..20).rev()), [2.0, 7.0, 12.0, 17.0]);
        assert_eq!(lengths([7; 100]), [7.0]);
        assert_eq!(lengths([1, 2, 3, 4, 5, 5, 5, 5, 5, 6, 7, 8, 9, 10, 11]), [5.0, 8.0]);
        assert_eq!(lengths([3]), [3.0]);
        assert_eq!(lengths([]), [0.0; 0]);
    }

    #[test]
    fn a_bucket_tells_its_median_and_its_edges() {
        let timing = |us: u32| Timing { length: 4.0, us: f64::from(us) };
        let told = buckets((1..=100).rev().map(timing).collect());
        assert_eq!(told, [Bucket { length: 4.0, median_us: 50.0, low_us: 10.0, high_us: 90.0 }]);
    }
}
