-- A version of a venue's hours. Read by `hours_version` in hours_versions.rs.
version, valid_from, published_at, staff_id, reverted_version, hours
