-- CodeHandles::try_code: counts the try and consumes the code if it is right: one statement, so that concurrent guesses are
-- counted one by one. No row: the handle is expired, used, or of another purpose, was tried too often, or
-- its code was sent too long ago.
update code_handle
   set code_tries = code_tries + 1,
       stage = case when code_hash = $2 then $3 else stage end,
       reset_token_hash = case when code_hash = $2 then $4 else reset_token_hash end,
       expires_at = case when code_hash = $2 then $5 else expires_at end
 where handle_hash = $1
   and stage = 'issued'
   and (purpose = $6 or purpose = $7)
   and code_tries < $8
   and code_sent_at > $9
   and expires_at > $10
returning stage, purpose, phone, customer_id, registration, device_id, code_tries
