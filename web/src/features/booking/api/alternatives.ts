import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { components } from '@/api/schema';

/** The nearest alternatives to a court that is taken. */
export type Alternatives = components['schemas']['Alternatives'];

/** Loads the nearest alternatives to a taken court. They may be taken since. */
export const alternativesQuery = (venue: number, sport: number, date: string, time: string, court: number) =>
  queryOptions({
    queryKey: ['alternatives', venue, sport, date, time, court],
    queryFn: async ({ signal }): Promise<Alternatives> => {
      const query = { venue, sport, date, time, court };
      return (await answer(api.GET('/api/alternatives', { params: { query }, signal }))).alternatives;
    },
    staleTime: 5_000,
  });
