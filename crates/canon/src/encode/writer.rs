//! Writing canonical bytes of values that code builds, without building them.

#[cfg(debug_assertions)]
use alloc::{string::String, vec::Vec};
use core::fmt;

use super::encoding::Encoding;
use super::sink::Sink;
use super::text;
#[cfg(debug_assertions)]
use crate::json::MAX_SAFE_INTEGER;
#[cfg(debug_assertions)]
use crate::normal;

/// A writer of one value, in the order in which its bytes come.
///
/// The caller promises what the type does not force: every member is a name and a value, arrays and objects are
/// closed by their own kind, names come in the encoding's order and once each, integers are at most 2^53 − 1 and text
/// is in NFC as far as the encoding asks for it.
/// Builds with debug assertions check the promise.
pub struct Writer<'s, S: Sink> {
    encoding: &'static Encoding,
    sink: &'s mut S,
    /// Something was written that the next element or name must be separated from.
    after_value: bool,
    #[cfg(debug_assertions)]
    open: Vec<Open>,
}

#[cfg(debug_assertions)]
enum Open {
    Array,
    Object { last: Option<String>, named: bool },
}

impl<'s, S: Sink> Writer<'s, S> {
    /// Starts a value.
    pub fn new(encoding: &'static Encoding, sink: &'s mut S) -> Self {
        Self {
            encoding,
            sink,
            after_value: false,
            #[cfg(debug_assertions)]
            open: Vec::new(),
        }
    }

    /// Opens an object.
    ///
    /// # Errors
    ///
    /// The sink's, here and in every other method.
    pub fn begin_object(&mut self) -> Result<(), S::Error> {
        self.value(b"{")?;
        self.after_value = false;
        #[cfg(debug_assertions)]
        self.open.push(Open::Object { last: None, named: false });
        Ok(())
    }

    /// Closes the object.
    ///
    /// # Errors
    ///
    /// The sink's.
    pub fn end_object(&mut self) -> Result<(), S::Error> {
        #[cfg(debug_assertions)]
        debug_assert!(
            matches!(self.open.pop(), Some(Open::Object { named: false, .. })),
            "no object ends here"
        );
        self.after_value = true;
        self.sink.put(b"}")
    }

    /// Opens an array.
    ///
    /// # Errors
    ///
    /// The sink's.
    pub fn begin_array(&mut self) -> Result<(), S::Error> {
        self.value(b"[")?;
        self.after_value = false;
        #[cfg(debug_assertions)]
        self.open.push(Open::Array);
        Ok(())
    }

    /// Closes the array.
    ///
    /// # Errors
    ///
    /// The sink's.
    pub fn end_array(&mut self) -> Result<(), S::Error> {
        #[cfg(debug_assertions)]
        debug_assert!(matches!(self.open.pop(), Some(Open::Array)), "no array ends here");
        self.after_value = true;
        self.sink.put(b"]")
    }

    /// Writes the name of the next member.
    ///
    /// # Errors
    ///
    /// The sink's.
    pub fn name(&mut self, name: &str) -> Result<(), S::Error> {
        #[cfg(debug_assertions)]
        self.check_text(name);
        #[cfg(debug_assertions)]
        self.check_name(name);
        if self.after_value {
            self.sink.put(b",")?;
        }
        self.after_value = false;
        text::put(name, self.sink)?;
        self.sink.put(b":")
    }

    /// Writes a string.
    ///
    /// # Errors
    ///
    /// The sink's.
    pub fn string(&mut self, string: &str) -> Result<(), S::Error> {
        #[cfg(debug_assertions)]
        self.check_text(string);
        self.value(b"")?;
        text::put(string, self.sink)
    }

    /// Writes an integer from 0, to 2^53 − 1 unless the encoding takes any.
    ///
    /// # Errors
    ///
    /// The sink's.
    pub fn integer(&mut self, integer: u64) -> Result<(), S::Error> {
        #[cfg(debug_assertions)]
        debug_assert!(
            integer <= MAX_SAFE_INTEGER || self.encoding.demands().1,
            "`{integer}` is beyond what every reader keeps"
        );
        let mut digits = [b'0'; 20];
        let mut left = integer;
        let mut count = 0;
        for slot in digits.iter_mut().rev() {
            *slot = b'0' + (left % 10) as u8;
            left /= 10;
            count += 1;
            if left == 0 {
                break;
            }
        }
        let start = digits.len() - count;
        self.value(digits.get(start..).unwrap_or_default())
    }

    /// Writes `true` or `false`.
    ///
    /// # Errors
    ///
    /// The sink's.
    pub fn boolean(&mut self, boolean: bool) -> Result<(), S::Error> {
        self.value(if boolean { b"true" } else { b"false" })
    }

    /// Writes `null`.
    ///
    /// # Errors
    ///
    /// The sink's.
    pub fn null(&mut self) -> Result<(), S::Error> {
        self.value(b"null")
    }

    /// Writes bytes that are one whole value in this encoding, without a final newline.
    ///
    /// # Errors
    ///
    /// The sink's.
    pub fn raw(&mut self, value: &[u8]) -> Result<(), S::Error> {
        self.value(value)
    }

    /// Writes the elements of a whole array of this encoding, without a final newline, into the array that is open.
    ///
    /// # Errors
    ///
    /// The sink's.
    pub fn elements(&mut self, array: &[u8]) -> Result<(), S::Error> {
        let inner = array.strip_prefix(b"[").and_then(|array| array.strip_suffix(b"]"));
        debug_assert!(inner.is_some(), "no whole array is given");
        match inner.unwrap_or_default() {
            [] => Ok(()),
            elements => self.value(elements),
        }
    }

    /// Ends the value: writes the final newline where the encoding has one.
    ///
    /// # Errors
    ///
    /// The sink's.
    pub fn finish(self) -> Result<(), S::Error> {
        #[cfg(debug_assertions)]
        debug_assert!(self.open.is_empty() && self.after_value, "the value is not complete");
        match self.encoding.final_bytes() {
            [] => Ok(()),
            bytes => self.sink.put(bytes),
        }
    }

    /// Writes a value, or the front of one that follows at once.
    fn value(&mut self, bytes: &[u8]) -> Result<(), S::Error> {
        #[cfg(debug_assertions)]
        self.check_value();
        if self.after_value {
            self.sink.put(b",")?;
        }
        self.after_value = true;
        if bytes.is_empty() { Ok(()) } else { self.sink.put(bytes) }
    }

    #[cfg(debug_assertions)]
    fn check_text(&self, text: &str) {
        debug_assert!(!self.encoding.demands().0 || normal::is_nfc(text), "`{text}` is not in NFC");
    }

    #[cfg(debug_assertions)]
    fn check_name(&mut self, name: &str) {
        let encoding = self.encoding;
        match self.open.last_mut() {
            Some(Open::Object { last, named }) if !*named => {
                if let Some(last) = last {
                    debug_assert!(encoding.compare_names(last, name).is_lt(), "`{name}` follows `{last}`");
                }
                *last = Some(name.into());
                *named = true;
            }
            _ => debug_assert!(false, "no name belongs before `{name}`"),
        }
    }

    #[cfg(debug_assertions)]
    fn check_value(&mut self) {
        match self.open.last_mut() {
            Some(Open::Array) => {}
            Some(Open::Object { named, .. }) => {
                debug_assert!(*named, "a member has no name");
                *named = false;
            }
            None => debug_assert!(!self.after_value, "a value follows the value"),
        }
    }
}

impl<S: Sink> fmt::Debug for Writer<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Writer").field("encoding", self.encoding).finish_non_exhaustive()
    }
}
