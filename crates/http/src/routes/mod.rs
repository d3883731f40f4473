//! A file for each call or for calls that belong together: requests, responses, handlers.

pub mod alternatives;
pub mod app_config;
pub mod availability_events;
pub mod desk;
pub mod forgotpassword;
pub mod forgotverification;
pub mod free_hours;
pub mod getcourt;
pub mod gettimeslots;
pub mod getvenue;
pub(crate) mod healthz;
pub(crate) mod images;
pub mod login;
pub(crate) mod manifest;
pub(crate) mod metrics;
pub mod offers;
pub mod otp;
pub(crate) mod razorpay_webhook;
pub(crate) mod readyz;
pub mod register;
pub mod resendotp;
pub mod resetpassword;
pub mod user;
pub(crate) mod web;

pub(crate) use razorpay_webhook::WEBHOOK_REJECTIONS;
pub(crate) use readyz::NOT_READY_REASONS;
