-- StaffSessions::prove: the person has proved by a key who they are. A code of the app shows that the app is not lost.
update staff_session
   set strength = $2, proven_at = $3, may_replace_app = case when $2 = 'totp' then 0 else may_replace_app end
 where token_hash = $1
