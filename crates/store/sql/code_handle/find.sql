-- CodeHandles::find: one handle, in any stage, expired or not.
select purpose, phone, customer_id, stage, code_tries, code_sends, code_sent_at, reset_token_hash, expires_at
  from code_handle
 where handle_hash = $1
