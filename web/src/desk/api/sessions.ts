import { queryOptions } from '@tanstack/react-query';
import { call } from './client';
import type { components } from './schema';

export type Session = components['schemas']['Session'];

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await call('get', '/api/desk/me/sessions', { signal })).sessions,
  // Tried without a network, too, so that the screen can say why it is empty.
  networkMode: 'offlineFirst',
});
