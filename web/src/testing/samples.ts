import type { components } from '@/api/schema';
import { success } from './stand-in-server';

type Schemas = components['schemas'];

/** A player as the server describes one. */
export const samplePlayer: Schemas['UserInfo'] = {
  customer_id: '17',
  full_name: 'Asha Patel',
  phone_no: '+919876543210',
  email: 'asha@example.in',
  dob: '1994-03-08',
  gender: 'female',
  image: null,
  reminders: true,
};

/** A confirmed booking that is to be paid at the court. */
export const sampleOrder: Schemas['GetOrderInfoAnswer'] = {
  ...success(),
  orderid: '4820193756',
  status: 'confirmed',
  payment_status: 'pay_at_court',
  venue_id: 1,
  sport_id: 1,
  court_id: 103,
  court_number: 'Court 3',
  court_type: 'OUTDOOR',
  venue: 'Riverside Arena',
  location: 'Akota',
  long_location: '12 River Road, Akota',
  location_link: null,
  image: '',
  name: 'Asha Patel',
  date: '2026-11-22',
  time: '7:00 PM',
  play_minutes: 55,
  price: 800,
  discount: 0,
  total_amount: 800,
  paid_amount: 0,
  due_amount: 800,
  coupon: null,
  bank_charge: 30,
  documents: [],
  issued_documents: [],
  may_pay_online: false,
  still_offered: true,
  timezone: 'Asia/Kolkata',
  starts_at: '2026-11-22T13:30:00Z',
  expires_at: null,
  hold_closed: false,
  can_cancel: true,
  cancel_before: '2026-11-22T07:30:00Z',
  refund_amount: 0,
  refund_at_desk: 0,
  refunds: [],
  second_payments: [],
  server_time: '2026-11-21T04:30:00Z',
};

/** The venue as it comes with its hours. */
export const sampleSlotVenue: Schemas['GetTimeslotsAnswer']['venue'] = {
  venue_id: 1,
  venue_name: 'Riverside Arena',
  venue_location: 'Akota',
  timezone: 'Asia/Kolkata',
  play_minutes: 55,
};
