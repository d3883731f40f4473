-- PlayerErasures::erase: removes the attempts to sign in at the desk with a number, from every network: their subjects are
-- `totp:<number>:<network>`.
delete from staff_failure where subject like 'totp:' || cast($1 as text) || ':%'
