//! The answer of a player whose court was closed.

use sideout_app::closures::offers::{answer::ChosenPlace, choices::Choice};

/// The place of this choice, with the amounts that were shown for it.
pub fn chosen_place(choice: &Choice) -> ChosenPlace {
    ChosenPlace {
        venue: choice.venue,
        court: choice.court.id,
        day: choice.day,
        start: choice.start,
        due: choice.price.due,
        back: choice.price.back,
    }
}
