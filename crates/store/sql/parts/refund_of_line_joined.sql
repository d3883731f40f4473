-- To each line `l` of the ledger about a refund for a booking, that refund as `back`; to others none, also if the money led to no
-- booking. The entry names the refund, and after it the attempt, if it is about one. The line names the booking of that time, and the
-- refund the one for which the money counts now.
left join refund back on back.bill_id = l.bill_id
                       and (back.reason = 'cancelled' or back.reason = 'venue_closed' or back.reason = 'moved')
                       and l.entry || '.' like l.event || '.refund-' || cast(back.refund_id as text) || '.%'
