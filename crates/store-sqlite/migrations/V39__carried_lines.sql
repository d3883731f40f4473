-- A game that moves to another hour takes its paid lines along. Takings and reports count money for the booking that it was paid for.
alter table bill_line add column carried_from integer references orders (order_number); -- null: not carried
