import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { ChartColumn, LayoutGrid, Lock, ScanLine, Settings, Tag, Users, Wallet, type LucideIcon } from 'lucide-react';
import { useEffect, useEffectEvent, useLayoutEffect } from 'react';
import { RouteAnnouncer } from '@/app/RouteAnnouncer';
import { failureMessage } from '@/api/failure-message';
import { useLanguage } from '@/lib/language';
import { setBrandTitle } from '@/lib/title';
import { dismissPersonalToasts, dismissToast, toast, TOAST_MILLISECONDS, useToasts } from '@/lib/toast';
import { Avatar } from '@/ui/Avatar';
import { LoadFailure } from '@/ui/LoadFailure';
import { Toasts } from '@/ui/Toasts';
import { may, meQuery, activeVenues, type Me } from '@/desk/api/me';
import { hasCode } from '@/desk/api/problem';
import { watchSignedOut, type SessionEnd } from '@/desk/api/signed-out';
import { unansweredLock } from '@/desk/lib/locked-device';
import { isPaired, rememberPaired } from '@/desk/lib/paired-device';
import { paths } from '@/desk/lib/paths';
import { lockDevice } from '@/desk/api/lock-device';
import { KeysLayer } from '@/desk/keys/KeysLayer';
import { QueueBadge } from '@/desk/offline/QueueBadge';
import { ScreenLoading } from './ScreenLoading';
import { moneyScreen } from './money-screen';
import { Scanner } from './Scanner';
import { Search } from './Search';
import { shownVenue } from './shown-venue';
import { deskTexts } from './texts';
import { useDeviceLock } from './use-device-lock';
import { useGoKeys } from './use-go-keys';
import { useOfflineParts } from './use-offline-parts';
import { useShortcutName } from '@/desk/lib/single-keys';

/** The screens that a person who is not signed in sees. */
const OUTSIDE = ['/sign-in', '/join', '/lock'];
/** The screens of `OUTSIDE` on which it is not known who the person is. */
const UNKNOWN = ['/sign-in', '/lock'];

/** The frame around every screen: entries at the left, on phones below; and what can appear over any screen. */
export function Shell() {
  useLanguage();
  useLeaveAtSessionEnd();
  const location = useLocation();
  const isOutside = OUTSIDE.includes(location.pathname);
  return (
    <>
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-md bg-solid px-4 py-3 font-bold text-on-solid focus:translate-y-0"
      >
        {deskTexts.skipToContent}
      </a>
      {isOutside ? (
        <main id="content" tabIndex={-1} className="flex min-h-dvh flex-col">
          <Outlet />
        </main>
      ) : unansweredLock() === null ? (
        <Inside />
      ) : (
        // The server would still answer the session of the person who locked.
        <Navigate {...paths.lock({ to: placeOf(location) })} replace />
      )}
      <RouteAnnouncer />
      <ToastLayer isUnknown={UNKNOWN.includes(location.pathname)} />
    </>
  );
}

/** The path and query inside the desk, without `/desk`. */
function placeOf({ pathname, searchStr }: { pathname: string; searchStr: string }): string {
  return pathname + searchStr;
}

/** Opens the sign-in, or the lock of a paired device, when the session has ended; each leads back to the same place. */
function useLeaveAtSessionEnd(): void {
  const navigate = useNavigate();
  const location = useLocation();
  const leave = useEffectEvent((reason: SessionEnd) => {
    if (OUTSIDE.includes(location.pathname)) return;
    const search = { to: placeOf(location) };
    if (reason === 'signed_out') toast.forAnyone('info', deskTexts.signedOut);
    void navigate({
      ...(reason === 'locked' || isPaired() ? paths.lock(search) : paths.signIn(search)),
      replace: true,
    });
  });
  useEffect(() => watchSignedOut(leave), []);
}

/** The toasts; `isUnknown`: it is not known who sees them. */
function ToastLayer({ isUnknown }: { isUnknown: boolean }) {
  const toasts = useToasts();
  // A write can be answered after its session has ended: its toast is removed before it is painted.
  useLayoutEffect(() => {
    if (isUnknown) dismissPersonalToasts();
  }, [isUnknown, toasts]);
  const shortcut = useShortcutName();
  const shown = toasts.map(({ action, ...toast }) => {
    if (action === undefined) return toast;
    const key = shortcut(action.key);
    return { ...toast, action: { label: action.label, run: action.run, ...(key !== undefined && { key }) } };
  });
  return toasts.length === 0 ? null : (
    <Toasts toasts={shown} onDismiss={dismissToast} milliseconds={TOAST_MILLISECONDS} atBottom />
  );
}

function Inside() {
  const query = useQuery(meQuery);
  const me = query.data;
  const name = me?.business.name;
  useEffect(() => {
    if (name !== undefined) setBrandTitle(name);
  }, [name]);
  const isOnDevice = me !== undefined && me.device !== null;
  useEffect(() => {
    if (isOnDevice) rememberPaired(true);
  }, [isOnDevice]);
  useDeviceLock(me?.device?.lock_seconds ?? null);
  useOfflineParts();
  if (me?.must_enrol === true || hasCode(query.error, 'must_enrol')) return <Navigate {...paths.join()} replace />;
  return (
    <div className="flex h-dvh flex-col-reverse print:block print:h-auto min-[40rem]:flex-row">
      <Entries me={me} canLock={isOnDevice} />
      <main id="content" tabIndex={-1} className="flex min-h-0 min-w-0 flex-1 flex-col">
        {me === undefined && query.error === null && <ScreenLoading />}
        {me === undefined && query.error !== null && !hasCode(query.error, 'signed_out') && (
          <div className="grid flex-1 place-content-center">
            <LoadFailure
              title={deskTexts.failedTitle}
              message={failureMessage(query.error)}
              retryLabel={deskTexts.tryAgain}
              isBusy={query.isFetching}
              onRetry={() => void query.refetch()}
            />
          </div>
        )}
        {me !== undefined && <Outlet />}
      </main>
      {me !== undefined && <Scanner me={me} />}
      {me !== undefined && <Search me={me} />}
      <KeysLayer />
    </div>
  );
}

