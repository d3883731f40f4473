-- CodeHandles::replace_code: resendotp. A new code takes the place of the old one; wrong tries stay counted.
-- A code that was sent after $8 was sent by a clock that was wrong. No row touched: too soon, too often, or the handle is dead.
update code_handle
   set code_hash = $2, code_sends = code_sends + 1, code_sent_at = $3,
       expires_at = case when expires_at > $4 then expires_at else $4 end
 where handle_hash = $1
   and stage = 'issued'
   and code_tries < $5
   and code_sends < $6
   and (code_sent_at <= $7 or code_sent_at > $8)
   and expires_at > $3
