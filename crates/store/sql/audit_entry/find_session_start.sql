-- Audit::session_starts: what the entry says with which a session began; $1 is its number as text.
select after
  from audit_entry
 where subject_kind = 'session' and subject_id = $1 and verb = 'session.started'
 order by audit_id
 limit 1
