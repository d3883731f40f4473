import { expect, test } from 'vitest';
import type { OrderInfo } from '@/api/order-info';
import { asOneText, gameToShare, whatsAppLink } from './share-text';

const MAP = 'https://maps.example/?q=Riverside & Arena';
const order = {
  orderid: '4071553902',
  pass_code: 'SO1._oEsEg.4071553902.29922570.3.signature',
  name: 'Asha Patel',
  court_number: 'Court 3',
  venue: 'Riverside Arena',
  long_location: '12 River Road, Akota, Vadodara 390020',
  date: '2026-11-22',
  time: '7:00 PM',
  play_minutes: 55,
  total_amount: 750,
} as OrderInfo;

test('the shared text names the place and the time', () => {
  expect(asOneText(gameToShare(order, MAP)).split('\n')).toEqual([
    'Pickleball at Riverside Arena',
    'Court 3 · Sun, 22 Nov 2026, 7:00 – 7:55 PM',
    '12 River Road, Akota, Vadodara 390020',
    MAP,
  ]);
  expect(asOneText(gameToShare(order, undefined)).split('\n')).toHaveLength(3);
});

test('the shared text contains no code, order number, name or amount', () => {
  const text = asOneText(gameToShare(order, MAP));
  for (const secret of ['SO1.', order.orderid, order.name, '750']) expect(text).not.toContain(secret);
});

test('the link to WhatsApp carries the whole text', () => {
  const link = new URL(whatsAppLink(gameToShare(order, MAP)));
  expect(link.origin).toBe('https://wa.me');
  expect(link.searchParams.get('text')).toBe(asOneText(gameToShare(order, MAP)));
});
