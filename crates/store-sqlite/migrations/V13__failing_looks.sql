-- Looks at the payment provider that come to nothing, lists too long for one look, and refunds too small to be sent.

alter table provider_order add column looks_failed integer not null default 0; -- in a row
alter table provider_order add column look_failure text;                    -- why the last of them failed
alter table provider_order add column list_from integer not null default 0;    -- the list of payments is read on from here

-- Below one rupee the provider sends nothing. What was promised before that was looked at ends: what waits is due now, and
-- ends at its next step; bookings whose refund was refused wait for it no longer.
update refund set next_step_at = approved_at where status = 'approved' and amount_paise < 100;
update orders set status = 'cancelled'
 where status = 'cancel_requested'
   and order_number in (select order_number from refund where status = 'failed' and amount_paise < 100);
