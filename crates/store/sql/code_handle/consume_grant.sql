-- CodeHandles::consume_grant: for resetpassword. No row: the handle is not verified, consumed, expired, or another token
-- than the one it was given with.
update code_handle
   set stage = 'consumed'
 where handle_hash = $1
   and reset_token_hash = $2
   and purpose = 'reset'
   and stage = 'verified'
   and expires_at > $3
returning customer_id, phone
