import type { components } from '@/api/schema';
import type { Drawn } from '@/app/page-data';
import type { Language } from '@/lib/language';

/** What the program asks for: one page, with everything that stands on it. crates/http/src/pages writes it. */
export interface PageRequest {
  /** The path without its query: `/time-date-selection`. */
  path: string;
  /** The query as far as it changes the page: `venue=1&sport=1`; empty without one. */
  query: string;
  language: Language;
  /** Where the site is, without a slash at its end: `https://play.example.in`. */
  public_url: string;
  /** How much of it is to be drawn. */
  drawn: Drawn;
  /** When the answers below were true, ISO 8601 UTC. */
  server_time: string;
  config: components['schemas']['AppConfigAnswer'];
  /** Null for a page that does not tell of them. */
  venues: components['schemas']['Venue'][] | null;
  /** The free hours of the venues that the page tells of. */
  months: components['schemas']['GetTimeslotsAnswer'][];
}

/** What the program sends. */
export interface Page {
  /** 200, or 404 for an address that is no screen. */
  status: number;
  html: string;
  /** The text of its style element, for the content security policy; empty without one. */
  style: string;
  /** The text of its one inline script that runs. */
  script: string;
}
