//! What stands in the file: tables, guards, and the number under which both are known.
//!
//! The tables only grow. Every row is written in the order of its key, so that an append touches the ends of two trees
//! of pages; only an entry with an idempotency key also touches an index. The guards hold against any program that
//! opens the file, `INSERT OR REPLACE` included: a replaced row would vanish without a delete trigger, so that the
//! insert itself is refused.

use rusqlite::{Connection, Transaction, TransactionBehavior};

/// `Actm`: what the header of the file says that it is.
pub(crate) const APPLICATION: i32 = 0x4163_746D;

/// Steps from an empty file to the present schema; the file's version is the number of steps taken. A step that was
/// published is never changed: another one is added.
pub(crate) const STEPS: &[&str] = &[FIRST];

const FIRST: &str = r#"
CREATE TABLE entry (
    "index" INTEGER PRIMARY KEY CHECK ("index" >= 0),
    source_id TEXT,
    media_type TEXT NOT NULL,
    "key" TEXT,
    digest BLOB NOT NULL CHECK (length(digest) = 32),
    bytes BLOB NOT NULL
) STRICT;
CREATE UNIQUE INDEX entry_by_key ON entry ("key") WHERE "key" IS NOT NULL;
CREATE TRIGGER entry_in_order BEFORE INSERT ON entry
WHEN NEW."index" IS NOT (SELECT ifnull(max("index"), -1) + 1 FROM entry)
BEGIN SELECT RAISE(ABORT, 'an entry stands at the end of the ledger and nowhere else'); END;
CREATE TRIGGER entry_key_once BEFORE INSERT ON entry
WHEN NEW."key" IS NOT NULL AND EXISTS (SELECT 1 FROM entry WHERE "key" = NEW."key")
BEGIN SELECT RAISE(ABORT, 'an idempotency key names one entry'); END;
CREATE TRIGGER entry_not_changed BEFORE UPDATE ON entry
BEGIN SELECT RAISE(ABORT, 'an entry is not changed'); END;
CREATE TRIGGER entry_not_taken BEFORE DELETE ON entry
BEGIN SELECT RAISE(ABORT, 'an entry is not taken out'); END;
CREATE TABLE node (
    last INTEGER PRIMARY KEY CHECK (last >= 0),
    hashes BLOB NOT NULL CHECK (length(hashes) % 32 = 0 AND length(hashes) > 0),
    root BLOB CHECK (root IS NULL OR length(root) = 32)
) STRICT;
CREATE TRIGGER node_in_order BEFORE INSERT ON node
WHEN NEW.last <= (SELECT ifnull(max(last), -1) FROM node)
  OR NEW.last > (SELECT ifnull(max("index"), -1) FROM entry)
BEGIN SELECT RAISE(ABORT, 'nodes stand behind nodes, and not behind the last entry'); END;
CREATE TRIGGER node_not_changed BEFORE UPDATE ON node
BEGIN SELECT RAISE(ABORT, 'a node is not changed'); END;
CREATE TRIGGER node_not_taken BEFORE DELETE ON node
BEGIN SELECT RAISE(ABORT, 'a node is not taken out'); END;
CREATE TABLE content (
    place INTEGER PRIMARY KEY CHECK (place >= 0),
    digest TEXT NOT NULL,
    bytes BLOB,
    tombstone INTEGER CHECK ((tombstone IS NULL) = (bytes IS NOT NULL))
) STRICT;
CREATE UNIQUE INDEX content_by_digest ON content (digest);
CREATE TRIGGER content_in_order BEFORE INSERT ON content
WHEN NEW.place IS NOT (SELECT ifnull(max(place), -1) + 1 FROM content)
  OR EXISTS (SELECT 1 FROM content WHERE digest = NEW.digest)
BEGIN SELECT RAISE(ABORT, 'content is kept once and behind what is kept'); END;
CREATE TRIGGER content_only_erased BEFORE UPDATE ON content
WHEN NEW.place IS NOT OLD.place OR NEW.digest IS NOT OLD.digest OR OLD.bytes IS NULL OR NEW.bytes IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'content is erased or stays'); END;
CREATE TRIGGER content_not_taken BEFORE DELETE ON content
BEGIN SELECT RAISE(ABORT, 'a digest of content is not taken out'); END;
"#;

/// What a file turned out to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// Nothing yet: a new file, or one whose making was cut short.
    Nothing,
    /// A ledger of the present schema.
    Present,
    /// A ledger that an older program made.
    Older(usize),
    /// A ledger of a program that does not exist yet.
    Newer(i64),
    /// The file of another application, or a ledger to whose tables somebody added or altered something.
    Foreign(&'static str),
}

