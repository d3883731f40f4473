//! Customers, their sessions and codes, and the counters that limit guessing.

mod code_handles;
mod customers;
mod password_failures;
mod secret_hash;
mod sessions;
mod standings;
mod throttles;

pub use code_handles::{
    CodeHandle, CodeHandles, CodeTry, HandlePurpose, HandleStage, NewHandle, Registration, ReplacedCode,
    TriedCode,
};
pub(crate) use customers::erasure_lock;
pub use customers::{
    AccountState, Belongings, Customer, Customers, ErasureLock, FoundPlayer, MergedAccount, NewCustomer,
    PlayerFacts, ProfileEdit,
};
pub use password_failures::PasswordFailures;
pub use secret_hash::{CodeHash, PhoneHash, SecretHash};
pub use sessions::{SessionRow, Sessions};
pub use standings::Standing;
pub(crate) use throttles::CLOCKS_APART_MS;
pub use throttles::{Rate, Throttles, charge_call};
