//! Enums that are words: one spelling each, stored as it is.

/// Defines enums with their stored spellings.
macro_rules! values {
    ($($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $text:literal,)* })*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[$variant_doc])* $variant,)* }

        impl $name {
            /// All values, in the order of the specification.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The stored spelling.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }

            /// Reads the stored spelling, and no other.
            #[must_use]
            pub fn parse(text: &str) -> Option<Self> {
                match text { $($text => Some(Self::$variant),)* _ => None }
            }
        }

        impl core::fmt::Display for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl $crate::value::Stored for $name {
            fn store(&self) -> $crate::value::Json {
                $crate::value::Json::text(self.as_str())
            }

            fn read(value: actum_canon::json::Value<'_>) -> Result<Self, $crate::value::Unread> {
                value.as_str().and_then(|text| Self::parse(&text)).ok_or($crate::value::Unread::new(concat!("a `", stringify!($name), "`")))
            }
        }
    )*};
}

pub(super) use values;
