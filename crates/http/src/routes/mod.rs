//! One file per endpoint: its request, its answers, its handler.

pub mod app_config;
pub mod forgotpassword;
pub mod forgotverification;
pub mod getcourt;
pub mod gettimeslots;
pub mod getvenue;
pub mod login;
pub mod otp;
pub mod register;
pub mod resendotp;
pub mod resetpassword;
pub mod user;
