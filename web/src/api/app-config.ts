import { queryOptions, useQuery } from '@tanstack/react-query';
import { rememberApiKey } from './api-key';

/** The brand and the settings that the browser needs before its first call. */
export const appConfigQuery = queryOptions({
  queryKey: ['app-config'],
  queryFn: async ({ signal }) => {
    // The page from the server brings this answer, so what asks for it may come after the first screen.
    const { answer, api } = await import('./client');
    const config = await answer(api.GET('/api/app-config', { signal }));
    rememberApiKey(config.api_key);
    return config;
  },
  staleTime: 10 * 60_000,
  retry: 2,
});

/** The app-config if it is there yet. */
export function useAppConfig() {
  return useQuery(appConfigQuery).data;
}
