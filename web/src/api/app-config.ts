import { queryOptions, useQuery } from '@tanstack/react-query';
import { rememberApiKey } from './api-key';

/** The brand and the settings that the browser needs before its first call. */
export const appConfigQuery = queryOptions({
  queryKey: ['app-config'],
  queryFn: async ({ signal }) => {
    // A page from the server contains this reply, so the client code for fetching it may load after the first screen.
    const { answer, api } = await import('./client');
    const config = await answer(api.GET('/api/app-config', { signal }));
    rememberApiKey(config.api_key);
    return config;
  },
  staleTime: 10 * 60_000,
  retry: 2,
});

/** The app-config; undefined until it is loaded. */
export function useAppConfig() {
  return useQuery(appConfigQuery).data;
}
