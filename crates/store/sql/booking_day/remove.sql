-- BookingDays::remove_of_booking, BookingDays::remove_of_bookings: the bookings of a day have changed. Its sums go with it.
delete from booking_day where venue_id = $1 and day = $2
