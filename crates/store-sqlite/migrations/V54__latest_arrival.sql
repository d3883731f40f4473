-- Of two records that the players came the earlier time stays in `at`; the latest one decides whether an absence that a device sends later
-- is older. Only adds; of the program before, the column stays as it is.

alter table attendance add column latest_at integer; -- when the state was recorded for the last time; null: at `at`
