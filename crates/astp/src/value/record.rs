//! Structs and enums whose stored form follows from their fields.

/// Defines a struct and its stored form: an object with the fields as members; a field that says nothing is left out.
macro_rules! record {
    ($($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $type:ty,)* })*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq)]
        pub struct $name { $($(#[$field_doc])* pub $field: $type,)* }

        impl $crate::value::Stored for $name {
            fn store(&self) -> $crate::value::Json {
                let mut members = alloc::collections::BTreeMap::new();
                $(if !$crate::value::Stored::is_absent(&self.$field) {
                    members.insert(stringify!($field), $crate::value::Stored::store(&self.$field));
                })*
                $crate::value::Json::Map(members)
            }

            fn read(value: actum_canon::json::Value<'_>) -> Result<Self, $crate::value::Unread> {
                let mut members = $crate::value::Members::of(value)?;
                let read = Self { $($field: members.take(stringify!($field))?,)* };
                members.end()?;
                Ok(read)
            }
        }
    )*};
}

/// Defines an enum of records and its stored form: an object of one member, named after the variant.
macro_rules! variants {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident($inner:ty) = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq)]
        pub enum $name { $($(#[$variant_doc])* $variant($inner),)* }

        impl $name {
            /// The stored name of the variant.
            #[must_use]
            pub const fn name(&self) -> &'static str {
                match self { $(Self::$variant(_) => $text,)* }
            }
        }

        $(impl From<$inner> for $name {
            fn from(inner: $inner) -> Self {
                Self::$variant(inner)
            }
        })*

        impl $crate::value::Stored for $name {
            fn store(&self) -> $crate::value::Json {
                let inner = match self { $(Self::$variant(inner) => $crate::value::Stored::store(inner),)* };
                $crate::value::Json::map([(self.name(), inner)])
            }

            fn read(value: actum_canon::json::Value<'_>) -> Result<Self, $crate::value::Unread> {
                let (name, inner) = $crate::value::Members::of(value)?.only()?;
                match name.as_str() {
                    $($text => $crate::value::Stored::read(inner).map(Self::$variant),)*
                    _ => Err($crate::value::Unread::new(concat!("a known kind of `", stringify!($name), "`"))),
                }
                .map_err(|unread| unread.under(name))
            }
        }
    };
}

pub(crate) use {record, variants};
