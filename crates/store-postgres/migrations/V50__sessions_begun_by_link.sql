-- A session that began with a one-time link may replace an authenticator app also after another key has proven the person. Only adds; the
-- program before leaves 0, and such a session keeps the app.

alter table staff_session add column began_by_link bigint not null default 0 check (began_by_link between 0 and 1);
update staff_session set began_by_link = 1 where strength = 'link';
