-- A session that began with a one-time link may replace an authenticator app also after a passkey has proven the person. Only adds; the
-- program before leaves 0, and such a session replaces the app only until a key has proven the person.

alter table staff_session add column may_replace_app bigint not null default 0 check (may_replace_app between 0 and 1); -- ends with a code of the app
update staff_session set may_replace_app = 1 where strength = 'link';
