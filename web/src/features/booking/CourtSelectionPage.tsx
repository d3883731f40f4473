import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useAppConfig } from '@/api/app-config';
import { AVAILABILITY_MILLISECONDS, courtsQuery } from '@/api/courts';
import { slotsQuery } from '@/api/slots';
import { chipDay, dayAndMonth, timeRange } from '@/lib/dates';
import { rupees } from '@/lib/money';
import { useOutlined } from '@/lib/outlined';
import { paths } from '@/lib/paths';
import { currentSession, useSession } from '@/lib/session';
import { useTitle } from '@/lib/title';
import { toast } from '@/lib/toast';
import { EmptyCourtArt } from '@/ui/art/EmptyCourtArt';
import { BackButton } from '@/ui/BackButton';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { Notice } from '@/ui/Notice';
import { Pill } from '@/ui/Pill';
import { Skeleton } from '@/ui/Skeleton';
import { StepsHeader } from '@/ui/StepsHeader';
import type { WantedSlot } from './api/add-times';
import { alternativesQuery } from './api/alternatives';
import { unwrapReply } from '@/api/unwrap-reply';
import { OWN_COURTS, type Ownership } from '@/api/own-courts';
import { cancelUntil } from './cancel-until';
import { ConfirmDialog } from './confirm/ConfirmDialog';
import { courtGroups, findCourt } from './court/court-groups';
import { CourtAction } from './court/CourtAction';
import { CourtMap } from './court/CourtMap';
import { CourtsOutline } from './court/CourtsOutline';
import { CourtsFailure, CourtsLoading, QuestionWithRoom } from './court/CourtsState';
import type { HoldOutcome } from './court/hold-court';
import { notOffered } from './court/not-offered';
import { OtherHours } from './court/OtherHours';
import { returnSearch } from './court/return-search';
import { OwnCourt } from './court/OwnCourt';
import { useCourtsOfHour } from './court/use-courts-of-hour';
import { useHold } from './court/use-hold';
import { TakenCourt } from './court/TakenCourt';
import { useRelease } from './court/use-release';
import { GameSummary } from './GameSummary';
import type { Changes } from './live/changes';
import { useChanges } from './live/use-changes';
import { USUAL_PLAY_MINUTES } from './play-minutes';
import { backTexts, courtTexts, stepTexts } from './texts';

/** With at most this many free courts, other hours are offered as well. */
const FEW = 4;

/** A court that another player got first, and the time of the data shown then. */
interface LostCourt {
  hour: string;
  court: number;
  lookedAt: number;
}

/** The changes by other players, as text for screen readers. */
function describeChanges({ taken, freed }: Changes): string {
  const names = (courts: Changes['taken']) => courts.map(({ name }) => name).join(', ');
  return [
    ...(taken.length === 0 ? [] : [courtTexts.othersTook(names(taken))]),
    ...(freed.length === 0 ? [] : [courtTexts.othersFreed(names(freed), freed.length)]),
  ].join(' ');
}

/** Step 3 of 3: choose a court (spec §2). The court and a held order are in the address; no other state is kept. */
export function CourtSelectionPage() {
  return useOutlined() ? <CourtsOutline /> : <CourtsOfHour />;
}

