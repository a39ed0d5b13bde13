//! The C header of the engine, made from its Rust sources: every exported function with what is said of it.

use std::fmt::Write;

/// The header of what these sources export, in their order.
pub(super) fn of(sources: &[String]) -> Result<String, String> {
    let version = sources.iter().find_map(|source| {
        source
            .split_once("pub const ABI_VERSION: u32 = ")?
            .1
            .split_once(';')
            .map(|(number, _)| number)
    });
    let version = version.ok_or("no ABI_VERSION in the sources")?;
    let mut header = format!(
        "/* xunlu: pathfinding for games. Made by `cargo xtask abi` from the Rust sources: change those. */\n\
         #ifndef XUNLU_H\n#define XUNLU_H\n\n#include <stdint.h>\n\n#ifdef __cplusplus\nextern \"C\" {{\n\
         #endif\n\n/* The agreement that this header tells; xunlu_abi_version() tells the library's. */\n\
         #define XUNLU_ABI_VERSION {version}\n"
    );
    for source in sources {
        add_statuses(source, &mut header);
    }
    for source in sources {
        add_functions(source, &mut header)?;
    }
    header.push_str("\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n");
    Ok(header)
}

/// The statuses, each as a name with its number.
fn add_statuses(source: &str, header: &mut String) {
    let Some((_, after)) = source.split_once("pub enum Status {\n") else { return };
    let Some((body, _)) = after.split_once("\n}") else { return };
    header.push_str("\n/* What a call came to. */\n");
    let mut said = "";
    for line in body.lines().map(str::trim) {
        if let Some(words) = line.strip_prefix("/// ") {
            said = words;
        } else if let Some((name, number)) = line.trim_end_matches(',').split_once(" = ") {
            let mut upper = String::new();
            for (at, letter) in name.char_indices() {
                if letter.is_ascii_uppercase() && at > 0 {
                    upper.push('_');
                }
                upper.push(letter.to_ascii_uppercase());
            }
            let _ = writeln!(header, "#define XUNLU_{upper} {number} /* {said} */");
        }
    }
}

/// Every exported function: its comment, and its prototype.
fn add_functions(source: &str, header: &mut String) -> Result<(), String> {
    let mut said: Vec<&str> = Vec::new();
    let mut is_exported = false;
    let mut feature = None;
    let mut lines = source.lines();
    while let Some(line) = lines.next() {
        if let Some(words) = line.strip_prefix("///") {
            said.push(words.strip_prefix(' ').unwrap_or(words));
        } else if line == "#[unsafe(no_mangle)]" {
            is_exported = true;
        } else if let Some(name) = line.strip_prefix("#[cfg(feature = \"") {
            feature = name.split('"').next();
        } else if is_exported {
            let mut signature = line.to_owned();
            while !signature.contains('{') {
                signature.push_str(lines.next().ok_or("a function without a body")?.trim());
            }
            let prototype = prototype(&signature)?;
            if feature != Some("formats") {
                let _ = writeln!(header, "\n{}{prototype}", comment(&said));
            }
            (said, is_exported, feature) = (Vec::new(), false, None);
        } else {
            (said, feature) = (Vec::new(), None);
        }
    }
    Ok(())
}

/// A documentation comment as one of C: links lose their targets, headings become words.
fn comment(said: &[&str]) -> String {
    let mut text = String::from("/*");
    for line in said.iter().filter(|line| !line.is_empty()) {
        let line = if *line == "# Safety" { "What the caller promises:" } else { line };
        let _ = write!(text, " {}\n  ", without_links(line));
    }
    format!("{} */\n", text.trim_end())
}

fn without_links(line: &str) -> String {
    let mut text = String::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once("](") {
        text.push_str(before);
        rest = after.split_once(')').map_or("", |(_, after)| after);
    }
    text.push_str(rest);
    text.replace(['[', ']', '`'], "")
}

/// The prototype of `pub unsafe extern "C" fn name(a: *const u8, b: u32) -> u32 {`.
fn prototype(signature: &str) -> Result<String, String> {
    let strange = || format!("`{signature}` is no function that C can call");
    let (_, after) = signature.split_once("extern \"C\" fn ").ok_or_else(strange)?;
    let (name, after) = after.split_once('(').ok_or_else(strange)?;
    let (arguments, after) = after.split_once(')').ok_or_else(strange)?;
    let result = after.trim_end_matches('{').trim().strip_prefix("-> ");
    let result = result.map_or(Ok("void ".to_owned()), |result| c_type(result.trim()))?;
    let mut parts = Vec::new();
    for argument in arguments.split(',').filter(|argument| !argument.trim().is_empty()) {
        let (name, kind) = argument.split_once(':').ok_or_else(strange)?;
        parts.push(format!("{}{}", c_type(kind.trim())?, name.trim()));
    }
    let parts = if parts.is_empty() { "void".to_owned() } else { parts.join(", ") };
    Ok(format!("{result}{name}({parts});"))
}

/// A type with what stands between it and a name.
fn c_type(kind: &str) -> Result<String, String> {
    let plain = |kind: &str| match kind {
        "u8" => Ok("uint8_t"),
        "u32" => Ok("uint32_t"),
        "f32" => Ok("float"),
        "f64" => Ok("double"),
        _ => Err(format!("no C type is known for `{kind}`")),
    };
    match kind.split_once(' ') {
        Some(("*const", kind)) => Ok(format!("const {} *", plain(kind)?)),
        Some(("*mut", kind)) => Ok(format!("{} *", plain(kind)?)),
        _ => Ok(format!("{} ", plain(kind)?)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_becomes_a_prototype_with_its_comment() {
        let source = "pub const ABI_VERSION: u32 = 7;\n/// Fills [`it`](crate::it).\n///\n/// # Safety\n\
            /// `room` may be written.\n#[unsafe(no_mangle)]\npub unsafe extern \"C\" fn xunlu_fill(\n    \
            a: *const u8,\n    room: *mut f32,\n) -> u32 {\n}\n/// Not exported.\nfn other() {}\n\
            #[unsafe(no_mangle)]\npub extern \"C\" fn xunlu_stop() {\n}\n";
        let header = of(&[source.to_owned()]).unwrap();
        let expected = "/* Fills it.\n   What the caller promises:\n   room may be written. */\n\
            uint32_t xunlu_fill(const uint8_t *a, float *room);\n";
        assert!(header.contains(expected), "{header}");
        assert!(header.contains("#define XUNLU_ABI_VERSION 7\n"), "{header}");
        assert!(header.contains("void xunlu_stop(void);\n") && !header.contains("Not exported"));
    }

    #[test]
    fn a_type_that_c_does_not_know_is_a_failure() {
        let source = "pub const ABI_VERSION: u32 = 7;\n#[unsafe(no_mangle)]\n\
            pub extern \"C\" fn f(a: String) {\n}\n";
        assert!(of(&[source.to_owned()]).unwrap_err().contains("String"));
    }

    #[test]
    fn statuses_are_named() {
        let mut header = String::new();
        add_statuses("pub enum Status {\n    /// None.\n    NoSession = 1,\n}\n", &mut header);
        assert!(header.ends_with("#define XUNLU_NO_SESSION 1 /* None. */\n"), "{header}");
    }
}
