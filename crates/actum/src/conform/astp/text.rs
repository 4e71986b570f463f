//! JSON that is written in small pieces.

use actum_canon::encode::{JCS, Writer};

pub(super) fn quoted(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut writer = Writer::new(&JCS, &mut bytes);
    match writer.string(text).and_then(|()| writer.finish()) {
        Ok(()) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(never) => match never {},
    }
}

pub(super) fn integer(integer: u64) -> String {
    integer.to_string()
}

pub(super) fn boolean(boolean: bool) -> String {
    boolean.to_string()
}

pub(super) fn list(items: impl IntoIterator<Item = String>) -> String {
    let items: Vec<String> = items.into_iter().collect();
    format!("[{}]", items.join(","))
}

pub(super) fn object<const N: usize>(members: [(&str, String); N]) -> String {
    let members = members.map(|(name, value)| format!("{}:{value}", quoted(name)));
    format!("{{{}}}", members.join(","))
}
