//! What can be asked for on the command line.

use std::error::Error;
use std::net::SocketAddr;

const HELP: &str = "\
mmo [--units N] [--page ADDRESS] [--nats] [--seconds N] [--kill-after N] [--seed N]

  --units N          how many walk in the town; 2000 unless said
  --page ADDRESS     where the page is; 127.0.0.1:8100 unless said
  --nats             workers are asked over a nats-server, which has to be installed
  --seconds N        ends after so long; without a page unless one is asked for
  --kill-after N     kills a worker after so many seconds
  --seed N           another day in the town";

/// What was asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Options {
    pub(crate) units: u16,
    pub(crate) page: Option<SocketAddr>,
    pub(crate) nats: bool,
    pub(crate) seconds: Option<u64>,
    pub(crate) kill_after: Option<u32>,
    pub(crate) seed: u64,
}

impl Options {
    pub(crate) fn of(words: &[String]) -> Result<Options, Box<dyn Error>> {
        let mut page = None;
        let mut options =
            Options { units: 2000, page, nats: false, seconds: None, kill_after: None, seed: 1 };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let mut number = || words.next().ok_or_else(|| format!("{word} what?\n\n{HELP}"));
            match word.as_str() {
                "--units" => options.units = number()?.parse()?,
                "--page" => page = Some(number()?.parse()?),
                "--nats" => options.nats = true,
                "--seconds" => options.seconds = Some(number()?.parse()?),
                "--kill-after" => options.kill_after = Some(number()?.parse()?),
                "--seed" => options.seed = number()?.parse()?,
                _ => return Err(HELP.into()),
            }
        }
        let usual = options.seconds.is_none().then(|| SocketAddr::from(([127, 0, 0, 1], 8100)));
        options.page = page.or(usual);
        Ok(options)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(words: &str) -> Result<Options, Box<dyn Error>> {
        Options::of(&words.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn there_is_a_page_unless_it_is_for_seconds_alone() {
        assert_eq!(of("").unwrap().page.map(|page| page.port()), Some(8100));
        assert_eq!(of("--seconds 3").unwrap().page, None);
        assert!(of("--seconds 3 --page 127.0.0.1:0").unwrap().page.is_some());
        assert!(of("--seconds").is_err() && of("--second 3").is_err());
    }
}
