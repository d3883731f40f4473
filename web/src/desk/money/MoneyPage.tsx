import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useId, useMemo, useRef, useState, type ReactNode } from 'react';
import { failureMessage } from '@/api/failure-message';
import { dayForScreenReaders, dayIn, timeOrDateTime } from '@/lib/dates';
import { rupees } from '@/lib/money';
import { useOnline } from '@/lib/online';
import { useTitle } from '@/lib/title';
import { useMedia } from '@/lib/use-media';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailure } from '@/ui/LoadFailure';
import { Notice } from '@/ui/Notice';
import { Loading, Skeleton } from '@/ui/Skeleton';
import { clockOffset } from '@/desk/api/connection';
import { may, mayWithApproval, useMe, type Me } from '@/desk/api/me';
import { drawerQuery, moneyQuery, type DayMoney } from '@/desk/api/money';
import { DaySwitch } from '@/desk/layout/DaySwitch';
import { VenuePicker } from '@/desk/layout/VenuePicker';
import { DetailSheet } from '@/desk/layout/DetailSheet';
import { missingVenueText } from '@/desk/layout/missing-venue';
import { useIsShown } from '@/desk/lib/use-is-shown';
import { useShortcuts } from '@/desk/lib/use-shortcuts';
import { rememberVenue } from '@/desk/lib/last-venue';
import { paths } from '@/desk/lib/paths';
import type { MoneySearch } from '@/desk/lib/search';
import { useServerNow } from '@/desk/lib/use-server-now';
import { handOver } from '@/desk/api/lock-device';
import { FloatForm } from '@/desk/pay/FloatForm';
import { PayOut } from '@/desk/pay/PayOut';
import { takeMoneyTexts } from '@/desk/pay/texts';
import { CloseShift, type ToClose } from './CloseShift';
import { CountDrawer } from './CountDrawer';
import { CountedShifts } from './CountedShifts';
import { dayRows, isOwn, openRefunds } from './day-rows';
import { BookingLink, DayList, placeOf } from './DayList';
import { CountButton, Drawer } from './Drawer';
import { MoveCash } from './MoveCash';
import { MoneyTabs } from '@/desk/day-money/MoneyTabs';
import { dayMoneyTexts } from '@/desk/day-money/texts';
import { moneyTexts } from './texts';
import { useRowChanges } from './use-row-changes';
import { WayCards } from './WayCards';

type Venue = Me['venues'][number];

/** How often the screen checks whether a new day has begun, in milliseconds. */
const STEP_MILLISECONDS = 30_000;

/** The open form about the drawer. */
type Mode = { kind: 'float' | 'move' } | { kind: 'count'; shift: string; opening_paise: number } | ToCloseMode;
/** `safe` is null if the shift of an earlier count is closed. Closing that one hands the device over to no other person. */
type ToCloseMode = { kind: 'close'; counted: ToClose; safe: string | null };

/** The money of a venue's day: what was taken and given back, and the drawer. */
export function MoneyPage() {
  useTitle(dayMoneyTexts.title);
  const { venue: id } = useParams({ from: '/v/$venue/money' });
  const me = useMe();
  if (me === undefined) return null;
  const venue = me.venues.find((one) => String(one.id) === id);
  if (venue === undefined) return <EmptyState text={missingVenueText(me, id, moneyTexts.noVenue)} />;
  if (!may(me, 'payment.take')) return <EmptyState text={moneyTexts.notAllowed} />;
  return <VenueMoney key={venue.id} me={me} venue={venue} />;
}

