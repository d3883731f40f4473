-- A version of a venue's prices. Read by `price_version` in price_versions.rs.
version, valid_from, published_at, staff_id, reverted_version, rules
