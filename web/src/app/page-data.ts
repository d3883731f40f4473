import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { rememberApiKey } from '@/api/api-key';
import { appConfigQuery } from '@/api/app-config';
import type { Language } from '@/lib/language';

/**
 * The id of the element that contains {@link PageData} in a page from the server. It is a data block, which browsers do
 * not execute.
 */
export const PAGE_DATA = 'page-data';

/** How much of its screen a page from the server contains: all, its skeleton, or nothing. */
export type RenderedExtent = 'whole' | 'skeleton' | 'nothing';

/** Data that a page from the server passes to the app. */
export interface PageData {
  /** The server's time of the answers, ISO 8601 UTC. */
  server_time: string;
  /** The language of the page. */
  language: Language;
  /** How much of the screen #root already contains; the app renders the rest. */
  rendered: RenderedExtent;
  /** Answers by their key in the query cache. */
  queries: readonly (readonly [QueryKey, unknown])[];
}

/** The server's data in this page; null if the server did not write the page. */
export function readPageData(): PageData | null {
  const text = document.getElementById(PAGE_DATA)?.textContent;
  return text ? (JSON.parse(text) as PageData) : null;
}

/** Puts the page's answers into the query cache. */
export function seed(client: QueryClient, { queries, server_time }: PageData): void {
  // The page may come from a cache of the browser or its worker, and this device's clock may be slow.
  const updatedAt = Math.min(Date.now(), Date.parse(server_time));
  for (const [key, data] of queries) client.setQueryData(key, data, { updatedAt });
  const config = client.getQueryData(appConfigQuery.queryKey);
  if (config) rememberApiKey(config.api_key);
}
