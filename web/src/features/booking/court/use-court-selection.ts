import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useAppConfig } from '@/api/app-config';
import { AVAILABILITY_MILLISECONDS, courtsQuery } from '@/api/courts';
import { OWN_COURTS, type Ownership } from '@/api/own-courts';
import { slotsQuery } from '@/api/slots';
import { chipDay } from '@/lib/dates';
import { paths } from '@/lib/paths';
import { scrollBehavior } from '@/lib/scroll-behavior';
import { currentSession, useSession } from '@/lib/session';
import { toast } from '@/lib/toast';
import type { WantedSlot } from '../api/add-times';
import { alternativesQuery } from '../api/alternatives';
import { cancelUntil } from '../cancel-until';
import type { ChangeTexts } from '../live/changes';
import { useChanges } from '../live/use-changes';
import { courtTexts } from '../texts';
import { type ContinueStep, continueStep } from './continue-step';
import { courtGroups, type VenueCourt } from './court-groups';
import type { HoldOutcome } from './hold-court';
import { reasonNotOffered } from './not-offered';
import { returnSearch } from './return-search';
import { useCourtChoice } from './use-court-choice';
import { useCourtsOfHour } from './use-courts-of-hour';
import { useHold } from './use-hold';
import { type Held, useRelease } from './use-release';

const changeTexts: ChangeTexts = {
  taken: (names) => courtTexts.othersTook(names),
  freed: (names, count) => courtTexts.othersFreed(names, count),
};

