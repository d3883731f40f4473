import { catalogue } from '@/lib/language';

/** The names of what players are told about. */
export const noticeTexts = catalogue('notice', {
  confirmed: 'Booking confirmed',
  moved: 'Booking moved',
  reminder: 'Reminder',
  cancelled: 'Booking cancelled',
  court_closed: 'Court closed',
  closure_offer: 'Choice after a closure',
  refund_issued: 'Refund on its way',
  refund_done: 'Refund arrived',
  refund_failed: 'Refund failed',
  refund_settled: 'Refund settled another way',
  password_changed: 'Password changed',
  erasure_asked: 'Data will be erased',
  erasure_undone: 'Data will not be erased',
});
