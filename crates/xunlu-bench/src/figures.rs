//! What a run gave: times, work, memory and wrong answers of one solver on one map.

use crate::solver::Rule;
use std::time::Duration;

/// The figures of one solver on one map, or on all.
#[derive(Clone, PartialEq, Debug)]
pub struct Figures {
    /// The map's name; `all` for several.
    pub map: String,
    /// The solver's name.
    pub planner: String,
    /// By which rule it walks.
    pub rule: Rule,
    /// The least time of each question, in ascending order; those with an end where nobody can stand
    /// are not among them.
    pub times: Vec<Duration>,
    /// Each question that was answered rightly, in the order in which they were asked: how long its
    /// shortest path is, in straight steps, and its least time.
    pub each: Vec<(f64, Duration)>,
    /// Nodes looked on from, of all questions together.
    pub expansions: Option<u64>,
    /// Bytes held after the run.
    pub bytes: Option<usize>,
    /// How long it was prepared.
    pub prepare: Duration,
    /// How long all questions took when they were asked first, with what was prepared between them.
    pub first_pass: Duration,
    /// Answers that were missing, too long, too short or no path.
    pub wrong: usize,
    /// Answers that are not as long as the scenario says, but as long as the shortest path that plain A*
    /// finds on the map, and walked step by step: there the scenario does not fit its map. They are not
    /// among the wrong ones.
    pub disputed: usize,
    /// Questions with an end where nobody can stand. To answer them otherwise is wrong as well.
    pub blocked: usize,
    /// The hundredths by which the right paths were longer than the shortest ones, added up.
    pub over_percents: f64,
    /// The mean time as a multiple of the baseline's, if that ran.
    pub ratio: Option<f64>,
    /// The questions to which the answer is that there is no path, if they were asked.
    pub unreachable: Option<Unreachable>,
}

/// The times of the questions to which the answer is that there is no path.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Unreachable {
    /// The least time of each, in ascending order; none on a map where everything is connected.
    pub times: Vec<Duration>,
}

impl Figures {
    /// By how many hundredths its paths were longer than the shortest ones, in the mean.
    #[must_use]
    pub fn over_percent(&self) -> f64 {
        // Wrong answers have no share; where all were right this is all of them.
        self.over_percents / float(self.times.len().saturating_sub(self.wrong).max(1))
    }

    /// The mean time in microseconds when each question was asked first, with what was prepared between
    /// them: an index that is made on the way is part of it. Returns `None` if there were no questions.
    #[must_use]
    pub fn first_us(&self) -> Option<f64> {
        let asked = self.times.len() + self.blocked;
        (asked > 0).then(|| microseconds(self.first_pass) / float(asked))
    }

    /// The mean time in microseconds. Returns `None` if there were no questions.
    #[must_use]
    pub fn mean_us(&self) -> Option<f64> {
        mean_us(&self.times)
    }
}

/// The mean in microseconds.
pub(crate) fn mean_us(times: &[Duration]) -> Option<f64> {
    let sum: Duration = times.iter().sum();
    (!times.is_empty()).then(|| microseconds(sum) / float(times.len()))
}

/// The time that so many hundredths of them do not exceed, by nearest rank; they are in order.
pub(crate) fn percentile_us(times: &[Duration], percent: usize) -> Option<f64> {
    let rank = (times.len() * percent).div_ceil(100).max(1);
    times.get(rank - 1).copied().map(microseconds)
}

pub(crate) fn microseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

/// Puts the ratio to the baseline into each, if the baseline is among them.
pub(crate) fn compare(figures: &mut [Figures]) {
    let baseline = figures.iter().find(|figures| figures.planner == "baseline");
    let baseline = baseline.and_then(Figures::mean_us).filter(|&mean| mean > 0.0);
    for figures in figures {
        figures.ratio = figures.mean_us().zip(baseline).map(|(mean, whole)| mean / whole);
    }
}

/// Adds the figures of another map to those of all: times are put together, bytes are the most that
/// any map took, preparation is added up.
pub fn add_total(total: &mut Vec<Figures>, more: &[Figures]) {
    for figures in more {
        let Some(known) = total.iter_mut().find(|known| known.planner == figures.planner) else {
            total.push(Figures { map: "all".to_owned(), ..figures.clone() });
            continue;
        };
        known.times.extend(&figures.times);
        known.times.sort_unstable();
        known.each.extend(&figures.each);
        known.expansions = known.expansions.zip(figures.expansions).map(|(a, b)| a + b);
        known.bytes = known.bytes.max(figures.bytes);
        known.prepare += figures.prepare;
        known.first_pass += figures.first_pass;
        known.wrong += figures.wrong;
        known.disputed += figures.disputed;
        known.blocked += figures.blocked;
        known.over_percents += figures.over_percents;
        if let (Some(all), Some(more)) = (&mut known.unreachable, &figures.unreachable) {
            all.times.extend(&more.times);
            all.times.sort_unstable();
        }
    }
    compare(total);
}

#[expect(clippy::cast_precision_loss, reason = "counts of questions are far below 2 to the 53")]
pub(crate) const fn float(count: usize) -> f64 {
    count as f64
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    fn close(told: Option<f64>, expected: f64) {
        assert!(told.is_some_and(|told| (told - expected).abs() < 1e-9), "{told:?}");
    }

    pub(crate) fn sample(planner: &str, microseconds: &[u64]) -> Figures {
        Figures {
            map: "m.map".to_owned(),
            planner: planner.to_owned(),
            rule: Rule::Scenario,
            times: microseconds.iter().map(|&time| Duration::from_micros(time)).collect(),
            each: Vec::new(),
            expansions: Some(10),
            bytes: Some(1000),
            prepare: Duration::from_micros(5),
            first_pass: Duration::from_micros(2 * microseconds.iter().sum::<u64>()),
            wrong: 0,
            disputed: 0,
            blocked: 0,
            over_percents: 0.0,
            ratio: None,
            unreachable: None,
        }
    }

    #[test]
    fn percentiles_are_times_that_were_taken() {
        let times: Vec<Duration> = (1..=200).map(Duration::from_micros).collect();
        close(percentile_us(&times, 50), 100.0);
        close(percentile_us(&times, 99), 198.0);
        close(percentile_us(&times, 100), 200.0);
        close(percentile_us(&times[..1], 50), 1.0);
        close(mean_us(&times), 100.5);
        assert_eq!((percentile_us(&[], 50), mean_us(&[])), (None, None));
    }

    #[test]
    fn totals_put_the_questions_of_all_maps_together() {
        let mut total = Vec::new();
        add_total(&mut total, &[sample("baseline", &[10, 20]), sample("astar", &[1, 2])]);
        add_total(&mut total, &[sample("baseline", &[60]), sample("astar", &[3])]);
        assert_eq!(total.len(), 2);
        close(total[0].mean_us(), 30.0);
        close(total[1].ratio, 2.0 / 30.0);
        assert_eq!((total[1].expansions, total[1].bytes), (Some(20), Some(1000)));
        assert_eq!(total[1].prepare, Duration::from_micros(10));
        close(total[0].first_us(), 60.0);
    }
}
