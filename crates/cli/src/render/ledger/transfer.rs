//! What went out of a ledger, or came in.

use actum::ledger::{Counts, Imported};

use crate::render::style::count;

pub(crate) fn exported(counts: &Counts) -> String {
    format!(
        "exported {}, {} of the profile, {} of content\n",
        count(number(counts.entries), "entry"),
        count(number(counts.files), "file"),
        count(number(counts.contents), "piece"),
    )
}

pub(crate) fn imported(imported: &Imported) -> String {
    let what = match (imported.appended, imported.is_new) {
        (0, false) => "the ledger holds all of it".to_owned(),
        (appended, true) => format!("a new ledger took {}", count(number(appended), "entry")),
        (appended, false) => format!("the ledger took {} more", count(number(appended), "entry")),
    };
    let content = match imported.contents {
        0 => String::new(),
        _ if imported.appended == 0 && !imported.is_new => String::new(),
        contents => format!(", {} of content", count(number(contents), "piece")),
    };
    let erased = match imported.erased {
        0 => String::new(),
        erased => format!(", and left out {} that it has erased", count(number(erased), "piece")),
    };
    let (size, root) = (imported.head.size, imported.head.root);
    format!("{what}{content}{erased}\nhead: {} {root}\n", count(number(size), "entry"))
}

fn number(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
