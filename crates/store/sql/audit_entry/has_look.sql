-- Audit::has_look: whether a member of staff has an entry of this verb about this subject on a UTC day.
select cast(count(*) as bigint) as looks
  from audit_entry
 where subject_kind = $1 and subject_id = $2 and staff_id = $3 and verb = $4 and day = $5
