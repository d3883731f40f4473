//! Who plays: what a customer tells about themself, parsed into types that cannot be wrong.
