//! Customers, their sessions and codes, and the counters that limit guessing. A method that does not say which errors it returns
//! returns a [`StoreError`](crate::StoreError) only.

mod account_states;
mod code_handles;
mod customers;
mod password_failures;
mod passwords;
mod player_search;
mod secret_hash;
mod sessions;
mod standings;
mod throttles;

pub(crate) use account_states::erasure_lock;
pub use account_states::{AccountState, Belongings, ErasureLock, MergedAccount};
pub use code_handles::{
    CodeHandle, CodeHandles, CodeTry, HandlePurpose, HandleStage, NewHandle, Registration, ReplacedCode,
    TriedCode,
};
pub use customers::{Customer, Customers, NewCustomer, PlayerSummary, ProfileEdit};
pub use password_failures::PasswordFailures;
pub use player_search::FoundPlayer;
pub use secret_hash::{CodeHash, PhoneHash, SecretHash};
pub use sessions::{SessionRow, Sessions};
pub use standings::Standing;
pub(crate) use throttles::CLOCKS_APART_MS;
pub use throttles::{Rate, Throttles, charge_call};