function CourtsOfHour() {
  useTitle(courtTexts.documentTitle);
  const search = useSearch({ from: '/court-selection' });
  const { searchStr } = useLocation();
  const { isAuthenticated } = useSession();
  const navigate = useNavigate();
  const router = useRouter();
  const queryClient = useQueryClient();
  const config = useAppConfig();
  const map = useRef<HTMLDivElement>(null);
  const [lost, setLost] = useState<LostCourt | null>(null);

  const { venue, sport, device_id, date, time } = search;
  const place = { venue, sport, device_id, date };
  const { courts, shown, ownership, ownKnown } = useCourtsOfHour(venue, date, time);
  const noneFree = shown?.every((court) => court.available !== 'yes') ?? false;
  const slots = useQuery({
    ...slotsQuery(venue, sport),
    select: unwrapReply,
    // An hour without a free court may change from full to past while it is shown.
    refetchInterval: noneFree && AVAILABILITY_MILLISECONDS,
  });
  const order = isAuthenticated ? search.order : undefined;
  const { releasing, settle } = useRelease(order === undefined ? null : { orderid: order, court: search.court }, () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: courtsQuery(venue, date, time).queryKey }),
      queryClient.invalidateQueries({ queryKey: [OWN_COURTS] }),
    ]),
  );

  const { hold, holding, finding } = useHold(afterHold);

  const hour = `${date} ${time}`;
  const fresh = !courts.isPlaceholderData;
  const groups = courtGroups(shown ?? []);
  const picked = findCourt(groups, search.court);
  // A court that this screen holds, is about to hold or has just released is not free for others, but can be chosen
  // here.
  const ours = order !== undefined || holding || (picked !== undefined && releasing === picked.id);
  // A court that the player holds or has booked elsewhere (another tab, another device, earlier) is not chosen either.
  const own = ours ? undefined : ownership(picked?.id);
  const chosen = picked !== undefined && own === undefined && (picked.free || ours) ? picked : undefined;
  // If the session ended elsewhere, the player's own court must not be shown as another player's.
  const [mine, setMine] = useState<{ hour: string; court: number } | null>(null);
  const held = order === undefined && own?.kind !== 'held' ? undefined : picked?.id;
  if (held !== undefined && (mine?.hour !== hour || mine.court !== held)) setMine({ hour, court: held });
  if (isAuthenticated && held === undefined && mine !== null && ownKnown) setMine(null);
  const lostSight =
    !isAuthenticated &&
    picked !== undefined &&
    !picked.free &&
    (search.order !== undefined || mine?.court === picked.id);
  // A court counts as lost to another player only if it was available on this screen before.
  const offer = chosen === undefined || !fresh ? null : `${hour} ${chosen.id}`;
  const [offered, setOffered] = useState<string | null>(null);
  if (offer !== null && offer !== offered) setOffered(offer);
  const gone =
    picked !== undefined && chosen === undefined && own === undefined && !lostSight && ownKnown && fresh
      ? picked
      : undefined;
  const justGone = gone !== undefined && offered === `${hour} ${gone.id}` ? gone.id : undefined;

  if (justGone !== undefined && (lost?.hour !== hour || lost.court !== justGone)) {
    setLost({ hour, court: justGone, lookedAt: 0 });
  }
  const lostCourt = lost?.hour === hour ? findCourt(groups, lost.court) : undefined;
  // The courts on the screen may be older than the refusal, and the court may have become free again since.
  const stillLost =
    lost && lostCourt && (!lostCourt.free || courts.dataUpdatedAt <= lost.lookedAt) ? lostCourt : undefined;
  // A court held here is available, whatever the list of hours says.
  const why =
    noneFree && !ours && own === undefined && !lostSight ? notOffered(slots.data?.date ?? [], date, time) : null;
  const taken = why === null ? (stillLost ?? gone) : undefined;
  const nearest = useQuery({
    ...alternativesQuery(venue, sport, date, time, taken?.id ?? 0),
    enabled: taken !== undefined && !holding,
  });

  const all = groups.reduce((sum, group) => sum + group.courts.length, 0);
  const free = groups.reduce((sum, group) => sum + group.free, 0);
  const others = groups
    .flatMap((group) => group.courts)
    .filter((court) => court.id !== search.court && ownership(court.id) === undefined);
  const { changed, announcement } = useChanges(
    hour,
    courts.data === undefined || !fresh ? undefined : others,
    describeChanges,
  );

  /** Same address with another court; replaces the entry in the browser's history. */
  function choose(court: number | undefined) {
    return navigate({
      ...paths.courtSelection({ ...place, time, court }),
      replace: true,
      resetScroll: false,
    });
  }

  /** Another player got the court: clears the choice and scrolls to the message. */
  const giveUp = useEffectEvent(() => {
    void choose(undefined);
    // The message is above the courts; on a phone it may be scrolled out of view.
    window.scrollTo({ top: 0, behavior: 'smooth' });
  });
  useEffect(() => {
    if (justGone !== undefined) giveUp();
  }, [justGone]);

  function logIn(court = search.court) {
    toast.warning(courtTexts.signIn, courtTexts.signInTitle);
    void navigate({ ...paths.login(), state: { returnUrl: returnSearch(searchStr, court) } });
  }

  /** Holds a court; a visitor logs in first and returns to it. */
  function take(court: number) {
    if (!isAuthenticated) {
      logIn(court);
      return;
    }
    void hold({ sport_id: sport, venue_id: venue, court_id: court, date, time });
  }

  /** Goes to the confirm window of a hold, the status of a payment, or the pass of a booking. */
  function openOwn({ kind, court }: Ownership) {
    if (kind === 'booked') void navigate(paths.bookingConfirmation({ orderId: court.orderid }));
    else if (court.paying) void navigate(paths.bookingStatus({ orderId: court.orderid }));
    else void navigate({ ...paths.heldCourt(court), resetScroll: false, state: { confirmOpened: true } });
  }

  function goOn() {
    // A tap may come before the render of the previous one: the address is newer than the screen.
    const now = new URLSearchParams(router.latestLocation.searchStr);
    // The court is held already, and the window is not rendered yet. A visitor's address can name an order too, one of
    // a session that has ended.
    if (currentSession().token !== null && now.has('order')) return;
    const court = findCourt(groups, Number(now.get('court')));
    const already = ownership(court?.id);
    if (already !== undefined) {
      openOwn(already);
      return;
    }
    const drawn = court?.id === chosen?.id;
    const wanted = drawn ? chosen : court?.free ? court : undefined;
    if (!wanted) {
      toast.warning(courtTexts.forgotCourt, courtTexts.forgotCourtTitle);
      map.current?.querySelector<HTMLButtonElement>('button:not(:disabled)')?.focus();
      return;
    }
    take(wanted.id);
  }

  async function afterHold(outcome: HoldOutcome, slot: WantedSlot) {
    switch (outcome.kind) {
      case 'held':
        setLost(null);
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
        setLost({ hour, court: slot.court_id, lookedAt: courts.dataUpdatedAt });
        toast.warning(courtTexts.forgotCourt, courtTexts.forgotCourtTitle);
        await Promise.all([
          choose(undefined),
          queryClient.invalidateQueries({ queryKey: courtsQuery(venue, date, time).queryKey }),
        ]);
        // The message is above the courts; on a phone it may be scrolled out of view.
        window.scrollTo({ top: 0, behavior: 'smooth' });
        return;
      case 'booked':
        // Booked in another tab, which this screen did not know yet.
        setLost(null);
        await Promise.all([
          queryClient.invalidateQueries({ queryKey: [OWN_COURTS] }),
          queryClient.invalidateQueries({ queryKey: courtsQuery(venue, date, time).queryKey }),
        ]);
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

  const playMinutes = slots.data?.venue.play_minutes ?? USUAL_PLAY_MINUTES;
  const venueName = slots.data?.venue.venue_name;
  const until =
    config &&
    cancelUntil({ date, time }, config.cancel_cutoff_minutes, config.timezone, new Date(courts.dataUpdatedAt));
  const cancelNote = until ? courtTexts.cancelUntil(`${chipDay(until.day)}, ${until.time}`) : courtTexts.noCancel;
  const when = `${chipDay(date)}, ${time}`;
  const venueStep = venueName ?? stepTexts.names[0] ?? '';
  const venuesPath = paths.location({ date, time });
  // To the hours, which lead back here with the same court.
  const timesPath = paths.timeDateSelection({ ...place, time, court: search.court });
  const ownAction =
    own && picked
      ? {
          name: picked.name,
          state: courtTexts.ownState[own.kind],
          way:
            own.kind === 'booked' ? courtTexts.openPass : own.court.paying ? courtTexts.seePayment : courtTexts.finish,
        }
      : undefined;
  const action = { chosen, own: ownAction, busy: holding, finding, onContinue: goOn };

  return (
    <div className="page gutter pb-10">
      <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_23rem] lg:gap-14">
        <div className="min-w-0">
          <StepsHeader
            step={3}
            title={courtTexts.title}
            subtitle={
              courts.isPending ? (
                <QuestionWithRoom time={time} />
              ) : all === 0 || why !== null ? (
                courtTexts.question
              ) : (
                courtTexts.subtitle(free, all, time)
              )
            }
            back={<BackButton label={backTexts.times} render={<Link {...timesPath} />} />}
            steps={[
              { name: venueStep, render: <Link {...venuesPath}>{venueStep}</Link> },
              { name: when, render: <Link {...timesPath}>{when}</Link> },
              stepTexts.names[2] ?? '',
            ]}
          >
            <span className="flex flex-wrap gap-2 md:hidden">
              <Pill render={<Link {...venuesPath} />}>
                <span className="sr-only">{stepTexts.changeVenue}</span>{' '}
                {venueName ?? <Skeleton className="h-3.5 w-24" />}
              </Pill>
              <Pill render={<Link {...timesPath} />}>
                <span className="sr-only">{stepTexts.changeHour}</span> {when}
              </Pill>
            </span>
          </StepsHeader>
          <div className="mt-6 grid grid-cols-1 gap-6">
            {taken !== undefined && (
              <TakenCourt
                key={`${hour} ${taken.id}`}
                name={taken.name}
                just={taken === stillLost}
                alternatives={nearest.data}
                place={place}
                busy={holding}
                onTake={(court) => {
                  void choose(court);
                  take(court);
                }}
              />
            )}
            {courts.isPending || (noneFree && slots.isPending) ? (
              <CourtsLoading />
            ) : courts.data === undefined ? (
              <CourtsFailure cause={courts.error} busy={courts.isFetching} onRetry={() => void courts.refetch()} />
            ) : all === 0 ? (
              <Notice>{courtTexts.noCourts}</Notice>
            ) : why !== null ? (
              <EmptyState
                art={<EmptyCourtArt />}
                title={courtTexts.notOffered[why](when)}
                text={courtTexts.notOfferedNote[why]}
                action={
                  <Button look="lime" size="md" render={<Link {...timesPath} />}>
                    {courtTexts.otherHour}
                  </Button>
                }
              />
            ) : (
              <>
                {picked !== undefined && own !== undefined && (
                  <OwnCourt name={picked.name} ownership={own} onOpen={() => openOwn(own)} />
                )}
                {picked !== undefined && lostSight && (
                  <Notice
                    tone="warn"
                    live
                    action={
                      <Button look="outline" size="sm" onClick={() => logIn(picked.id)}>
                        {courtTexts.logInAgain}
                      </Button>
                    }
                  >
                    {courtTexts.loggedOut(picked.name)}
                  </Notice>
                )}
                {free === 0 && chosen === undefined && own === undefined && (
                  <Notice
                    tone="note"
                    action={
                      <Button look="outline" size="sm" render={<Link {...timesPath} />}>
                        {courtTexts.otherHour}
                      </Button>
                    }
                  >
                    {courtTexts.allTaken}
                  </Notice>
                )}
                <div ref={map}>
                  <CourtMap
                    groups={groups}
                    chosen={chosen?.id}
                    changed={changed}
                    ownership={(court) => (ours && court === picked?.id ? undefined : ownership(court))}
                    onChoose={(court) => {
                      setLost(null);
                      const already = ownership(court.id);
                      if (already !== undefined) {
                        openOwn(already);
                        return;
                      }
                      void choose(court.id);
                    }}
                  />
                </div>
                {free <= FEW && taken === undefined && (
                  <OtherHours
                    place={place}
                    time={time}
                    slots={slots.data?.date.find((day) => day.date.date === date)?.slots ?? []}
                  />
                )}
              </>
            )}
          </div>
        </div>
        {why === null && (
          <div className="hidden lg:block">
            <div className="sticky top-24 pt-6">
              <GameSummary
                title={(chosen ?? (own && picked))?.name ?? courtTexts.noCourtYet}
                subtitle={
                  chosen
                    ? courtTexts.type[chosen.type]
                    : own && picked
                      ? courtTexts.ownState[own.kind]
                      : courtTexts.tapOne
                }
                court={chosen ?? (own && picked)}
                state={own?.kind}
                rows={[
                  { label: courtTexts.venue, value: venueName ?? '…' },
                  { label: courtTexts.date, value: dayAndMonth(date) },
                  { label: courtTexts.time, value: timeRange(time, playMinutes) },
                  { label: courtTexts.players, value: courtTexts.upTo4 },
                ]}
                total={chosen?.price ?? own?.court.total_amount}
                noTotal={courtTexts.tapOne}
                action={<CourtAction {...action} look="lime" />}
                note={config && courts.isSuccess ? cancelNote : undefined}
              />
            </div>
          </div>
        )}
      </div>
      {!courts.isLoadingError && why === null && (
        <CourtAction {...action} look="deep" sticky playMinutes={playMinutes} />
      )}
      <p role="status" className="sr-only">
        {chosen ? courtTexts.chosen(chosen.name, rupees(chosen.price)) : ''}
      </p>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {order !== undefined && (
        <ConfirmDialog
          key={order}
          orderid={order}
          number={picked?.number}
          settle={settle}
          onPickAnother={() => map.current?.querySelector<HTMLButtonElement>('button:not(:disabled)')?.focus()}
        />
      )}
    </div>
  );
}
