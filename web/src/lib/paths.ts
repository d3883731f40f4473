import type {
  CourtSearch,
  HistorySearch,
  LocationSearch,
  OfferSearch,
  OrderSearch,
  TimeDateSearch,
  VerificationSearch,
} from './search';

/** The addresses of the player's app (spec §2): `<Link {...paths.location()}>`, `navigate(paths.login())`. */
export const paths = {
  home: () => ({ to: '/' }) as const,
  join: () => ({ to: '/join' }) as const,
  login: () => ({ to: '/login' }) as const,
  forgotPassword: () => ({ to: '/forgot-password' }) as const,
  mobileVerification: (search: VerificationSearch) => ({ to: '/mobile-verification', search }) as const,
  changePassword: (search: { user: string }) => ({ to: '/change-password', search }) as const,

  profile: () => ({ to: '/your-profile' }) as const,
  profileUpdate: () => ({ to: '/your-profile/profile-update' }) as const,
  accountPassword: () => ({ to: '/your-profile/your-profile/profile-update/change-password' }) as const,
  bookingHistory: (search: HistorySearch = {}) => ({ to: '/your-profile/booking-history', search }) as const,
  historyDetails: (orderNumber: string) =>
    ({ to: '/history-details/$orderNumber', params: { orderNumber: orderNumber.replace(/^#/, '') } }) as const,
  cancelBooking: (search: OrderSearch = {}) => ({ to: '/cancel-booking', search }) as const,

  location: (search: LocationSearch = {}) => ({ to: '/location', search }) as const,
  timeDateSelection: (search: TimeDateSearch) => ({ to: '/time-date-selection', search }) as const,
  courtSelection: (search: CourtSearch) => ({ to: '/court-selection', search }) as const,
  /** The confirm window of a held court. */
  heldCourt: (held: {
    orderid: string;
    venue_id: number;
    sport_id: number;
    court_id: number;
    date: string;
    time: string;
  }) =>
    ({
      to: '/court-selection',
      search: {
        venue: held.venue_id,
        sport: held.sport_id,
        date: held.date,
        time: held.time,
        court: held.court_id,
        order: held.orderid,
      } satisfies CourtSearch as CourtSearch,
    }) as const,
  bookingStatus: (search: OrderSearch = {}) => ({ to: '/booking-status', search }) as const,
  bookingConfirmation: (search: OrderSearch) => ({ to: '/booking-confirmation', search }) as const,

  /** The page of a player whose court was closed. */
  offer: (token: string, search: OfferSearch = {}) => ({ to: '/r/$token', params: { token }, search }) as const,

  aboutUs: () => ({ to: '/about-us' }) as const,
  contactUs: () => ({ to: '/contact-us' }) as const,
  privacyPolicy: () => ({ to: '/privacy-policy' }) as const,
  termsConditions: () => ({ to: '/terms-conditions' }) as const,
  /** The address of the terms in the sign-up form (spec §2). */
  termsAndConditions: () => ({ to: '/terms-and-conditions' }) as const,
  cancellationRefundPolicy: () => ({ to: '/cancellation-refund-policy' }) as const,
};
