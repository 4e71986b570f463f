//! Crosswalks: which external requirements the record can support, and on what else that depends (TMPA 10.6).
//!
//! A crosswalk is a TOML file: `title`, `source`, `scope`, and rows with `id`, `requirement`, `support`, `fields`, `tests`,
//! `depends_on` and perhaps a `remark`. It maps; it certifies nothing.

use std::fs;
use std::path::Path;

use actum_conform::tmpa::Criterion;
use toml::{Table, Value};

use crate::error::{Error, ErrorKind};

/// How far an external requirement is met by the record and its reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Support {
    /// Record and reading are enough, given the systems that the row depends on.
    Fully,
    /// A part is; the remark says which is not.
    Partially,
    /// It could be, and is not.
    Unsupported,
    /// It is not about governance evidence.
    Outside,
}

impl Support {
    /// All four, as the specification names them.
    pub const ALL: [Self; 4] = [Self::Fully, Self::Partially, Self::Unsupported, Self::Outside];

    /// The word.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Fully => "fully",
            Self::Partially => "partially",
            Self::Unsupported => "unsupported",
            Self::Outside => "outside",
        }
    }
}

/// One crosswalk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crosswalk {
    /// The file's name without its extension.
    pub name: String,
    /// What is mapped.
    pub title: String,
    /// Where the requirements come from.
    pub source: String,
    /// What the mapping covers and what not.
    pub scope: String,
    /// The rows, in the file's order.
    pub rows: Vec<Row>,
}

/// One external requirement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Stable within its crosswalk.
    pub id: String,
    /// What is asked for, in our own words.
    pub requirement: String,
    /// How far it is supported.
    pub support: Support,
    /// Members of objects, registries and results that carry it.
    pub fields: Vec<String>,
    /// Criteria whose cases show it.
    pub tests: Vec<Criterion>,
    /// External systems that it depends on.
    pub depends_on: Vec<String>,
    /// What is missing, or has to be known besides.
    pub remark: String,
}

/// Reads every crosswalk in `folder`, by name.
///
/// # Errors
/// [`ErrorKind::NotFound`] where the folder does not exist, [`ErrorKind::Input`] where a file cannot be used or there is none,
/// [`ErrorKind::Storage`] where one cannot be read.
pub fn crosswalks(folder: &Path) -> Result<Vec<Crosswalk>, Error> {
    let hint = "run it in a checkout of Actum, or name the folder with `--dir`";
    let entries = fs::read_dir(folder).map_err(|error| Error::io("list", folder, error).hint(hint))?;
    let mut all = Vec::new();
    for entry in entries {
        let path = entry.map_err(|error| Error::lost("list", folder, error))?.path();
        if path.extension().is_none_or(|extension| extension != "toml") {
            continue;
        }
        let text = fs::read_to_string(&path).map_err(|error| Error::lost("read", &path, error))?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        all.push(parse(&name, &text).map_err(|message| {
            Error::new(ErrorKind::Input, "crosswalk_invalid", format!("`{}`: {message}", path.display()))
        })?);
    }
    all.sort_by(|one: &Crosswalk, other| one.name.cmp(&other.name));
    if all.is_empty() {
        let message = format!("`{}` holds no crosswalk", folder.display());
        return Err(Error::new(ErrorKind::Input, "crosswalk_missing", message).hint(hint));
    }
    Ok(all)
}

const HEAD: [&str; 4] = ["title", "source", "scope", "row"];
const ROW: [&str; 7] = ["id", "requirement", "support", "fields", "tests", "depends_on", "remark"];

