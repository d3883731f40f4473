-- Whether the court and time of a cancelled booking `o` was booked again after the cancellation, also if the later booking was
-- cancelled, too: if an hour was booked three times and cancelled twice, both cancelled bookings count as sold again. Times are
-- in milliseconds: 14400000 are the four hours of the longest slot (`LONGEST_SLOT_MINUTES` of the domain), so that earlier
-- starts are not read; 60000 are a minute.
exists (select 1
                 from orders later
                where later.venue_id = o.venue_id and later.venue_day = o.venue_day and later.court_id = o.court_id
                  and later.confirmed_at is not null and later.order_number <> o.order_number
                  and later.starts_at > o.starts_at - 14400000
                  and later.starts_at < o.starts_at + coalesce(o.slot_minutes, o.play_minutes) * 60000
                  and later.starts_at + coalesce(later.slot_minutes, later.play_minutes) * 60000 > o.starts_at
                  and (later.status = 'confirmed' or later.status = 'completed' or later.status = 'no_show'
                       or later.confirmed_at >= o.cancelled_at))