/** State and actions of court selection. The court and a held order are in the address. */
export function useCourtSelection() {
  const search = useSearch({ from: '/court-selection' });
  const { searchStr } = useLocation();
  const { isAuthenticated } = useSession();
  const navigate = useNavigate();
  const router = useRouter();
  const queryClient = useQueryClient();
  const config = useAppConfig();
  const map = useRef<HTMLDivElement>(null);

  const { venue, sport, device_id, date, time } = search;
  const place = { venue, sport, device_id, date };
  const hour = `${date} ${time}`;
  const { courts, shown, isRefused, ownership, isOwnKnown } = useCourtsOfHour(venue, date, time, sport);
  const noneFree = shown?.every((court) => court.available !== 'yes') ?? false;
  const slots = useQuery({
    ...slotsQuery(venue, sport),
    // An hour without a free court may change from full to past while it is shown.
    refetchInterval: noneFree && AVAILABILITY_MILLISECONDS,
  });
  const order = isAuthenticated ? search.order : undefined;
  const { releasing: release, skipRelease } = useRelease(
    order === undefined ? null : { orderid: order, court: search.court },
    () => Promise.all([refetchCourts(), refetchOwnCourts()]),
  );
  const releasing = release?.court;
  const { hold, isHolding, isFinding } = useHold(afterHold);
  // The order that was being released when "Continue" was tapped for its court.
  const [waitsFor, setWaitsFor] = useState<Held>();
  const isWaiting = waitsFor !== undefined && waitsFor.orderid === release?.orderid;
  const isReleased = waitsFor !== undefined && !isWaiting;

  const groups = courtGroups(shown ?? []);
  const isFresh = !courts.isPlaceholderData;
  const choice = useCourtChoice({
    hour,
    groups,
    updatedAt: courts.dataUpdatedAt,
    isFresh,
    court: search.court,
    order: search.order,
    isAuthenticated,
    isHolding,
    releasing,
    ownership,
    isOwnKnown,
  });
  const { picked, chosen, own, isOurs, isLoggedOut, justGone } = choice;
  // A court held here is available, whatever the list of hours says.
  const why =
    noneFree && !isOurs && own === undefined && !isLoggedOut
      ? reasonNotOffered(slots.data?.date ?? [], date, time)
      : null;
  const taken = why === null ? choice.taken : undefined;
  const nearest = useQuery({
    ...alternativesQuery(venue, sport, date, time, taken?.id ?? 0),
    enabled: taken !== undefined && !isHolding,
  });

  const others = groups
    .flatMap((group) => group.courts)
    .filter((court) => court.id !== search.court && ownership(court.id) === undefined);
  const { changed, announcement } = useChanges(
    hour,
    courts.data === undefined || isRefused || !isFresh ? undefined : others,
    changeTexts,
  );

  function refetchCourts() {
    return queryClient.invalidateQueries({ queryKey: courtsQuery(venue, date, time, sport).queryKey });
  }

  function refetchOwnCourts() {
    return queryClient.invalidateQueries({ queryKey: [OWN_COURTS] });
  }

  /** Same address with another court; replaces the entry in the browser's history. */
  function choose(court: number | undefined) {
    return navigate({
      ...paths.courtSelection({ ...place, time, court }),
      replace: true,
      resetScroll: false,
    });
  }

  /** The message about a lost court is above the courts; on a phone it may be scrolled out of view. */
  function scrollToMessage() {
    window.scrollTo({ top: 0, behavior: scrollBehavior() });
  }

  /** The court of the newest address, which may not be rendered yet. */
  function newestCourt(): number {
    return Number(new URLSearchParams(router.latestLocation.searchStr).get('court'));
  }

  /**
   * Another player got the court: clears the choice and scrolls to the message. A player who has gone on to another
   * hour or screen, or has chosen another court, must not be brought back.
   */
  const giveUp = useEffectEvent((lost: number) => {
    if (!isStillShown({ venue_id: venue, date, time }) || newestCourt() !== lost) return;
    void choose(undefined);
    scrollToMessage();
  });
  useEffect(() => {
    if (justGone !== undefined) giveUp(justGone);
  }, [justGone]);

  function logIn(court = search.court) {
    toast.warning(courtTexts.signIn, courtTexts.signInTitle);
    void navigate({ ...paths.login(), state: { returnUrl: returnSearch(searchStr, court) } });
  }

  /** Holds a court; a visitor logs in first and returns to it. */
  function holdCourt(court: number) {
    if (isAuthenticated) hold({ sport_id: sport, venue_id: venue, court_id: court, date, time });
    else logIn(court);
  }

  function openOwn({ kind, court }: Ownership) {
    if (kind === 'booked') void navigate(paths.bookingConfirmation({ orderId: court.orderid }));
    else if (court.isBeingPaid) void navigate(paths.bookingStatus({ orderId: court.orderid }));
    else void navigate({ ...paths.heldCourt(court), resetScroll: false, state: { confirmOpened: true } });
  }

  function focusCourts() {
    map.current?.querySelector<HTMLButtonElement>('button:not([aria-disabled])')?.focus();
  }

  // The window gives the focus back to what opened it. What is not there any more, such as the offer of another court
  // in place of a lost one, cannot take it.
  const hadOrder = useRef(false);
  useEffect(() => {
    if (hadOrder.current && order === undefined && document.activeElement === document.body) {
      map.current?.querySelector<HTMLButtonElement>('[aria-pressed=true]')?.focus({ preventScroll: true });
    }
    hadOrder.current = order !== undefined;
  }, [order]);

  function nextStep() {
    return continueStep({
      query: new URLSearchParams(router.latestLocation.searchStr),
      isAuthenticated: currentSession().token !== null,
      groups,
      chosen,
      releasing,
      ownership,
    });
  }

  function perform(step: ContinueStep) {
    if (step.kind === 'open-own') openOwn(step.ownership);
    if (step.kind === 'hold') holdCourt(step.court);
    if (step.kind === 'choose-first') {
      toast.warning(courtTexts.forgotCourt, courtTexts.forgotCourtTitle);
      focusCourts();
    }
  }

  function continueWithCourt() {
    const step = nextStep();
    if (step.kind === 'after-release') setWaitsFor(release);
    else perform(step);
  }

  const continueAfterRelease = useEffectEvent(() => {
    // A player who is leaving does not want the court any more.
    if (search.court === waitsFor?.court && isStillShown({ venue_id: venue, date, time })) perform(nextStep());
  });
  useEffect(() => {
    if (isReleased) continueAfterRelease();
  }, [isReleased]);

  /** A tap on a court of the map; on the chosen one it has no effect (spec §2). */
  function chooseOnMap(court: VenueCourt) {
    // Another court may have been tapped just before, which is not rendered as chosen yet.
    if (court.id === chosen?.id && newestCourt() === court.id) return;
    choice.forgetLost();
    setWaitsFor(undefined);
    // The order of a court that is being released must not be opened.
    const already = court.id === releasing ? undefined : ownership(court.id);
    if (already === undefined) void choose(court.id);
    else openOwn(already);
  }

  /** A tap on one of the nearest courts that are offered in place of a lost one. */
  function takeInstead(court: number) {
    setWaitsFor(undefined);
    void choose(court);
    holdCourt(court);
  }

  /** Whether the address still names the hour of a slot. */
  function isStillShown(slot: Pick<WantedSlot, 'venue_id' | 'date' | 'time'>): boolean {
    const { pathname, searchStr: newest } = router.latestLocation;
    const query = new URLSearchParams(newest);
    return (
      pathname === paths.courtSelection(search).to &&
      query.get('venue') === String(slot.venue_id) &&
      query.get('date') === slot.date &&
      query.get('time') === slot.time
    );
  }

  async function afterHold(outcome: HoldOutcome, slot: WantedSlot) {
    // A late reply must not bring the player back from another hour or screen.
    if (!isStillShown(slot)) return;
    switch (outcome.kind) {
      case 'held':
        choice.forgetLost();
        // A new entry in the browser's history, so that back closes the window and does not leave the screen.
        await navigate({
          ...paths.courtSelection({
            ...place,
            time,
            court: slot.court_id,
            order: outcome.order.orderid,
          }),
          resetScroll: false,
          state: { confirmOpened: true },
        });
        return;
      case 'taken':
        queryClient.setQueryData(
          alternativesQuery(venue, sport, date, time, slot.court_id).queryKey,
          outcome.alternatives,
        );
        choice.lose(slot.court_id);
        toast.warning(courtTexts.forgotCourt, courtTexts.forgotCourtTitle);
        // Another court may have been chosen meanwhile.
        await Promise.all([newestCourt() === slot.court_id && choose(undefined), refetchCourts()]);
        scrollToMessage();
        return;
      case 'booked':
        // Booked elsewhere, which this screen did not know yet.
        choice.forgetLost();
        await Promise.all([refetchOwnCourts(), refetchCourts()]);
        return;
      case 'signed-out':
        logIn(slot.court_id);
        return;
      case 'refused':
        if (outcome.message === '') toast.warning(courtTexts.forgotCourt, courtTexts.forgotCourtTitle);
        else toast.warning(outcome.message, courtTexts.orderFailedTitle);
        return;
      default:
        toast.error(outcome.message || courtTexts.orderFailed, courtTexts.orderFailedTitle);
    }
  }

  const zone = slots.data?.venue.timezone ?? config?.timezone;
  // The device's clock may be wrong by hours, so it only tells how long ago the server reported its time. An event that
  // changes the hours later brings no new time.
  const serverTime = slots.data?.server_time;
  const [reported, setReported] = useState<{ serverTime: string; at: number } | null>(null);
  if (serverTime !== undefined && serverTime !== reported?.serverTime) {
    setReported({ serverTime, at: slots.dataUpdatedAt });
  }
  // Before the courts of this hour arrive, `dataUpdatedAt` is 0, and it is not known how late it is.
  const now = reported && isFresh && new Date(Date.parse(reported.serverTime) + (courts.dataUpdatedAt - reported.at));
  const until =
    config && now && zone !== undefined && cancelUntil({ date, time }, config.cancel_cutoff_minutes, zone, now);
  const cancelNote = until ? courtTexts.cancelUntil(`${chipDay(until.day)}, ${until.time}`) : courtTexts.noCancel;
  const sum = (count: (group: (typeof groups)[number]) => number) =>
    groups.reduce((total, group) => total + count(group), 0);

  return {
    ...choice,
    place,
    date,
    time,
    hour,
    /** The query of the courts of the hour, for its state. */
    courts,
    /** The server refuses to list them, such as for a retired venue. */
    isRefused,
    slots,
    groups,
    /** The number of courts, and of free ones. */
    all: sum((group) => group.courts.length),
    free: sum((group) => group.free),
    noneFree,
    /** Why this hour is not offered; null if it is, also while all its courts are taken. */
    why,
    taken,
    alternatives: nearest.data,
    changed,
    announcement,
    /** The order whose confirm window is open. */
    order,
    skipRelease,
    /** A court is being held, or will be as soon as its release is over. */
    isHolding: isHolding || isWaiting,
    isFinding,
    map,
    venueName: slots.data?.venue.venue_name,
    /** Undefined until the hours of the venue are loaded. */
    playMinutes: slots.data?.venue.play_minutes,
    hoursOfDay: slots.data?.date.find((day) => day.date.date === date)?.slots ?? [],
    /** Until when a booking can be cancelled, or that it cannot be; undefined until that is known. */
    cancelNote: config && now && courts.isSuccess ? cancelNote : undefined,
    /** The player's own courts on the map; the one of this screen is shown as chosen. */
    ownershipOnMap: (court: number) => (isOurs && court === picked?.id ? undefined : ownership(court)),
    venuesPath: paths.location({ date, time }),
    // The link to the hours, which lead back here with the same court.
    timesPath: paths.timeDateSelection({ ...place, time, court: search.court }),
    logIn,
    openOwn,
    chooseOnMap,
    takeInstead,
    continueWithCourt,
    focusCourts,
  };
}
