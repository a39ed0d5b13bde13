//! What a failed comparison prints: everything that is needed to see it and to keep it as a case.

use crate::corpus::Expected;
use crate::generate::Trial;
use crate::mover_text::write_mover;
use crate::picture::{MapKind, draw_picture};
use crate::place_text::write_place;
use crate::referee::Referee;
use xunlu_map::Place;

/// A report of what went wrong: the message, the seed, the map drawn with the path that was
/// given, and the whole as a corpus file with the referee's own answer, to be pasted into a test
/// or saved under `corpus/`.
#[must_use]
pub fn report(trial: &Trial, path: &[Place], message: &str) -> String {
    let Trial { seed, map, mover, from, to } = trial;
    let expected = Expected::of(&Referee::new(map, mover), *from, *to);
    let drawn = draw_picture(map, *from, *to, path);
    let walked: Vec<String> = path.iter().map(Place::to_string).collect();
    format!(
        "{message}\nseed {seed}, from {from} to {to}\npath: {}\n{drawn}\n\
         ---- as a case of the corpus ----\n\
         about: Seed {seed}.\nmap: {}\nmover: {}\nfrom: {}\nto: {}\ncost: {expected}\n\n{map}\n\
         ---- end of the case ----\n",
        walked.join(" "),
        MapKind::of(map).name(),
        write_mover(mover),
        write_place(map, *from),
        write_place(map, *to),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::any_trial;
    use crate::corpus::parse_corpus_file;

    #[test]
    fn a_report_can_be_pasted_back_as_the_same_question() {
        for seed in 0..300 {
            let trial = any_trial(seed);
            let text = report(&trial, &[trial.from], "the costs differ");
            assert!(text.starts_with("the costs differ\n"));
            let (_, case) = text.split_once("of the corpus ----\n").unwrap();
            let (case, _) = case.split_once("\n---- end").unwrap();
            let read = parse_corpus_file("pasted", case).unwrap();
            let [read] = &read[..] else { panic!("one question") };
            assert_eq!((read.from, read.to), (trial.from, trial.to));
            assert_eq!(read.mover, trial.mover);
            assert_eq!(read.map.to_string(), trial.map.to_string());
            let referee = Referee::new(&read.map, &read.mover);
            assert_eq!(Expected::of(&referee, read.from, read.to), read.expected);
        }
    }
}
