-- CodeHandles::find: the number that a code is tried for, and the reason why a try or a resend was refused.
select purpose, phone, customer_id, stage, code_tries, code_sends, code_sent_at, reset_token_hash, expires_at
  from code_handle
 where handle_hash = $1
