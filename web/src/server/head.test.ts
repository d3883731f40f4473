import { expect, test } from 'vitest';
import { config } from '@/testing/stand-in-server';
import { headOf } from './head';
import type { PageRequest } from './page-request';

/** The head of the list of one venue, of an operator with this phone number. */
function headWith(phone: string): string {
  const request = {
    path: '/location',
    public_url: 'https://play.example.in',
    config: { ...config, brand: { ...config.brand, phone } },
    venues: [{ venue_id: 1, venue_name: 'Riverside Arena', venue_location: 'Akota', venue_image: '' }],
    months: [],
  };
  return headOf(request as unknown as PageRequest, 'Choose a location', 200);
}

test('a venue for search engines has the phone number of the operator, and none if there is none', () => {
  expect(headWith('+912650000100')).toContain('"telephone":"+912650000100"');
  expect(headWith('')).toContain('"name":"Riverside Arena"');
  expect(headWith('')).not.toContain('telephone');
});
