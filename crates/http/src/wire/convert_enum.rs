//! Conversion between an enum of the wire and one of the domain with the same variants.

/// Implements `From` in both directions between an enum of the wire and one of the domain that have the same variants.
macro_rules! convert_enum {
    ($wire:ident, $domain:ty { $($name:ident),* $(,)? }) => {
        impl From<$domain> for $wire {
            fn from(value: $domain) -> Self {
                match value {
                    $(<$domain>::$name => $wire::$name,)*
                }
            }
        }

        impl From<$wire> for $domain {
            fn from(value: $wire) -> Self {
                match value {
                    $($wire::$name => <$domain>::$name,)*
                }
            }
        }
    };
}

pub(crate) use convert_enum;
