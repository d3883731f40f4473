//! What players are offered whose courts were closed: another court or hour, or the money back.

pub mod answer;
pub mod choices;
pub mod expire_offers;
pub mod find_offers;
pub mod link;