/// Looks at header and schema; writes nothing.
///
/// # Errors
/// Of SQLite.
pub(crate) fn look(connection: &Connection, steps: &[&str]) -> rusqlite::Result<Found> {
    // Header and schema of one moment, also while somebody makes them.
    let _moment = connection.is_autocommit().then(|| connection.unchecked_transaction()).transpose()?;
    let number = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let (application, version) = (number("application_id")?, number("user_version")?);
    let objects = objects(connection)?;
    if application == 0 && version == 0 && objects.is_empty() {
        return Ok(Found::Nothing);
    }
    if application != i64::from(APPLICATION) {
        return Ok(Found::Foreign("it belongs to another application"));
    }
    let Some(taken) = usize::try_from(version).ok().filter(|taken| *taken <= steps.len()) else {
        return Ok(if version < 0 {
            Found::Foreign("its schema has no number")
        } else {
            Found::Newer(version)
        });
    };
    let known = Connection::open_in_memory()?;
    for step in steps.iter().take(taken) {
        known.execute_batch(step)?;
    }
    Ok(if objects != self::objects(&known)? {
        Found::Foreign("its tables or guards are not those that it was made with")
    } else if taken < steps.len() {
        Found::Older(taken)
    } else {
        Found::Present
    })
}

/// Takes the steps that are missing, in one transaction. Whoever is second finds them taken.
///
/// # Errors
/// Of SQLite; the file is then as it was.
pub(crate) fn advance(connection: &mut Connection, steps: &[&str]) -> rusqlite::Result<Found> {
    let transaction = Transaction::new(connection, TransactionBehavior::Immediate)?;
    let found = look(&transaction, steps)?;
    let taken = match found {
        Found::Nothing => 0,
        Found::Older(taken) => taken,
        Found::Present | Found::Newer(_) | Found::Foreign(_) => return Ok(found),
    };
    for step in steps.iter().skip(taken) {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.pragma_update(None, "user_version", i64::try_from(steps.len()).unwrap_or(i64::MAX))?;
    transaction.commit()?;
    Ok(found)
}

/// Kind, name and text of everything in the file but what SQLite keeps for itself.
fn objects(connection: &Connection) -> rusqlite::Result<Vec<(String, String, Option<String>)>> {
    let mut statement = connection.prepare(
        "SELECT type, name, sql FROM sqlite_schema WHERE name NOT GLOB 'sqlite_*' ORDER BY type, name",
    )?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    rows.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made() -> Connection {
        let mut connection = Connection::open_in_memory().unwrap();
        assert_eq!(advance(&mut connection, STEPS).unwrap(), Found::Nothing);
        connection
    }

    /// Two entries, the second one with a key.
    fn filled() -> Connection {
        let connection = made();
        connection
            .execute_batch(
                "INSERT INTO entry VALUES (0, 'a', 'x/y', NULL, zeroblob(32), x'61');
                 INSERT INTO node VALUES (0, zeroblob(32), zeroblob(32));
                 INSERT INTO entry VALUES (1, 'b', 'x/y', 'k', zeroblob(32), x'62');
                 INSERT INTO node VALUES (1, zeroblob(64), zeroblob(32));
                 INSERT INTO content VALUES (0, 'sha256:0', x'63', NULL);",
            )
            .unwrap();
        connection
    }

    fn dump(connection: &Connection) -> Vec<String> {
        let text = "SELECT quote(\"index\") || quote(source_id) || quote(\"key\") || quote(bytes) FROM entry
            UNION ALL SELECT quote(last) || quote(hashes) || quote(root) FROM node
            UNION ALL SELECT quote(place) || quote(digest) || quote(bytes) || quote(tombstone) FROM content";
        let mut statement = connection.prepare(text).unwrap();
        statement.query_map([], |row| row.get(0)).unwrap().collect::<Result<_, _>>().unwrap()
    }

    #[test]
    fn no_statement_changes_takes_or_replaces_what_stands() {
        let connection = filled();
        let before = dump(&connection);
        for statement in [
            "UPDATE entry SET bytes = x'00'",
            "UPDATE OR REPLACE entry SET \"index\" = 0 WHERE \"index\" = 1",
            "UPDATE OR IGNORE entry SET \"key\" = NULL",
            "DELETE FROM entry",
            "DELETE FROM entry WHERE \"index\" = 1",
            "INSERT OR REPLACE INTO entry VALUES (1, 'c', 'x/y', NULL, zeroblob(32), x'62')",
            "INSERT OR REPLACE INTO entry VALUES (2, 'c', 'x/y', 'k', zeroblob(32), x'62')",
            "REPLACE INTO entry VALUES (0, 'c', 'x/y', 'k', zeroblob(32), x'62')",
            "INSERT INTO entry VALUES (1, 'c', 'x/y', 'l', zeroblob(32), x'62')
                ON CONFLICT (\"index\") DO UPDATE SET bytes = x'00'",
            "INSERT INTO entry VALUES (3, 'c', 'x/y', NULL, zeroblob(32), x'62')",
            "INSERT INTO entry VALUES (-1, 'c', 'x/y', NULL, zeroblob(32), x'62')",
            "INSERT INTO entry VALUES (NULL, 'c', 'x/y', NULL, zeroblob(32), x'62')",
            "INSERT INTO entry VALUES (2, 'c', 'x/y', NULL, zeroblob(31), x'62')",
            "INSERT INTO entry VALUES (2, 'c', 'x/y', NULL, zeroblob(32), 'text')",
            "UPDATE node SET root = zeroblob(32)",
            "DELETE FROM node",
            "INSERT OR REPLACE INTO node VALUES (1, zeroblob(32), zeroblob(32))",
            "INSERT OR REPLACE INTO node VALUES (0, zeroblob(32), zeroblob(32))",
            "INSERT INTO node VALUES (2, zeroblob(32), zeroblob(32))",
            "INSERT INTO node VALUES (NULL, zeroblob(32), zeroblob(32))",
            "DELETE FROM content",
            "UPDATE content SET bytes = x'00'",
            "UPDATE content SET bytes = NULL",
            "UPDATE content SET digest = 'sha256:1', bytes = NULL, tombstone = 0",
            "INSERT OR REPLACE INTO content VALUES (1, 'sha256:0', x'64', NULL)",
            "INSERT OR REPLACE INTO content VALUES (0, 'sha256:1', x'64', NULL)",
            "INSERT INTO content VALUES (1, 'sha256:1', NULL, NULL)",
            "INSERT INTO content VALUES (2, 'sha256:1', NULL, 0)",
        ] {
            assert!(connection.execute(statement, []).is_err(), "{statement}");
            assert_eq!(dump(&connection), before, "{statement}");
        }
        connection.execute("UPDATE content SET bytes = NULL, tombstone = 1 WHERE place = 0", []).unwrap();
        for change in ["bytes = x'63', tombstone = NULL", "tombstone = 0", "bytes = x'63'"] {
            assert!(connection.execute(&format!("UPDATE content SET {change} WHERE place = 0"), []).is_err());
        }
    }

    #[test]
    fn an_older_schema_goes_forward_and_a_newer_one_is_left_alone() {
        const NEXT: &str = "CREATE TABLE later (a INTEGER) STRICT;";
        let mut connection = filled();
        let before = dump(&connection);
        let steps = [STEPS, &[NEXT]].concat();
        assert_eq!(look(&connection, &steps).unwrap(), Found::Older(STEPS.len()));
        assert_eq!(advance(&mut connection, &steps).unwrap(), Found::Older(STEPS.len()));
        assert_eq!(look(&connection, &steps).unwrap(), Found::Present);
        assert_eq!(advance(&mut connection, &steps).unwrap(), Found::Present);
        assert_eq!(dump(&connection), before);
        assert_eq!(look(&connection, STEPS).unwrap(), Found::Newer(STEPS.len() as i64 + 1));
        assert_eq!(advance(&mut connection, STEPS).unwrap(), Found::Newer(STEPS.len() as i64 + 1));
    }

    #[test]
    fn a_step_that_fails_leaves_the_file_as_it_was() {
        let mut connection = filled();
        let steps = [STEPS, &["CREATE TABLE later (a INTEGER) STRICT; CREATE TABLE entry (a);"]].concat();
        assert!(advance(&mut connection, &steps).is_err());
        assert_eq!(look(&connection, STEPS).unwrap(), Found::Present);
    }

    #[test]
    fn a_guard_that_was_taken_away_or_a_trigger_that_was_added_is_seen() {
        for change in [
            "DROP TRIGGER entry_not_taken",
            "CREATE TRIGGER more AFTER INSERT ON entry BEGIN SELECT 1; END",
            "CREATE TABLE more (a)",
            "DROP INDEX entry_by_key",
        ] {
            let connection = made();
            connection.execute_batch(change).unwrap();
            assert!(matches!(look(&connection, STEPS).unwrap(), Found::Foreign(_)), "{change}");
        }
        let other = Connection::open_in_memory().unwrap();
        other.execute_batch("CREATE TABLE entry (a)").unwrap();
        assert!(matches!(look(&other, STEPS).unwrap(), Found::Foreign(_)));
    }
}