fn parse(name: &str, text: &str) -> Result<Crosswalk, String> {
    let table: Table = text.parse().map_err(|error: toml::de::Error| error.message().to_owned())?;
    known(&table, &HEAD)?;
    let rows = table.get("row").and_then(Value::as_array).ok_or("there is no row")?;
    let mut crosswalk = Crosswalk {
        name: name.to_owned(),
        title: required(&table, "title")?,
        source: required(&table, "source")?,
        scope: required(&table, "scope")?,
        rows: Vec::new(),
    };
    for (at, value) in rows.iter().enumerate() {
        let place = |message: String| format!("row {}: {message}", at + 1);
        let row = value
            .as_table()
            .ok_or_else(|| place("must be a table".to_owned()))
            .and_then(|table| row(table).map_err(place))?;
        if crosswalk.rows.iter().any(|earlier| earlier.id == row.id) {
            return Err(place(format!("there are two rows `{}`", row.id)));
        }
        crosswalk.rows.push(row);
    }
    Ok(crosswalk)
}

fn row(table: &Table) -> Result<Row, String> {
    known(table, &ROW)?;
    let word = required(table, "support")?;
    let support = Support::ALL.into_iter().find(|support| support.as_str() == word);
    let criterion = |text: String| Criterion::parse(&text).ok_or(format!("`{text}` is none of C01 to C14"));
    let row = Row {
        id: required(table, "id")?,
        requirement: required(table, "requirement")?,
        support: support.ok_or(format!("`support` is `{word}`"))?,
        fields: list(table, "fields")?,
        tests: list(table, "tests")?.into_iter().map(criterion).collect::<Result<_, _>>()?,
        depends_on: list(table, "depends_on")?,
        remark: match table.get("remark") {
            Some(_) => required(table, "remark")?,
            None => String::new(),
        },
    };
    // A row that says it is supported has to say by what, and one that is not has to say why.
    let supported = matches!(row.support, Support::Fully | Support::Partially);
    if supported && (row.fields.is_empty() || row.tests.is_empty()) {
        return Err("a supported requirement names fields and tests".to_owned());
    }
    if row.support != Support::Fully && row.remark.is_empty() {
        return Err("a requirement that is not fully supported has a remark".to_owned());
    }
    Ok(row)
}

fn known(table: &Table, names: &[&str]) -> Result<(), String> {
    match table.keys().find(|name| !names.contains(&name.as_str())) {
        Some(name) => Err(format!("`{name}` is unknown")),
        None => Ok(()),
    }
}

fn required(table: &Table, name: &str) -> Result<String, String> {
    let text = table.get(name).and_then(Value::as_str).map(str::trim).filter(|text| !text.is_empty());
    text.map(str::to_owned).ok_or_else(|| format!("`{name}` must be a text"))
}

fn list(table: &Table, name: &str) -> Result<Vec<String>, String> {
    let wrong = || format!("`{name}` must be a list of texts");
    let items = table.get(name).and_then(Value::as_array).ok_or_else(wrong)?;
    items.iter().map(|item| item.as_str().map(str::to_owned).ok_or_else(wrong)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(row: &str) -> String {
        format!("title=\"t\"\nsource=\"s\"\nscope=\"c\"\n[[row]]\nid=\"1\"\nrequirement=\"r\"\n{row}")
    }

    #[test]
    fn a_row_that_cannot_be_held_to_account_is_refused() {
        let full =
            "support=\"fully\"\nfields=[\"creator\"]\ntests=[\"C05\"]\ndepends_on=[\"identity provider\"]\n";
        assert_eq!(parse("x", &text(full)).unwrap().rows[0].tests, [Criterion::parse("C05").unwrap()]);
        for (from, to) in [
            ("\"fully\"", "\"certified\""),
            ("\"fully\"", "\"partially\""),
            ("[\"C05\"]", "[]"),
            ("[\"C05\"]", "[\"C15\"]"),
            ("[\"creator\"]", "[]"),
            ("depends_on=[\"identity provider\"]\n", ""),
            ("depends_on", "depends"),
        ] {
            assert!(parse("x", &text(&full.replace(from, to))).is_err(), "{to}");
        }
        assert!(parse("x", "title=\"t\"\nsource=\"s\"\nscope=\"c\"").is_err());
    }
}
