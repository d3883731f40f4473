import type { historyTabs } from './search';

type HistoryTab = (typeof historyTabs)[number];

/**
 * Every address of the app (spec §2), built in this one place: `<Link {...paths.location()}>`, `navigate(paths.login())`.
 */
export const paths = {
  home: () => ({ to: '/' }) as const,
  join: () => ({ to: '/join' }) as const,
  login: () => ({ to: '/login' }) as const,
  forgotPassword: () => ({ to: '/forgot-password' }) as const,
  mobileVerification: (search: {
    user: string;
    reg?: '0' | '1';
    forgot?: 'true' | 'false';
    phone?: string;
    mobile_no?: string;
  }) => ({ to: '/mobile-verification', search }) as const,
  changePassword: (search: { user: string }) => ({ to: '/change-password', search }) as const,

  profile: () => ({ to: '/your-profile' }) as const,
  profileUpdate: () => ({ to: '/your-profile/profile-update' }) as const,
  accountPassword: () => ({ to: '/your-profile/your-profile/profile-update/change-password' }) as const,
  bookingHistory: (search: { tab?: HistoryTab } = {}) => ({ to: '/your-profile/booking-history', search }) as const,
  historyDetails: (orderNumber: string) =>
    ({ to: '/history-details/$orderNumber', params: { orderNumber: orderNumber.replace(/^#/, '') } }) as const,
  cancelBooking: (search: { orderId?: string } = {}) => ({ to: '/cancel-booking', search }) as const,

  location: () => ({ to: '/location' }) as const,
  timeDateSelection: (search: { venue: number; sport?: number; device_id?: string; date?: string; time?: string }) =>
    ({ to: '/time-date-selection', search }) as const,
  courtSelection: (search: {
    venue: number;
    sport?: number;
    device_id?: string;
    date: string;
    time: string;
    court?: number;
    order?: string;
    coupon?: string;
  }) => ({ to: '/court-selection', search }) as const,
  bookingStatus: (search: { orderId?: string } = {}) => ({ to: '/booking-status', search }) as const,
  bookingConfirmation: (search: { orderId?: string }) => ({ to: '/booking-confirmation', search }) as const,

  aboutUs: () => ({ to: '/about-us' }) as const,
  contactUs: () => ({ to: '/contact-us' }) as const,
  privacyPolicy: () => ({ to: '/privacy-policy' }) as const,
  termsConditions: () => ({ to: '/terms-conditions' }) as const,
  /** Where the sign-up checkbox links to; the router redirects it to the registered route (spec §2). */
  termsAndConditions: () => ({ to: '/terms-and-conditions' }) as const,
  cancellationRefundPolicy: () => ({ to: '/cancellation-refund-policy' }) as const,
};
