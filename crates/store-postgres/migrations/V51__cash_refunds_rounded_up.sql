-- A desk gives back whole rupees in cash: what it adds to a refund with paise. Only adds; the program before gives the paise back as they are.

alter table refund add column round_up_paise bigint not null default 0 check (round_up_paise between 0 and 99);
