//! What threads cost, as Linux tells it; elsewhere it is not known.

use std::collections::BTreeMap;
use std::time::Duration;

/// How long threads of each name were at work.
#[derive(Clone, Debug)]
pub(crate) struct Processors(BTreeMap<String, Duration>);

impl Processors {
    pub(crate) fn now() -> Processors {
        let mut all = BTreeMap::new();
        for entry in std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten() {
            let read = |file: &str| std::fs::read_to_string(entry.path().join(file)).ok();
            let (Some(name), Some(times)) = (read("comm"), read("schedstat")) else { continue };
            let name = name.trim().split('-').next().unwrap_or_default().to_owned();
            let time = times.split(' ').next().and_then(|time| time.parse().ok()).unwrap_or(0);
            *all.entry(name).or_default() += Duration::from_nanos(time);
        }
        Processors(all)
    }

    /// What has come since then, of threads that are still there.
    pub(crate) fn until_now(&self) -> Processors {
        let mut now = Processors::now();
        for (name, before) in &self.0 {
            if let Some(now) = now.0.get_mut(name) {
                *now = now.saturating_sub(*before);
            }
        }
        now
    }

    /// So many times as much.
    pub(crate) fn scaled(&self, factor: f64) -> Processors {
        let scaled = self.0.iter().map(|(name, time)| (name.clone(), time.mul_f64(factor)));
        Processors(scaled.collect())
    }

    /// Of threads of these names.
    pub(crate) fn of(&self, names: &[&str]) -> Duration {
        names.iter().filter_map(|&name| self.0.get(name)).sum()
    }
}

/// How much memory a process has in use.
pub(crate) fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kilobytes << 10)
}
