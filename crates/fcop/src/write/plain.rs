//! Which texts stand without quotes in YAML 1.1, as the published package writes it: those that nothing else is made of.

/// Whether a text can be written here at all: one line, nothing that needs an escape.
pub(super) fn is_writable(text: &str) -> bool {
    text.chars().all(|c| matches!(c, ' '..='~' | '\u{A0}'..='\u{D7FF}' | '\u{E000}'..='\u{FFFD}' | '\u{10000}'..='\u{10FFFE}'))
        && !text.contains(['\u{2028}', '\u{2029}', '\u{FEFF}'])
}

/// Whether a text reads as itself without quotes.
pub(super) fn is_plain(text: &str) -> bool {
    let blank = |c: Option<&char>| c.is_none_or(|c| *c == ' ');
    if text.is_empty() || text.starts_with(' ') || text.ends_with(' ') || means_something(text) {
        return false;
    }
    if text.starts_with("---") || text.starts_with("...") {
        return false;
    }
    let chars: Vec<char> = text.chars().collect();
    chars.iter().enumerate().all(|(place, c)| {
        let next_blank = blank(chars.get(place + 1));
        match (place, c) {
            (
                0,
                '#' | ',' | '[' | ']' | '{' | '}' | '&' | '*' | '!' | '|' | '>' | '\'' | '"' | '%' | '@'
                | '`',
            ) => false,
            (0, '?' | '-') | (_, ':') => !next_blank,
            (1.., '#') => chars.get(place - 1).is_none_or(|before| *before != ' '),
            _ => true,
        }
    })
}

/// Whether YAML 1.1 would make something else than a text of it: null, a boolean, a number, a date.
fn means_something(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    let cased = text == lower || text == text.to_ascii_uppercase() || is_capitalized(text);
    let word = matches!(lower.as_str(), "yes" | "no" | "true" | "false" | "on" | "off" | "null") && cased;
    word || matches!(text, "~" | "=" | "<<") || is_number(text) || is_date(text)
}

fn is_capitalized(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|first| first.is_ascii_uppercase()) && chars.all(|c| c.is_ascii_lowercase())
}

fn is_number(text: &str) -> bool {
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let all = |text: &str, of: fn(char) -> bool| !text.is_empty() && text.chars().all(|c| c == '_' || of(c));
    let digits =
        |text: &str| text.starts_with(|c: char| c.is_ascii_digit()) && all(text, |c| c.is_ascii_digit());
    if let Some(rest) = unsigned.strip_prefix("0b") {
        return all(rest, |c| matches!(c, '0' | '1'));
    }
    if let Some(rest) = unsigned.strip_prefix("0x") {
        return all(rest, |c| c.is_ascii_hexdigit());
    }
    // What begins with a zero is octal, so that `08` is a text.
    let integer = digits(unsigned)
        && (unsigned == "0"
            || !unsigned.starts_with('0')
            || all(unsigned.get(1..).unwrap_or_default(), |c| matches!(c, '0'..='7')));
    let name = matches!(unsigned, ".inf" | ".Inf" | ".INF") || matches!(text, ".nan" | ".NaN" | ".NAN");
    integer || name || is_sexagesimal(unsigned, digits) || is_float(text, unsigned, digits)
}

fn is_float(text: &str, unsigned: &str, digits: impl Fn(&str) -> bool) -> bool {
    let Some((whole, rest)) = unsigned.split_once('.') else { return false };
    let (fraction, exponent) = match rest.find(['e', 'E']).and_then(|at| rest.split_at_checked(at)) {
        Some((fraction, exponent)) => (fraction, exponent.get(1..)),
        None => (rest, None),
    };
    let exponent = exponent.is_none_or(|exponent| {
        exponent
            .strip_prefix(['-', '+'])
            .is_some_and(|power| !power.is_empty() && power.chars().all(|c| c.is_ascii_digit()))
    });
    let open = fraction.chars().all(|c| c == '_' || c.is_ascii_digit());
    let shaped = if whole.is_empty() { text == unsigned && digits(fraction) } else { digits(whole) && open };
    shaped && exponent
}

fn is_sexagesimal(unsigned: &str, digits: impl Fn(&str) -> bool) -> bool {
    let mut parts = unsigned.split(':');
    let first = parts.next().unwrap_or_default();
    let mut rest = parts.peekable();
    if rest.peek().is_none() || !digits(first) {
        return false;
    }
    let mut float = false;
    let mut valid = true;
    while let Some(part) = rest.next() {
        let part = match part.split_once('.').filter(|_| rest.peek().is_none()) {
            Some((part, fraction)) => {
                float = true;
                valid &= fraction.chars().all(|c| c == '_' || c.is_ascii_digit());
                part
            }
            None => part,
        };
        let digits: Vec<char> = part.chars().collect();
        valid &= match digits.as_slice() {
            [one] => one.is_ascii_digit(),
            [tens, one] => matches!(tens, '0'..='5') && one.is_ascii_digit(),
            _ => false,
        };
    }
    valid && (float || !first.starts_with('0'))
}

fn is_date(text: &str) -> bool {
    let mut parts = text.splitn(3, '-');
    let (Some(year), Some(month), Some(rest)) = (parts.next(), parts.next(), parts.next()) else {
        return false;
    };
    let digits = |text: &str, from: usize, to: usize| {
        (from..=to).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    if !digits(year, 4, 4) {
        return false;
    }
    if digits(month, 2, 2) && digits(rest, 2, 2) {
        return true;
    }
    let Some(at) = rest.find(['T', 't', ' ', '\t']) else { return false };
    let (day, time) = rest.split_at_checked(at).unwrap_or_default();
    let time = time.strip_prefix(['T', 't']).unwrap_or_else(|| time.trim_start());
    let mut clock = time.splitn(3, ':');
    let (Some(hour), Some(minute), Some(second)) = (clock.next(), clock.next(), clock.next()) else {
        return false;
    };
    digits(month, 1, 2)
        && digits(day, 1, 2)
        && digits(hour, 1, 2)
        && digits(minute, 2, 2)
        && is_second(second)
}

/// `SS[.fraction][ ][Z or zone]`.
fn is_second(text: &str) -> bool {
    let Some((second, rest)) = text.split_at_checked(2) else { return false };
    let fraction = rest.strip_prefix('.').map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()));
    let zone = fraction.unwrap_or(rest).trim_start_matches([' ', '\t']);
    let digits = |text: &str, from: usize, to: usize| {
        (from..=to).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    let offset = zone.strip_prefix(['-', '+']).is_some_and(|offset| match offset.split_once(':') {
        Some((hours, minutes)) => digits(hours, 1, 2) && digits(minutes, 2, 2),
        None => digits(offset, 1, 2),
    });
    digits(second, 2, 2) && (zone.is_empty() || zone == "Z" || offset)
}

#[cfg(test)]
mod tests {
    use super::is_writable;

    #[test]
    fn what_would_need_an_escape_is_not_written() {
        assert!(is_writable("中文 ü 'a'") && is_writable(""));
        for text in ["a\tb", "a\nb", "a\u{7}", "a\u{2028}", "\u{FEFF}", "\u{85}"] {
            assert!(!is_writable(text), "{text:?}");
        }
    }
}
