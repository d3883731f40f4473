import { queryOptions } from '@tanstack/react-query';
import { call } from './client';
import type { components } from './schema';

export type Passkey = components['schemas']['Passkey'];
export type Session = components['schemas']['Session'];

export const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: ({ signal }) => call('get', '/api/desk/me/keys', { signal }),
});

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await call('get', '/api/desk/me/sessions', { signal })).sessions,
});
