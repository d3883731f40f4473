-- A member of staff. Read by `from_row` in staff/members.rs.
staff_id, full_name, phone, role, denied, active, language, created_at, version
