//! What clients rely on, line by line: every field with its number and type, every value, every call.

use prost_types::field_descriptor_proto::{Label, Type};
use prost_types::{DescriptorProto, EnumDescriptorProto, FieldDescriptorProto, FileDescriptorSet};

/// A line for everything that must stay as it is, in order.
pub(crate) fn promises(described: &FileDescriptorSet) -> Vec<String> {
    let mut lines = Vec::new();
    for file in &described.file {
        let package = file.package();
        file.message_type.iter().for_each(|own| message(package, own, &mut lines));
        file.enum_type.iter().for_each(|own| values(package, own, &mut lines));
        for service in &file.service {
            for call in &service.method {
                let stream = |is_stream| if is_stream { "stream " } else { "" };
                lines.push(format!(
                    "call {package}.{}.{} ({}{}) returns ({}{})",
                    service.name(),
                    call.name(),
                    stream(call.client_streaming()),
                    call.input_type(),
                    stream(call.server_streaming()),
                    call.output_type(),
                ));
            }
        }
    }
    lines.sort_unstable();
    lines
}

/// What was promised and is not any more.
pub(crate) fn broken<'a>(kept: &'a str, now: &[String]) -> Vec<&'a str> {
    kept.lines().filter(|line| !now.iter().any(|own| own == line)).collect()
}

fn message(within: &str, own: &DescriptorProto, lines: &mut Vec<String>) {
    let name = format!("{within}.{}", own.name());
    lines.push(format!("message {name}"));
    for own_field in &own.field {
        lines.push(field(&name, own, own_field));
    }
    own.nested_type.iter().for_each(|nested| message(&name, nested, lines));
    own.enum_type.iter().for_each(|nested| values(&name, nested, lines));
}

fn field(name: &str, message: &DescriptorProto, own: &FieldDescriptorProto) -> String {
    let label = match own.label() {
        Label::Repeated => "repeated ",
        Label::Required => "required ",
        Label::Optional if own.proto3_optional() => "optional ",
        Label::Optional => "",
    };
    let kind = match own.r#type() {
        Type::Message | Type::Enum | Type::Group => own.type_name().to_owned(),
        plain => plain.as_str_name().trim_start_matches("TYPE_").to_ascii_lowercase(),
    };
    // One of several is set: to leave them, or to join them, changes what is read.
    let group = own.oneof_index.filter(|_| !own.proto3_optional());
    let group = group.and_then(|at| message.oneof_decl.get(usize::try_from(at).ok()?));
    let group = group.map(|group| format!(" of {}", group.name())).unwrap_or_default();
    format!("field {name}.{} = {} {label}{kind}{group}", own.name(), own.number())
}

fn values(within: &str, own: &EnumDescriptorProto, lines: &mut Vec<String>) {
    for value in &own.value {
        lines.push(format!("value {within}.{}.{} = {}", own.name(), value.name(), value.number()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use protox::file::{ChainFileResolver, File, FileResolver, GoogleFileResolver};

    const BEFORE: &str = "
        message Lamp {
            string colour = 1;
            optional uint32 watts = 2;
            oneof power { bool mains = 3; uint32 cells = 4; }
            repeated Shade shades = 5;
        }
        enum Shade { SHADE_NONE = 0; SHADE_GREEN = 1; }
        service Lamps { rpc Light(Lamp) returns (stream Lamp); }";

    /// The one file there is.
    struct Only(String);

    impl FileResolver for Only {
        fn open_file(&self, name: &str) -> Result<File, protox::Error> {
            let text = format!("syntax = \"proto3\"; package lamps; {}", self.0);
            File::from_source(name, &text)
        }
    }

    fn lines(text: &str) -> Vec<String> {
        let mut files = ChainFileResolver::new();
        files.add(GoogleFileResolver::new());
        files.add(Only(text.to_owned()));
        let mut compiler = protox::Compiler::with_file_resolver(files);
        compiler.open_file("lamps.proto").unwrap();
        promises(&compiler.file_descriptor_set())
    }

    fn check(from: &str, to: &str, gone: &[&str]) {
        assert!(BEFORE.contains(from), "{from}");
        let kept = lines(BEFORE).join("\n");
        assert_eq!(broken(&kept, &lines(&BEFORE.replace(from, to))), gone, "{from} -> {to}");
    }

    #[test]
    fn what_is_added_breaks_nothing() {
        check("string colour = 1;", "string colour = 1; string name = 9;", &[]);
        check("SHADE_GREEN = 1;", "SHADE_GREEN = 1; SHADE_RED = 2;", &[]);
        check("bool mains = 3;", "bool mains = 3; bool sun = 7;", &[]);
        check("service", "message Wick {} service", &[]);
    }

    #[test]
    fn what_is_taken_away_or_changed_is_told() {
        let colour = "field lamps.Lamp.colour = 1 string";
        check("string colour = 1;", "", &[colour]);
        check("string colour = 1;", "string colour = 8;", &[colour]);
        check("string colour = 1;", "bytes colour = 1;", &[colour]);
        check("string colour = 1;", "string tint = 1;", &[colour]);
        check("string colour = 1;", "repeated string colour = 1;", &[colour]);
        check("optional uint32", "uint32", &["field lamps.Lamp.watts = 2 optional uint32"]);
        check(
            "oneof power { bool mains = 3; uint32 cells = 4; }",
            "oneof power { uint32 cells = 4; } bool mains = 3;",
            &["field lamps.Lamp.mains = 3 bool of power"],
        );
        check("SHADE_GREEN = 1;", "", &["value lamps.Shade.SHADE_GREEN = 1"]);
        check(
            "(stream Lamp)",
            "(Lamp)",
            &["call lamps.Lamps.Light (.lamps.Lamp) returns (stream .lamps.Lamp)"],
        );
    }
}
