-- The columns of a member of staff, for each select of them.
staff_id, full_name, phone, role, denied, active, language, created_at, version
