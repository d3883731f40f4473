-- PostgreSQL's V18 makes a claim cheaper there. SQLite prepares checks and triggers once for each connection, so nothing
-- changes here; the number keeps both engines at one version.
select 1;
