import type { RecordsSearch } from './records-search';
import type {
  BoardSearch,
  CouponsSearch,
  MoneySearch,
  PlayersSearch,
  PricesSearch,
  ReportsSearch,
  SignInSearch,
} from './search';

/** The addresses of the desk: `<Link {...paths.keys()}>`. The router adds `/desk` in front. */
export const paths = {
  /** The board of the venue that was shown last; the set-up for a person without a venue. */
  start: () => ({ to: '/' }) as const,
  signIn: (search: SignInSearch = {}) => ({ to: '/sign-in', search }) as const,
  /** The lock of a paired device. */
  lock: (search: SignInSearch = {}) => ({ to: '/lock', search }) as const,
  /** The screen of a one-time link. */
  join: () => ({ to: '/join' }) as const,
  board: (venue: number, search: BoardSearch = {}) =>
    ({ to: '/v/$venue/board', params: { venue: String(venue) }, search }) as const,
  checkIn: (venue: number) => ({ to: '/v/$venue/check-in', params: { venue: String(venue) } }) as const,
  money: (venue: number, search: MoneySearch = {}) =>
    ({ to: '/v/$venue/money', params: { venue: String(venue) }, search }) as const,
  /** The end of a day: what is still open, and the report. */
  dayEnd: (venue: number, day: string) =>
    ({ to: '/v/$venue/day/$day', params: { venue: String(venue), day } }) as const,
  /** The day for printing. */
  print: (venue: number, search: MoneySearch = {}) =>
    ({ to: '/v/$venue/print', params: { venue: String(venue) }, search }) as const,
  /** Players by name or number, and the page of one of them. */
  players: (player?: string, search: PlayersSearch = {}) =>
    ({ to: '/players/{-$player}', params: { player }, search }) as const,
  prices: (venue: number, search: PricesSearch = {}) =>
    ({ to: '/v/$venue/prices', params: { venue: String(venue) }, search }) as const,
  hours: (venue: number) => ({ to: '/v/$venue/hours', params: { venue: String(venue) } }) as const,
  /** A report; without a name the first one. */
  reports: (name?: string, search: ReportsSearch = {}) =>
    ({ to: '/reports/{-$name}', params: { name }, search }) as const,
  /** The messages to players. */
  messages: (search: RecordsSearch = {}) => ({ to: '/messages', search }) as const,
  /** The audit: who did what. */
  audit: (search: RecordsSearch = {}) => ({ to: '/audit', search }) as const,
  /** The refunds through the payment provider, and one of them opened. */
  refunds: (refund?: string) => ({ to: '/refunds/{-$refund}', params: { refund } }) as const,
  /** The coupons, and one of them opened, or a form. */
  coupons: (coupon?: string, search: CouponsSearch = {}) =>
    ({ to: '/coupons/{-$coupon}', params: { coupon }, search }) as const,
  /** The payouts of the payment provider, and one payout or line opened. */
  payouts: (payout?: string) => ({ to: '/payouts/{-$payout}', params: { payout } }) as const,
  /** The list of the screens of the set-up. */
  setUp: () => ({ to: '/set-up' }) as const,
  keys: () => ({ to: '/set-up/keys' }) as const,
  staff: () => ({ to: '/set-up/staff' }) as const,
  /** The venues and their courts, and one of them opened; `new` for the form of a new one. */
  venues: (venue?: string) => ({ to: '/set-up/venues/{-$venue}', params: { venue } }) as const,
  /** The brand of the operator, and one part of it. */
  brand: (part?: string) => ({ to: '/set-up/brand/{-$part}', params: { part } }) as const,
};
