-- How long before its start a booking `o` was made: a `LeadTime` of the domain.
case when o.starts_at - o.confirmed_at < 7200000 then 'within_2_hours'
            when o.starts_at - o.confirmed_at < 86400000 then 'within_24_hours'
            when o.starts_at - o.confirmed_at < 259200000 then 'within_3_days'
            else 'earlier' end
