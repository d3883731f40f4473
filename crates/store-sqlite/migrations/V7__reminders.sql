-- Whether a player wants to be reminded of a game. What happens to their money, booking and account is always told.

alter table customer add column reminders integer not null default 1 check (reminders in (0, 1));
