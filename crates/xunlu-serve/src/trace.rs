//! Of which trace a question or a change is part: W3C Trace Context, `traceparent`.

use std::fmt;

/// The trace that somebody says a question or a change belongs to, and what it is part of there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TraceId {
    trace: u128,
    parent: u64,
    is_sampled: bool,
}

impl TraceId {
    /// Reads `00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01`. Returns `None` if it is none: such a
    /// header counts as if it was not there (Trace Context, section 3.2.2).
    #[must_use]
    pub fn parse(text: &str) -> Option<TraceId> {
        let hex = |text: &str| {
            let is_hex = text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
            is_hex.then(|| u128::from_str_radix(text, 16).ok()).flatten()
        };
        let mut parts = text.split('-');
        let [version, trace, parent, flags] =
            [parts.next()?, parts.next()?, parts.next()?, parts.next()?];
        let lengths = [version, trace, parent, flags].map(str::len);
        let [version_is, trace, parent, flags_are] =
            [hex(version)?, hex(trace)?, hex(parent)?, hex(flags)?];
        // Later versions may say more behind what this one says.
        let is_whole = version_is > 0 || parts.next().is_none();
        let is_valid = lengths == [2, 32, 16, 2] && version_is != 0xff && trace != 0 && parent != 0;
        let parent = u64::try_from(parent).ok()?;
        let is_sampled = flags_are & 1 != 0;
        (is_valid && is_whole).then_some(TraceId { trace, parent, is_sampled })
    }

    /// What a question is part of.
    pub(crate) fn parent(self) -> u64 {
        self.parent
    }

    /// Whether what is part of the trace is kept.
    pub(crate) fn is_sampled(self) -> bool {
        self.is_sampled
    }
}

impl fmt::Display for TraceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.trace)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn traces_are_read_and_what_is_none_is_not() {
        let trace = "4bf92f3577b34da6a3ce929d0e0e4736";
        for own in [
            format!("00-{trace}-00f067aa0ba902b7-01"),
            format!("cc-{trace}-00f067aa0ba902b7-01-more"),
        ] {
            assert_eq!(
                TraceId::parse(&own).map(|own| own.to_string()).as_deref(),
                Some(trace),
                "{own}"
            );
        }
        let flags = |flags: &str| {
            let own = TraceId::parse(&format!("00-{trace}-00f067aa0ba902b7-{flags}")).unwrap();
            (own.is_sampled(), own.parent())
        };
        let parent = 0x00f0_67aa_0ba9_02b7;
        assert_eq!(
            [flags("01"), flags("00"), flags("ff")],
            [(true, parent), (false, parent), (true, parent)]
        );
        for none in [
            String::new(),
            format!("00-{trace}-00f067aa0ba902b7"),
            format!("00-{trace}-00f067aa0ba902b7-01-more"),
            format!("ff-{trace}-00f067aa0ba902b7-01"),
            format!("00-{}-00f067aa0ba902b7-01", "0".repeat(32)),
            format!("00-{trace}-0000000000000000-01"),
            format!("00-{}-00f067aa0ba902b7-01", trace.to_uppercase()),
            format!("00-{}-00f067aa0ba902b7-01", &trace[1..]),
            format!("00-+{}-00f067aa0ba902b7-01", &trace[1..]),
        ] {
            assert_eq!(TraceId::parse(&none), None, "{none}");
        }
    }
}