const entry =
  'grid min-h-13 content-center justify-items-center gap-1 rounded-md px-1 py-2 text-[.6875rem] leading-none font-semibold text-quiet transition-colors hover:bg-raised hover:text-ink aria-[current=page]:bg-solid aria-[current=page]:text-on-solid min-[40rem]:w-15';

/** The entries of the desk: at the left, on phones at the lower edge. */
function Entries({ me, canLock }: { me: Me | undefined; canLock: boolean }) {
  const shortcut = useShortcutName();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const brand = me?.business.short_name ?? '';
  const shown = me === undefined ? undefined : shownVenue(pathname, me);
  const money = me === undefined ? undefined : moneyScreen(me, shown);
  const checkIn = may(me, 'attendance.mark') ? shown : undefined;
  const mayFind = may(me, 'player.find');
  const mayRead = may(me, 'report.read');
  const prices =
    me !== undefined && may(me, 'price.publish') ? shownVenue(pathname, { venues: activeVenues(me) }) : undefined;
  useGoKeys((key) => {
    if (key === 'b') void navigate(paths.start());
    else if (key === 'd' && checkIn !== undefined) void navigate(paths.checkIn(checkIn));
    else if (key === 'm' && money !== undefined) void navigate(money);
    else if (key === 'c' && prices !== undefined) void navigate(paths.prices(prices));
    else if (key === 'p' && mayFind) void navigate(paths.players());
    else if (key === 'r' && mayRead) void navigate(paths.reports());
    else return false;
    return true;
  });
  return (
    <nav
      aria-label={deskTexts.navigation}
      className="flex shrink-0 items-center border-line bg-card print:hidden max-[40rem]:justify-around max-[40rem]:border-t max-[40rem]:px-2 max-[40rem]:pt-1.5 max-[40rem]:pb-[max(.5rem,env(safe-area-inset-bottom))] min-[40rem]:w-[4.75rem] min-[40rem]:flex-col min-[40rem]:gap-1 min-[40rem]:overflow-y-auto min-[40rem]:border-r min-[40rem]:py-4"
    >
      <span
        className={`display mb-3 line-clamp-3 shrink-0 px-1 text-center leading-none italic max-[40rem]:hidden ${brand.length > 5 ? 'text-[1rem]' : 'text-[1.5rem]'}`}
      >
        {brand}
      </span>
      <Entry to={paths.start()} Icon={LayoutGrid} isCurrent={pathname.endsWith('/board')}>
        {deskTexts.board}
      </Entry>
      {checkIn !== undefined && (
        <Entry to={paths.checkIn(checkIn)} Icon={ScanLine} isCurrent={pathname.endsWith('/check-in')}>
          {deskTexts.checkIn}
        </Entry>
      )}
      {money !== undefined && (
        <Entry to={money} Icon={Wallet} isCurrent={/\/(money|day\/.+)$|^\/(refunds|payouts)/.test(pathname)}>
          {deskTexts.money}
        </Entry>
      )}
      {mayFind && (
        <Entry to={paths.players()} Icon={Users} isCurrent={pathname.startsWith('/players')}>
          {deskTexts.players}
        </Entry>
      )}
      {prices !== undefined && (
        <Entry to={paths.prices(prices)} Icon={Tag} isCurrent={/\/(prices|hours)$/.test(pathname)}>
          {deskTexts.prices}
        </Entry>
      )}
      {mayRead && (
        <Entry to={paths.reports()} Icon={ChartColumn} isCurrent={pathname.startsWith('/reports')}>
          {deskTexts.reports}
        </Entry>
      )}
      <Entry to={paths.setUp()} Icon={Settings} isCurrent={pathname.startsWith('/set-up')}>
        {deskTexts.setUp}
      </Entry>
      {me !== undefined && <QueueBadge me={me} className={entry} />}
      {canLock && (
        <button type="button" aria-keyshortcuts={shortcut('L')} onClick={lockDevice} className={entry}>
          <Lock aria-hidden="true" className="size-5.5" />
          {deskTexts.lock}
        </button>
      )}
      {me !== undefined && (
        <Link
          {...paths.keys()}
          className="mt-auto grid justify-items-center gap-1 rounded-md p-1 text-[.6875rem] font-semibold text-quiet hover:text-ink max-[40rem]:hidden"
        >
          <Avatar name={me.staff.name} size="sm" />
          <span className="max-w-15 truncate">{me.staff.name.split(' ')[0]}</span>
        </Link>
      )}
    </nav>
  );
}

function Entry({
  to,
  Icon,
  isCurrent,
  children,
}: {
  to:
    | ReturnType<(typeof paths)['start' | 'checkIn' | 'players' | 'prices' | 'reports' | 'setUp']>
    | NonNullable<ReturnType<typeof moneyScreen>>;
  Icon: LucideIcon;
  isCurrent: boolean;
  children: string;
}) {
  return (
    <Link {...to} aria-current={isCurrent ? 'page' : undefined} className={entry}>
      <Icon aria-hidden="true" className="size-5.5" />
      {children}
    </Link>
  );
}
