//! What tests share: fixed clock, seeded ids, a PostgreSQL of their own.
