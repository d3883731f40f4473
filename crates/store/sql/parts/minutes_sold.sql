-- The minutes of court time of an order `o`.
coalesce(o.slot_minutes, o.play_minutes)
