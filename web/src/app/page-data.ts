import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { rememberApiKey } from '@/api/api-key';
import { appConfigQuery } from '@/api/app-config';
import type { Language } from '@/lib/language';

/** The element that carries {@link PageData} in a page from the server. It is data, so no browser runs it. */
export const PAGE_DATA = 'page-data';

/** How much of its screen a page from the server holds: all, its frame with blocks where the rest will be, or no part. */
export type Drawn = 'whole' | 'outline' | 'nothing';

/** What a page from the server brings along for the app to go on with. */
export interface PageData {
  /** The server's instant at which the answers were true, ISO 8601 UTC. */
  server_time: string;
  /** The language that the page is written in. */
  language: Language;
  /** What #root holds already; the app has to draw the rest. */
  drawn: Drawn;
  /** Answers by their key in the query cache. */
  queries: readonly (readonly [QueryKey, unknown])[];
}

/** What the server left in this page; null on a page that it did not write. */
export function readPageData(): PageData | null {
  const text = document.getElementById(PAGE_DATA)?.textContent;
  return text ? (JSON.parse(text) as PageData) : null;
}

/** Puts the page's answers into the query cache, so that nothing is asked for that has just arrived. */
export function seed(client: QueryClient, { queries, server_time }: PageData): void {
  // A copy kept by the browser or its worker may be old, and this device's clock may be slow.
  const updatedAt = Math.min(Date.now(), Date.parse(server_time));
  for (const [key, data] of queries) client.setQueryData(key, data, { updatedAt });
  const config = client.getQueryData(appConfigQuery.queryKey);
  if (config) rememberApiKey(config.api_key);
}
