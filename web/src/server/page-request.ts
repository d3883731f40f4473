import type { components } from '@/api/schema';
import type { RenderedExtent } from '@/app/page-data';
import type { Language } from '@/lib/language';

/** A request of the server: one page, with all data shown on it. crates/http/src/pages writes it. */
export interface PageRequest {
  /** The path without its query: `/time-date-selection`. */
  path: string;
  /** The part of the query that changes the page: `venue=1&sport=1`; may be empty. */
  query: string;
  language: Language;
  /** The base URL of the site, without a slash at its end: `https://play.example.in`. */
  public_url: string;
  /** How much of it to render. */
  extent: RenderedExtent;
  /** The time of the answers below, ISO 8601 UTC. */
  server_time: string;
  config: components['schemas']['AppConfigAnswer'];
  /** Null for a page that does not show them. */
  venues: components['schemas']['Venue'][] | null;
  /** The free hours of the venues that the page shows. */
  months: components['schemas']['GetTimeslotsAnswer'][];
}

/** The response that the server sends. */
export interface Page {
  /** 200, or 404 if no screen has the address. */
  status: number;
  html: string;
  /** The text of its style element, for the content security policy; empty if it has none. */
  style: string;
  /** The text of its one executable inline script. */
  script: string;
}
