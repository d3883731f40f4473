-- Audit::list_session_starts: the facts of the entry with which a session began; $1 is the number of the session as text.
select after
  from audit_entry
 where subject_kind = 'session' and subject_id = $1 and verb = 'session.started'
 order by audit_id
 limit 1
