-- CodeHandles::replace_code: a new code replaces the old one; wrong tries stay counted. A code with a sending time after $8 was
-- sent by a wrong clock. No row changed: too soon, sent or tried too often, or the handle was used or has expired.
update code_handle
   set code_hash = $2, code_sends = code_sends + 1, code_sent_at = $3,
       expires_at = case when expires_at > $4 then expires_at else $4 end
 where handle_hash = $1
   and stage = 'issued'
   and code_tries < $5
   and code_sends < $6
   and (code_sent_at <= $7 or code_sent_at > $8)
   and expires_at > $3
