import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type ParsedLocation,
  type RouterHistory,
} from '@tanstack/react-router';
import type { FunctionComponent } from 'react';
import { HomePage } from '@/features/home/HomePage';
import { useLanguage } from '@/lib/language';
import '@/lib/navigation-state';
import { paths } from '@/lib/paths';
import {
  changePasswordSearch,
  courtSearch,
  historySearch,
  locationSearch,
  offerSearch,
  orderSearch,
  timeDateSearch,
  verificationSearch,
} from '@/lib/search';
import { currentSession } from '@/lib/session';
import { retryUntilLoaded } from '@/lib/lazy-part';
import { parseQuery, writeQuery } from '@/lib/query-string';
import { RouteError } from './RouteError';
import { ScreenLoading } from './ScreenLoading';
import { routerScrolling } from './scroll-position';
import { Shell } from './Shell';

/** Renders a screen again when the language changes; the router itself renders a matched route only once. */
function withLanguage(Screen: FunctionComponent): FunctionComponent {
  return function WithLanguage() {
    useLanguage();
    return <Screen />;
  };
}

/**
 * A screen in a chunk of its own. Offline, the load is retried; a chunk that is missing while online is an error
 * (RouteError).
 */
function screen<Name extends string>(load: () => Promise<Record<Name, FunctionComponent>>, name: Name) {
  const Screen = lazyRouteComponent(() => retryUntilLoaded(load, { isGone: () => navigator.onLine }), name);
  return Object.assign(withLanguage(Screen), { preload: Screen.preload });
}

const NotFoundPage = screen(() => import('@/features/info/NotFoundPage'), 'NotFoundPage');

const rootRoute = createRootRoute({ component: Shell, notFoundComponent: NotFoundPage });
const getRoot = () => rootRoute;

/** Redirects a visitor to login and stores where to return to. */
function requireSession({ location }: { location: ParsedLocation }): void {
  if (currentSession().token === null) {
    throw redirect({ ...paths.login(), state: { returnTo: location.href }, replace: true });
  }
}

const routes = [
  createRoute({ getParentRoute: getRoot, path: '/', component: withLanguage(HomePage) }),

  createRoute({
    getParentRoute: getRoot,
    path: '/join',
    component: screen(() => import('@/features/accounts/JoinPage'), 'JoinPage'),
  }),
  createRoute({
    getParentRoute: getRoot,
    path: '/login',
    component: screen(() => import('@/features/accounts/LoginPage'), 'LoginPage'),
  }),
  createRoute({
    getParentRoute: getRoot,
    path: '/forgot-password',
    component: screen(() => import('@/features/accounts/ForgotPasswordPage'), 'ForgotPasswordPage'),
  }),
  createRoute({
    getParentRoute: getRoot,
    path: '/mobile-verification',
    validateSearch: verificationSearch,
    component: screen(() => import('@/features/accounts/MobileVerificationPage'), 'MobileVerificationPage'),
  }),
  createRoute({
    getParentRoute: getRoot,
    path: '/change-password',
    validateSearch: changePasswordSearch,
    component: screen(() => import('@/features/accounts/ChangePasswordPage'), 'ChangePasswordPage'),
  }),

  createRoute({
    getParentRoute: getRoot,
    path: '/your-profile',
    beforeLoad: requireSession,
    component: screen(() => import('@/features/profile/ProfilePage'), 'ProfilePage'),
  }),
  createRoute({
    getParentRoute: getRoot,
    path: '/your-profile/profile-update',
    beforeLoad: requireSession,
    component: screen(() => import('@/features/profile/ProfileUpdatePage'), 'ProfileUpdatePage'),
  }),
  createRoute({
    getParentRoute: getRoot,
    path: '/your-profile/your-profile/profile-update/change-password',
    beforeLoad: requireSession,
    component: screen(() => import('@/features/profile/AccountPasswordPage'), 'AccountPasswordPage'),
  }),
  createRoute({
    getParentRoute: getRoot,
    path: '/your-profile/booking-history',
    validateSearch: historySearch,
    beforeLoad: requireSession,
    component: screen(() => import('@/features/history/BookingHistoryPage'), 'BookingHistoryPage'),
  }),
  createRoute({
    getParentRoute: getRoot,
    path: '/history-details/$orderNumber',
    beforeLoad: requireSession,
    component: screen(() => import('@/features/history/HistoryDetailsPage'), 'HistoryDetailsPage'),
  }),
  createRoute({
    getParentRoute: getRoot,
    path: '/cancel-booking',
    validateSearch: orderSearch,
    beforeLoad: requireSession,
    component: screen(() => import('@/features/history/CancelBookingPage'), 'CancelBookingPage'),
  }),

  createRoute({
    getParentRoute: getRoot,
    path: '/location',
    validateSearch: locationSearch,
    component: screen(() => import('@/features/booking/LocationPage'), 'LocationPage'),
  }),
  createRoute({
    getParentRoute: getRoot,
    path: '/time-date-selection',
    validateSearch: timeDateSearch,
    component: screen(() => import('@/features/booking/TimeDatePage'), 'TimeDatePage'),
  }),
  createRoute({
    getParentRoute: getRoot,
    path: '/court-selection',
    validateSearch: courtSearch,
    component: screen(() => import('@/features/booking/CourtSelectionPage'), 'CourtSelectionPage'),
  }),
  createRoute({
    getParentRoute: getRoot,
    path: '/booking-status',
    validateSearch: orderSearch,
    component: screen(() => import('@/features/booking/BookingStatusPage'), 'BookingStatusPage'),
  }),
  createRoute({
    getParentRoute: getRoot,
    path: '/booking-confirmation',
    validateSearch: orderSearch,
    component: screen(() => import('@/features/booking/BookingConfirmationPage'), 'BookingConfirmationPage'),
  }),

  createRoute({
    getParentRoute: getRoot,
    path: '/r/$token',
    validateSearch: offerSearch,
    component: screen(() => import('@/features/closures/OfferPage'), 'OfferPage'),
  }),

  createRoute({
    getParentRoute: getRoot,
    path: '/about-us',
    component: screen(() => import('@/features/info/AboutPage'), 'AboutPage'),
  }),
  createRoute({
    getParentRoute: getRoot,
    path: '/contact-us',
    component: screen(() => import('@/features/info/ContactPage'), 'ContactPage'),
  }),
  createRoute({
    getParentRoute: getRoot,
    path: '/privacy-policy',
    component: screen(() => import('@/features/info/PrivacyPage'), 'PrivacyPage'),
  }),
  createRoute({
    getParentRoute: getRoot,
    path: '/terms-conditions',
    component: screen(() => import('@/features/info/TermsPage'), 'TermsPage'),
  }),
  createRoute({
    getParentRoute: getRoot,
    path: '/terms-and-conditions',
    beforeLoad: () => {
      throw redirect({ ...paths.termsConditions(), replace: true });
    },
  }),
  createRoute({
    getParentRoute: getRoot,
    path: '/cancellation-refund-policy',
    component: screen(() => import('@/features/info/RefundPolicyPage'), 'RefundPolicyPage'),
  }),
] as const;

const routeTree = rootRoute.addChildren(routes);

/**
 * All routes of spec §2, and the page of an offer; each screen but home is its own chunk. `history` is the browser's
 * unless one is given.
 */
export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    ...(history && { history }),
    parseSearch: parseQuery,
    stringifySearch: writeQuery,
    defaultPreload: 'intent',
    defaultPendingComponent: ScreenLoading,
    defaultPendingMs: 150,
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: NotFoundPage,
    ...routerScrolling,
  });
}

/** The router of one page visit, or of one page rendered on the server. */
export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
