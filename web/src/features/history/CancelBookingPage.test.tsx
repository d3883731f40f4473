import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { orderSearch } from '@/lib/search';
import { renderScreen } from '@/testing/render-screen';
import { signIn } from '@/testing/sign-in';
import { refusal, serve } from '@/testing/stand-in-server';
import { CancelBookingPage } from './CancelBookingPage';

beforeEach(() => {
  signIn();
});

test.each(['#4071553902', '4071553902'])(
  'the order number may come from the navigation state, with or without its #: %s',
  async (order_id) => {
    const log = serve({
      'GET /api/user/get_order_info': () => [404, refusal('not_found', 'No such order.')],
    });
    renderScreen({ path: '/cancel-booking', component: CancelBookingPage, search: orderSearch, state: { order_id } });
    expect(await screen.findByRole('heading', { name: 'No such booking' })).toBeTruthy();
    const requests = log.filter(({ call }) => call.endsWith('get_order_info'));
    expect(requests.map(({ query }) => query.get('orderid'))).toEqual(['4071553902']);
  },
);
