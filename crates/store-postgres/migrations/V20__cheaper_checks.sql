-- SQLite's V20 makes its checks cheaper. PostgreSQL compares with a list of values without a table, so nothing changes here; the
-- number keeps both engines at one version.
select 1;
