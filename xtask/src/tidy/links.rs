//! Every relative link in Markdown leads to a file in the checkout, and to an anchor on its page.
//!
//! Links into the web are not followed: a check that needs a network fails for other reasons.

use super::{Finding, markdown};
use crate::house::House;

pub(super) fn check(house: &House) -> Vec<Finding> {
    let mut findings = Vec::new();
    for page in house.ending(".md") {
        for link in markdown::links(&page.text) {
            if let Err(problem) = follow(house, &page.path, &link.target) {
                let problem = format!("`{}`: {problem}", link.target);
                let remedy = "mend the link, or the place it leads to";
                findings.push(Finding::at(&page.path, link.index, problem, remedy));
            }
        }
    }
    findings
}

/// Follows one link from one page; the error says where it broke off.
fn follow(house: &House, page: &str, target: &str) -> Result<(), String> {
    if leads_outside(target) {
        return Ok(());
    }
    let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
    let path = match decoded(path) {
        path if path.is_empty() => page.to_owned(),
        path => joined(page, &path).ok_or("leads out of the checkout")?,
    };
    if !path.is_empty() && !house.paths.contains(&path) {
        return Err(format!("there is no {path}"));
    }
    if anchor.is_empty() {
        return Ok(());
    }
    let Some(file) = house.file(&path).filter(|file| file.path.ends_with(".md")) else {
        return Err(format!("{path} is no page with anchors"));
    };
    if markdown::anchors(&file.text).contains(&decoded(anchor)) {
        return Ok(());
    }
    Err(format!("{path} has no such heading"))
}

/// `https:`, `mailto:` and the like; a colon behind a `/` belongs to a path.
fn leads_outside(target: &str) -> bool {
    let scheme = target.split_once(':').map(|(scheme, _)| scheme);
    scheme.is_some_and(|scheme| {
        scheme.len() > 1 && scheme.chars().all(|letter| letter.is_ascii_alphanumeric())
    })
}

/// `path` as seen from the folder of `page`; none if it climbs above the root.
fn joined(page: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    // A leading `/` is the root of the repository, as GitHub reads it.
    if path.starts_with('/') {
        parts.clear();
    }
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            name => parts.push(name),
        }
    }
    Some(parts.join("/"))
}

/// `%20` and its like turned back; what is no such pair stays as it is.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((first, behind)) = rest.split_first() {
        let pair = behind.get(..2).and_then(|pair| std::str::from_utf8(pair).ok());
        let byte =
            pair.filter(|_| *first == b'%').and_then(|pair| u8::from_str_radix(pair, 16).ok());
        bytes.push(byte.unwrap_or(*first));
        rest = if byte.is_some() { &behind[2..] } else { behind };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(page: &str) -> Vec<String> {
        let house = House::of(&[
            ("docs/page.md", page),
            ("README.md", "# The house\n## 寻路\n"),
            ("docs/a b.txt", "text"),
        ]);
        check(&house).into_iter().map(|finding| finding.problem).collect()
    }

    #[test]
    fn links_that_lead_somewhere_hold() {
        let page = "# Top\n[a](../README.md) [b](../README.md#寻路) [c](#top) [d](/README.md)\n\
                    [e](a%20b.txt) [f](.) [g](../) [h](../docs/) [i](https://example.org/x#y)\n\
                    [j](mailto:a@example.org) [k](../README.md#%E5%AF%BB%E8%B7%AF)\n";
        assert_eq!(found(page), [""; 0]);
    }

    #[test]
    fn a_missing_file_is_found() {
        assert_eq!(found("[a](README.md)"), ["`README.md`: there is no docs/README.md"]);
        assert_eq!(found("![a](../x.png)"), ["`../x.png`: there is no x.png"]);
    }

    #[test]
    fn a_missing_anchor_is_found() {
        assert_eq!(found("[a](#top)"), ["`#top`: docs/page.md has no such heading"]);
        assert_eq!(found("[a](../README.md#no)").len(), 1);
        assert_eq!(found("[a](a%20b.txt#no)").len(), 1);
    }

    #[test]
    fn a_link_out_of_the_checkout_is_found() {
        assert_eq!(found("[a](../../x)"), ["`../../x`: leads out of the checkout"]);
    }
}