function VenueMoney({ me, venue }: { me: Me; venue: Venue }) {
  const navigate = useNavigate();
  const search = useSearch({ from: '/v/$venue/money' });
  const zone = venue.time_zone;
  const query = useQuery(moneyQuery(venue.id, search.day));
  const drawer = useQuery(drawerQuery(venue.id));
  const money = query.data;
  const now = useServerNow(clockOffset(), STEP_MILLISECONDS);
  const today = dayIn(zone, new Date(now));
  const day = search.day ?? money?.day ?? today;
  // The day that is shown if the address names none.
  const standard = search.day === undefined ? day : today;
  const isToday = search.day === undefined || search.day === today;
  const shift = drawer.data?.shift;
  // Until the drawer is known, the cash is hidden from everyone who may not see what has to be in it.
  const isBlind = shift === undefined ? !may(me, 'shift.see_expected') : shift?.expected_paise === null;
  useEffect(() => rememberVenue(venue.id), [venue.id]);

  const online = useOnline();
  const isPhone = useMedia('(width < 40rem)');
  const isWide = useMedia('(width >= 80rem)');
  const root = useRef<HTMLDivElement>(null);
  useShortcuts(root);
  useEffect(() => {
    // The screen takes the focus, so that its keys work from the start.
    root.current?.focus({ preventScroll: true });
  }, []);

  const [mode, setMode] = useState<Mode | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    // The form that had the focus is closed.
    if (mode === null && wasOpen.current) (opener.current ?? root.current)?.focus({ preventScroll: true });
    wasOpen.current = mode !== null;
  }, [mode]);
  const close = () => setMode(null);
  const isShown = useIsShown();
  const newestMode = useRef(mode);
  useEffect(() => {
    newestMode.current = mode;
  }, [mode]);
  /**
   * Shows another form, or none, in the place of one that got its answer. Does nothing and returns false if the clerk has
   * opened another form or screen meanwhile: what is typed there stays.
   */
  function replaceMode(from: Mode, to: Mode | null): boolean {
    const { current } = newestMode;
    if (!isShown() || (current !== null && current !== from)) return false;
    setMode(to);
    return true;
  }

  function goToDay(to: (newest: string) => string) {
    void navigate({
      ...paths.money(venue.id),
      search: (before: { day?: string | undefined }): MoneySearch => {
        const next = to(before.day ?? standard);
        return next === today ? {} : { day: next };
      },
    });
  }

  const drawerProps = {
    me,
    zone,
    today,
    shift,
    failure: drawer.error,
    isBusy: drawer.isFetching,
    opener,
    onRetry: () => void drawer.refetch(),
    onCount: () => {
      if (shift) setMode({ kind: 'count', shift: shift.id, opening_paise: shift.opening_paise });
    },
    onFloat: () => setMode({ kind: 'float' }),
    onMove: () => setMode({ kind: 'move' }),
  };
  const asOf = timeOrDateTime(new Date(query.dataUpdatedAt + clockOffset()).toISOString(), zone, now);
  const hasSheet = mode !== null && !isWide;
  return (
    <div ref={root} tabIndex={-1} className="flex min-h-0 min-w-0 flex-1 outline-none">
      <div inert={isPhone && hasSheet} className="flex min-h-0 min-w-0 flex-1 flex-col">
        <div className="relative min-h-0 flex-1 overflow-y-auto px-4 pb-6 min-[40rem]:px-3.5">
          <div className="flex items-center gap-x-5 py-2.5 max-[40rem]:gap-x-2">
            <VenuePicker
              venues={me.venues}
              venue={venue}
              onVenue={(id) => void navigate({ ...paths.money(id), search: dayOf })}
            />
            <DaySwitch day={day} today={today} onDay={goToDay} />
          </div>
          <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
            <h1 className="display text-h2">
              {dayMoneyTexts.title}
              <span className="sr-only">{`, ${venue.name}, ${dayForScreenReaders(day)}`}</span>
            </h1>
            <MoneyTabs me={me} venue={venue.id} day={day} today={today} current="money" />
          </div>
          {!online && (
            <div className="mb-3">
              <Notice
                tone="warn"
                tight
                isLive
                title={money === undefined ? takeMoneyTexts.offline : moneyTexts.offline(asOf)}
              />
            </div>
          )}
          {query.isError && money !== undefined && online && (
            <div className="mb-3">
              <LoadFailure
                title={moneyTexts.stale}
                message={failureMessage(query.error)}
                retryLabel={moneyTexts.retry}
                isBusy={query.isFetching}
                onRetry={() => void query.refetch()}
                strip
              />
            </div>
          )}
          {money === undefined ? (
            <Missing failure={query.error} isBusy={query.isFetching} onRetry={() => void query.refetch()} />
          ) : (
            <div className="grid gap-5">
              <WayCards venue={venue.id} money={money} isBlind={isToday && isBlind} />
              <ToGiveBack me={me} venue={venue.id} money={money} />
              {!isWide && isToday && (
                <section className="rounded-lg border border-line bg-card p-4">
                  <Drawer {...drawerProps} isCountElsewhere={isPhone} />
                </section>
              )}
              {money.shifts.length > 0 && (
                <Section title={moneyTexts.shifts}>
                  <CountedShifts
                    me={me}
                    shifts={money.shifts}
                    zone={zone}
                    day={day}
                    onFinish={(counted) => setMode({ kind: 'close', counted, safe: null })}
                  />
                </Section>
              )}
              <Rows me={me} venue={venue} day={day} money={money} />
            </div>
          )}
        </div>
        {isPhone && isToday && shift !== undefined && (
          <div className="flex shrink-0 border-t border-line bg-card px-4 py-2.5">
            <CountButton {...drawerProps} />
          </div>
        )}
      </div>
      {(mode !== null || (isWide && isToday)) && (
        <DetailSheet label={moneyTexts.drawer} isBeside={isWide} onClose={close}>
          {mode === null ? (
            <div className="overflow-y-auto p-5">
              <Drawer {...drawerProps} isCountElsewhere={false} />
            </div>
          ) : (
            <DrawerMode me={me} venue={venue.id} mode={mode} onMode={(to) => replaceMode(mode, to)} />
          )}
        </DetailSheet>
      )}
    </div>
  );
}

