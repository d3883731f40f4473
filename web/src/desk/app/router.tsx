import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
} from '@tanstack/react-router';
import type { FunctionComponent } from 'react';
import { useLanguage } from '@/lib/language';
import { retryUntilLoaded } from '@/lib/lazy-part';
import { parseQuery, writeQuery } from '@/lib/query-string';
import { BoardPage } from '@/desk/board/BoardPage';
import { openPart } from '@/desk/lib/part-translations';
import {
  boardSearch,
  couponsSearch,
  moneySearch,
  playersSearch,
  pricesSearch,
  reportsSearch,
  signInSearch,
} from '@/desk/lib/search';
import { NotFound, RouteError } from './RouteError';
import { Shell } from './Shell';
import { StartPage } from './StartPage';
import { ScreenLoading } from './ScreenLoading';

/** Renders a screen again when the language changes; the router itself renders a matched route only once. */
function withLanguage(Screen: FunctionComponent): FunctionComponent {
  return function WithLanguage() {
    useLanguage();
    return <Screen />;
  };
}

/** A screen in a chunk of its own; without a network, loading it is tried again. */
function screen<Name extends string>(load: () => Promise<Record<Name, FunctionComponent>>, name: Name) {
  const Screen = lazyRouteComponent(() => retryUntilLoaded(load, { isGone: () => navigator.onLine }), name);
  return Object.assign(withLanguage(Screen), { preload: Screen.preload });
}

const rootRoute = createRootRoute({ component: Shell, notFoundComponent: withLanguage(NotFound) });
const getRoot = () => rootRoute;
const openPricesAndHours = () => openPart(() => import('@/desk/prices-and-hours/screens'), 'prices', 'hours');

const routes = [
  createRoute({ getParentRoute: getRoot, path: '/', component: withLanguage(StartPage) }),
  createRoute({
    getParentRoute: getRoot,
    path: '/sign-in',
    validateSearch: signInSearch,
    component: screen(() => openPart(() => import('@/desk/sign-in/SignInPage'), 'sign-in'), 'SignInPage'),
  }),
  createRoute({
    getParentRoute: getRoot,
    path: '/lock',
    validateSearch: signInSearch,
    component: screen(() => openPart(() => import('@/desk/lock/LockPage'), 'sign-in'), 'LockPage'),
  }),
  createRoute({
    getParentRoute: getRoot,
    path: '/join',
    component: screen(() => openPart(() => import('@/desk/sign-in/JoinPage'), 'sign-in'), 'JoinPage'),
  }),
  // The board is what the desk is opened for, so it is in the first load.
  createRoute({
    getParentRoute: getRoot,
    path: '/v/$venue/board',
    validateSearch: boardSearch,
    component: withLanguage(BoardPage),
  }),
  createRoute({
    getParentRoute: getRoot,
    path: '/v/$venue/check-in',
    component: screen(() => openPart(() => import('@/desk/check-in/CheckInPage'), 'check-in'), 'CheckInPage'),
  }),
  createRoute({
    getParentRoute: getRoot,
    path: '/v/$venue/money',
    validateSearch: moneySearch,
    component: screen(() => openPart(() => import('@/desk/money/MoneyPage'), 'money'), 'MoneyPage'),
  }),
  createRoute({
    getParentRoute: getRoot,
    path: '/v/$venue/day/$day',
    component: screen(() => openPart(() => import('@/desk/close-day/DayEndPage'), 'close-day', 'money'), 'DayEndPage'),
  }),
  createRoute({
    getParentRoute: getRoot,
    path: '/v/$venue/print',
    validateSearch: moneySearch,
    component: screen(() => openPart(() => import('@/desk/print/PrintPage'), 'print'), 'PrintPage'),
  }),
  createRoute({
    getParentRoute: getRoot,
    path: '/players/{-$player}',
    validateSearch: playersSearch,
    component: screen(
      () => openPart(() => import('@/desk/players/PlayersPage'), 'players', 'standing', 'sign-in'),
      'PlayersPage',
    ),
  }),
  createRoute({
    getParentRoute: getRoot,
    path: '/v/$venue/prices',
    validateSearch: pricesSearch,
    component: screen(openPricesAndHours, 'PricesPage'),
  }),
  createRoute({
    getParentRoute: getRoot,
    path: '/v/$venue/hours',
    component: screen(openPricesAndHours, 'HoursPage'),
  }),
  createRoute({
    getParentRoute: getRoot,
    path: '/reports/{-$name}',
    validateSearch: reportsSearch,
    component: screen(() => openPart(() => import('@/desk/reports/ReportsPage'), 'reports', 'money'), 'ReportsPage'),
  }),
  createRoute({
    getParentRoute: getRoot,
    path: '/messages',
    component: screen(() => openPart(() => import('@/desk/messages/MessagesPage'), 'records'), 'MessagesPage'),
  }),
  createRoute({
    getParentRoute: getRoot,
    path: '/audit',
    component: screen(() => openPart(() => import('@/desk/audit/AuditPage'), 'records', 'audit'), 'AuditPage'),
  }),
  createRoute({
    getParentRoute: getRoot,
    path: '/refunds/{-$refund}',
    component: screen(() => openPart(() => import('@/desk/refunds/RefundsPage'), 'refunds', 'money'), 'RefundsPage'),
  }),
  createRoute({
    getParentRoute: getRoot,
    path: '/coupons/{-$coupon}',
    validateSearch: couponsSearch,
    component: screen(() => openPart(() => import('@/desk/coupons/CouponsPage'), 'coupons'), 'CouponsPage'),
  }),
  createRoute({
    getParentRoute: getRoot,
    path: '/payouts/{-$payout}',
    component: screen(
      () => openPart(() => import('@/desk/payouts/PayoutsPage'), 'payouts', 'refunds', 'money'),
      'PayoutsPage',
    ),
  }),
  createRoute({
    getParentRoute: getRoot,
    path: '/set-up',
    component: screen(() => openPart(() => import('@/desk/set-up/SetUpPage'), 'sections'), 'SetUpPage'),
  }),
  createRoute({
    getParentRoute: getRoot,
    path: '/set-up/keys',
    component: screen(() => openPart(() => import('@/desk/set-up/KeysPage'), 'devices', 'keys', 'sign-in'), 'KeysPage'),
  }),
  createRoute({
    getParentRoute: getRoot,
    path: '/set-up/venues/{-$venue}',
    component: screen(() => openPart(() => import('@/desk/venues/VenuesPage'), 'venues'), 'VenuesPage'),
  }),
  createRoute({
    getParentRoute: getRoot,
    path: '/set-up/staff',
    component: screen(() => openPart(() => import('@/desk/staff/StaffPage'), 'staff'), 'StaffPage'),
  }),
  createRoute({
    getParentRoute: getRoot,
    path: '/set-up/brand/{-$part}',
    component: screen(() => openPart(() => import('@/desk/brand/BrandPage'), 'brand', 'records'), 'BrandPage'),
  }),
] as const;

const routeTree = rootRoute.addChildren(routes);

/** All addresses of the desk, under `/desk`. `history` is the browser's unless one is given. */
export function createDeskRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    basepath: '/desk',
    ...(history && { history }),
    parseSearch: parseQuery,
    stringifySearch: writeQuery,
    defaultPreload: 'intent',
    defaultPendingComponent: ScreenLoading,
    defaultPendingMs: 150,
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: NotFound,
  });
}

/** The router of one visit of the desk. */
export type DeskRouter = ReturnType<typeof createDeskRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: DeskRouter;
  }
}
