-- How long before its start a booking `o` was cancelled: a `LeadTime` of the domain.
case when o.starts_at - o.cancelled_at < 7200000 then 'within_2_hours'
            when o.starts_at - o.cancelled_at < 86400000 then 'within_24_hours'
            when o.starts_at - o.cancelled_at < 259200000 then 'within_3_days'
            else 'earlier' end
