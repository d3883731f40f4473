//! Enums whose values have a stable name outside the program.

/// The text is not the name of a value. The field says of what, such as `order status`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown {0}")]
pub struct UnknownName(pub(crate) &'static str);

/// Declares an enum with a name for each value, and its conversions from and to that name.
macro_rules! named {
    ($(#[$doc:meta])* $name:ident, $unknown:literal { $($(#[$variant_doc:meta])* $variant:ident = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$variant_doc])* $variant,)*
        }

        impl $name {
            /// Every value, in the order of declaration.
            pub const ALL: &'static [$name] = &[$($name::$variant),*];

            /// The place in [`Self::ALL`], from 0.
            pub const fn place(self) -> i64 {
                self as i64
            }

            /// The stable name outside the program.
            pub const fn name(self) -> &'static str {
                match self {
                    $($name::$variant => $text,)*
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::named::UnknownName;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                match text {
                    $($text => Ok($name::$variant),)*
                    _ => Err($crate::named::UnknownName($unknown)),
                }
            }
        }
    };
}

pub(crate) use named;
