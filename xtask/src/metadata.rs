//! The crates of the workspace and what their manifests ask for, from `cargo metadata`.

use serde_json::Value;

use crate::failure::Failure;

/// A member of the workspace.
#[derive(Debug)]
pub(crate) struct Member {
    pub(crate) name: String,
    pub(crate) dependencies: Vec<Dependency>,
}

/// One line of a manifest's dependency tables.
#[derive(Debug)]
pub(crate) struct Dependency {
    pub(crate) name: String,
    /// For tests, examples and benches only.
    pub(crate) development: bool,
    /// From a registry or a repository, not from this workspace.
    pub(crate) external: bool,
}

/// Reads the text that `cargo metadata --no-deps` prints.
pub(crate) fn members(text: &str) -> Result<Vec<Member>, Failure> {
    let whole: Value = serde_json::from_str(text)
        .map_err(|error| Failure::new(format!("`cargo metadata` printed no JSON: {error}")))?;
    let packages = whole.get("packages").and_then(Value::as_array);
    let packages = packages.ok_or_else(|| Failure::new("`cargo metadata` names no packages"))?;
    packages.iter().map(member).collect()
}

fn member(package: &Value) -> Result<Member, Failure> {
    let dependencies = package.get("dependencies").and_then(Value::as_array);
    let dependencies = dependencies.into_iter().flatten().map(dependency).collect::<Result<_, _>>()?;
    Ok(Member { name: name(package)?, dependencies })
}

fn dependency(line: &Value) -> Result<Dependency, Failure> {
    let kind = line.get("kind").and_then(Value::as_str);
    let path = line.get("path").and_then(Value::as_str);
    Ok(Dependency { name: name(line)?, development: kind == Some("dev"), external: path.is_none() })
}

fn name(value: &Value) -> Result<String, Failure> {
    let name = value.get("name").and_then(Value::as_str);
    name.map(str::to_owned).ok_or_else(|| Failure::new("`cargo metadata` leaves a name out"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_and_origins_are_told_apart() {
        let text = r#"{"packages": [{"name": "a", "dependencies": [
            {"name": "b", "kind": null, "path": "/w/b"},
            {"name": "c", "kind": "dev", "path": "/w/c"},
            {"name": "d", "kind": "build"}]}]}"#;
        let members = members(text).unwrap();
        let lines: Vec<_> = members[0]
            .dependencies
            .iter()
            .map(|line| (line.name.as_str(), line.development, line.external))
            .collect();
        assert_eq!(lines, [("b", false, false), ("c", true, false), ("d", false, true)]);
    }

    #[test]
    fn unexpected_text_is_a_failure() {
        assert!(members("no").is_err());
        assert!(members("{}").is_err());
        assert!(members(r#"{"packages": [{}]}"#).is_err());
    }
}
