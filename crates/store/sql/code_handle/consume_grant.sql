-- CodeHandles::consume_grant: for resetpassword. No row: the handle is of another purpose, consumed, expired or not
-- verified, or has another reset token.
update code_handle
   set stage = 'consumed'
 where handle_hash = $1
   and reset_token_hash = $2
   and purpose = 'reset'
   and stage = 'verified'
   and expires_at > $3
returning customer_id, phone