/** The day of an address alone. */
const dayOf = ({ day }: { day?: string | undefined }): MoneySearch => (day === undefined ? {} : { day });

/** The open form about the drawer, in its sheet. */
function DrawerMode({
  me,
  venue,
  mode,
  onMode,
}: {
  me: Me;
  venue: number;
  mode: Mode;
  /** Shows another form, or none, after an answer; returns false if the clerk has gone on to something else meanwhile. */
  onMode: (mode: Mode | null) => boolean;
}) {
  const close = () => void onMode(null);
  const isShared = me.device !== null;
  function finish() {
    // A clerk who has gone on to something else has not handed over the device.
    if (onMode(null) && isShared) handOver(me.staff.id);
  }
  switch (mode.kind) {
    case 'float':
      return (
        <div className="overflow-y-auto p-5">
          <FloatForm venue={venue} onOpen={close} onClose={close} />
        </div>
      );
    case 'move':
      return <MoveCash venue={venue} onClose={close} />;
    case 'count':
      return (
        <CountDrawer
          shift={mode.shift}
          opening_paise={mode.opening_paise}
          handsOver={isShared}
          onDone={finish}
          onNotClosed={({ expected_paise, counted_paise, reason_above_paise }, safe) =>
            onMode({
              kind: 'close',
              counted: {
                shift: mode.shift,
                opening_paise: mode.opening_paise,
                expected_paise,
                counted_paise,
                reason_above_paise,
              },
              safe,
            })
          }
          onClose={close}
        />
      );
    case 'close':
      return (
        <CloseShift
          key={mode.counted.shift}
          counted={mode.counted}
          chosenSafe={mode.safe}
          handsOver={isShared && mode.safe !== null}
          onDone={mode.safe === null ? close : finish}
          onClose={close}
        />
      );
  }
}

function Missing({ failure, isBusy, onRetry }: { failure: Error | null; isBusy: boolean; onRetry: () => void }) {
  if (failure !== null) {
    return (
      <LoadFailure
        title={moneyTexts.failed}
        message={failureMessage(failure)}
        retryLabel={moneyTexts.retry}
        isBusy={isBusy}
        onRetry={onRetry}
      />
    );
  }
  return (
    <Loading label={moneyTexts.loading}>
      <div className="grid gap-2.5">
        <Skeleton className="h-28 w-full" />
        <Skeleton className="h-64 w-full" />
      </div>
    </Loading>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2 text-lead font-bold">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** The refunds that wait to be paid out. */
function ToGiveBack({ me, venue, money }: { me: Me; venue: number; money: DayMoney }) {
  const open = openRefunds(money);
  if (open.length === 0) return null;
  return (
    <Section title={moneyTexts.toGiveBack}>
      <ul className="rows rounded-lg border border-line bg-card px-4">
        {open.map((refund) => (
          <li key={refund.id} className="figures flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <div className="min-w-0 flex-1 basis-48">
              <span className="block font-bold">
                <BookingLink venue={venue} paid_for={refund.paid_for} />
              </span>
              <span className="block text-[.8125rem] text-quiet">{placeOf(refund.paid_for, money.day)}</span>
            </div>
            {mayWithApproval(me, 'refund.cash') ? (
              <PayOut
                venue={venue}
                owed={refund}
                about={`${refund.paid_for.name}, ${placeOf(refund.paid_for, money.day)}`}
              />
            ) : (
              <span className="font-bold">{rupees(refund.amount_paise / 100)}</span>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The payments and refunds of the desk on the day, and its movements of cash, with a notice of what is new or has changed. */
function Rows({ me, venue, day, money }: { me: Me; venue: Venue; day: string; money: DayMoney }) {
  const rows = useMemo(() => dayRows(money), [money]);
  const changed = useRowChanges(`${venue.id} ${day}`, rows, (row) => isOwn(row, me));
  return (
    <Section title={moneyTexts.list}>
      <p aria-live="polite" className="sr-only">
        {changed.size > 0 ? moneyTexts.rowsChanged(changed.size) : ''}
      </p>
      {rows.length === 0 ? (
        <p className="rounded-lg border border-line bg-card p-4 text-quiet">{moneyTexts.empty}</p>
      ) : (
        <DayList me={me} venue={venue} day={day} rows={rows} changed={changed} />
      )}
    </Section>
  );
}
