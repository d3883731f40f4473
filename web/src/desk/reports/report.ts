import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, type Answer } from '@/desk/api/client';
import type { ReportsSearch } from '@/desk/lib/search';

/** A report as the server answers it. */
export type Report = Answer<'get', '/api/desk/reports/{name}'>;
export type Figures = Report['figures'];
/** The figures of one report: `FiguresOf<'revenue'>`. */
export type FiguresOf<Name extends Figures['report']> = Extract<Figures, { report: Name }>;
export type Figure = FiguresOf<'occupancy'>['bookings'];
export type Rate = FiguresOf<'occupancy'>['sold'];
export type ReportRow = Answer<'get', '/api/desk/reports/{name}/bookings'>['rows'][number];

/** The reports, in the order of the tabs. */
const REPORTS = ['occupancy', 'revenue', 'no-shows', 'cancellations', 'coupons', 'prime-hours'] as const;
export type ReportName = (typeof REPORTS)[number];

/** The reports about open hours, which a retired venue does not have. */
const OF_OPEN_HOURS: readonly ReportName[] = ['occupancy', 'prime-hours'];

/** The reports about a venue, in the order of the tabs. */
export function reportsOf({ is_retired }: { is_retired: boolean }): ReportName[] {
  return REPORTS.filter((name) => !is_retired || !OF_OPEN_HOURS.includes(name));
}

export function isReport(name: string): name is ReportName {
  return (REPORTS as readonly string[]).includes(name);
}

/** The question that a report answers: its name, venue and days. */
export interface ReportQuestion {
  name: ReportName;
  venue: number;
  /** The first and the last day; null if the server decides the days. */
  days: { from: string; to: string } | null;
  /** Whether the figures of the period before are asked for too. */
  isCompared: boolean;
}

/** The query of an address that asks for a report. */
export function questionQuery({ venue, days, isCompared }: ReportQuestion): Record<string, string> {
  return { venue: String(venue), ...days, ...(isCompared && { compare: 'true' }) };
}

/** How often the free prime hours are read again, in milliseconds: they begin and are booked while they are shown. */
const PRIME_HOURS_MILLISECONDS = 60_000;

/** Reads the figures of a report. */
export const reportQuery = (question: ReportQuestion) =>
  queryOptions({
    queryKey: ['report', question],
    queryFn: ({ signal }) =>
      call('get', '/api/desk/reports/{name}', {
        params: { name: question.name },
        query: questionQuery(question),
        signal,
      }),
    // The figures of the last question stay until the new ones come, but only if they are of the same report and venue.
    placeholderData: (previous, before) => {
      const last = before?.queryKey[1] as ReportQuestion | undefined;
      return last?.name === question.name && last.venue === question.venue ? keepPreviousData(previous) : undefined;
    },
    staleTime: 30_000,
    refetchInterval: question.name === 'prime-hours' ? PRIME_HOURS_MILLISECONDS : false,
  });

/** Reads the rows behind a figure, page by page. */
export const behindQuery = (question: ReportQuestion, filter: Record<string, string>) =>
  infiniteQueryOptions({
    queryKey: ['report-bookings', question.name, question.venue, question.days, filter],
    queryFn: ({ signal, pageParam }) =>
      call('get', '/api/desk/reports/{name}/bookings', {
        params: { name: question.name },
        query: {
          ...questionQuery({ ...question, isCompared: false }),
          ...filter,
          ...(pageParam !== '' && { after: pageParam }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 30_000,
  });

/** The courts behind a figure of the free prime hours. */
export type PrimeHourList = Answer<'get', '/api/desk/prime-hours'>;

/** Reads the courts that are free in prime hours. */
export const primeHoursQuery = (venue: number) =>
  queryOptions({
    queryKey: ['prime-hours', venue],
    queryFn: ({ signal }) =>
      call('get', '/api/desk/prime-hours', { query: { venue: String(venue), free: 'true' }, signal }),
    staleTime: 30_000,
    refetchInterval: PRIME_HOURS_MILLISECONDS,
  });

/** The conditions of a figure from the address: "weekday.5,hour.19" → { weekday: "5", hour: "19" }; none for "all", null without a list. */
export function readBehind(behind: ReportsSearch['behind']): Record<string, string> | null {
  if (behind === undefined) return null;
  if (behind === 'all') return {};
  return Object.fromEntries(behind.split(',').map((part) => part.split(/\.(.*)/s).slice(0, 2) as [string, string]));
}

/** The conditions of a figure as text for the address, the inverse of {@link readBehind}. */
export function writeBehind(filter: Readonly<Record<string, string | number>>): string {
  const parts = Object.entries(filter).map(([name, value]) => `${name}.${value}`);
  return parts.length === 0 ? 'all' : parts.join(',');
}
