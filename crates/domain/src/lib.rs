//! The rules of the game: ids, money, slots, prices, order states, cancellation. No I/O, no clock, no async.
