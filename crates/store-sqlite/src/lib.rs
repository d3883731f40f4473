//! The embedded engine: one writer, group commit, migrations.
