//! Words about staff that the document lists: roles and ways to sign in.

use sideout_domain::staff::{Role, SignInStrength};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, schema::Type},
};

fn one_of(description: &'static str, words: impl IntoIterator<Item = &'static str>) -> RefOr<Schema> {
    let words: Vec<&str> = words.into_iter().collect();
    let schema = ObjectBuilder::new().schema_type(Type::String).description(Some(description));
    RefOr::T(Schema::Object(schema.enum_values(Some(words)).build()))
}

/// What a member of staff is, in the document.
pub struct RoleWord;

impl PartialSchema for RoleWord {
    fn schema() -> RefOr<Schema> {
        one_of("What a member of staff is.", Role::ALL.iter().map(|role| role.name()))
    }
}

impl ToSchema for RoleWord {}

/// How a session of staff was signed in, or the key that has proven its person since, in the document.
pub struct StrengthWord;

impl PartialSchema for StrengthWord {
    fn schema() -> RefOr<Schema> {
        let description = "How a session was signed in, or the key that has proven its person since.";
        one_of(description, SignInStrength::ALL.iter().map(|strength| strength.name()))
    }
}

impl ToSchema for StrengthWord {}
