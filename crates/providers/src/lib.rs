//! Clients for the outside world: text messages and image storage.
