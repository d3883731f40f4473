import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { isRefusal } from '@/api/api-failure';
import { failureMessage } from '@/api/failure-message';
import { slotsQuery } from '@/api/slots';
import { useLiveDay } from '@/api/use-live-day';
import { dayAndMonth, shortDay, timeRange } from '@/lib/dates';
import { useSkeleton } from '@/lib/skeleton';
import { paths } from '@/lib/paths';
import { useTitle } from '@/lib/title';
import { useWide } from '@/lib/use-wide';
import { EmptyCourtArt } from '@/ui/art/EmptyCourtArt';
import { BackButton } from '@/ui/BackButton';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { Notice } from '@/ui/Notice';
import { Pill } from '@/ui/Pill';
import { StepsHeader } from '@/ui/StepsHeader';
import { StickyAction } from '@/ui/StickyAction';
import { courtsQuery } from '@/api/courts';
import { GameSummary } from './GameSummary';
import type { ChangeTexts } from './live/changes';
import { useChanges } from './live/use-changes';
import { LoadFailure } from './LoadFailure';
import { backTexts, courtTexts, freeHourTexts, stepTexts, timeDateTexts } from './texts';
import { DateRow } from './time-date/DateRow';
import { dayToShow, hoursOnSale, isFree, periodsOf } from './time-date/day-slots';
import { keepOpen, openPeriods, type Toggled } from './time-date/open-periods';
import { PeriodCards } from './time-date/PeriodCards';
import { TimesLoading, TimesSkeleton } from './time-date/TimesSkeleton';

const changeTexts: ChangeTexts = {
  taken: (names) => timeDateTexts.othersTook(names),
  freed: (names, count) => timeDateTexts.othersFreed(names, count),
};

/** Step 2 of 3: when to play (spec §2). Date and time are in the address. */
export function TimeDatePage() {
  return useSkeleton() ? <TimesSkeleton /> : <TimesOfVenue />;
}

function TimesOfVenue() {
  useTitle(timeDateTexts.documentTitle);
  const search = useSearch({ from: '/time-date-selection' });
  const navigate = useNavigate();
  const router = useRouter();
  const queryClient = useQueryClient();
  const wide = useWide();
  const [watched, setWatched] = useState(search.date);
  const [toggled, setToggled] = useState<Toggled>({});
  const refetchAfter = useLiveDay(search, watched, slotsQuery(search.venue, search.sport).queryKey, true);
  const slots = useQuery({
    ...slotsQuery(search.venue, search.sport),
    refetchInterval: refetchAfter,
    refetchOnWindowFocus: 'always',
  });

  // Such as for a retired venue: none of its hours can be chosen.
  const isRefused = isRefusal(slots.error);
  const days = isRefused ? [] : (slots.data?.date ?? []);
  const day = dayToShow(days, search.date);
  const date = day?.date.date;
  // The shown day is known only with the first reply.
  if (date !== undefined && date !== watched) setWatched(date);
  // An hour belongs to its day: if the day is not offered, the same hour of another day must not be chosen.
  const time = search.date === date && isFree(day, search.time) ? search.time : undefined;
  const isGone = slots.isSuccess && search.date === date && search.time !== undefined && time === undefined;
  const slot = day?.slots.find((one) => one.time === time);
  const nextFree =
    day && day.slots.length === 0 ? days.find((d) => d.slots.length > 0 && d.date.date > day.date.date) : undefined;
  const venueName = slots.data?.venue.venue_name;
  const periods = day === undefined ? [] : periodsOf(day);
  const open = openPeriods(periods, { toggled, wanted: search.time, allOpen: wide });
  const hours = hoursOnSale(periods).map((cell) => ({ id: cell.time, name: cell.time, isFree: cell.state === 'free' }));
  // Changes of the chosen hour have their own message.
  const others = hours.filter((hour) => hour.id !== search.time);
  const { changed, announcement } = useChanges(
    `${search.venue} ${date}`,
    slots.isSuccess ? others : undefined,
    changeTexts,
  );

  // The button of the next free day disappears with the empty day; then the hours take the focus.
  const times = useRef<HTMLElement>(null);
  const hasLeftEmptyDay = useRef(false);
  useEffect(() => {
    if (hasLeftEmptyDay.current) times.current?.focus({ preventScroll: true });
    hasLeftEmptyDay.current = false;
  }, [date]);

  function choose(next: { date: string; time?: string }) {
    const { venue, sport, device_id, court } = search;
    // Neither the hour's own period nor another one may close while the player chooses.
    setToggled(keepOpen(toggled, open));
    // Choosing a day or an hour adds no history entry, so that back leaves the screen.
    void navigate({
      ...paths.timeDateSelection({ venue, sport, device_id, court, ...next }),
      replace: true,
      resetScroll: false,
    });
    if (next.time !== undefined) void queryClient.prefetchQuery(courtsQuery(venue, next.date, next.time, sport));
  }

  /** The day of the newest address, which may not be rendered yet. */
  function newestDay() {
    const named = new URLSearchParams(router.latestLocation.searchStr).get('date');
    return days.find((one) => one.date.date === named) ?? day;
  }

  function chooseDay(next: string) {
    if (next !== newestDay()?.date.date) choose({ date: next });
  }

  function chooseTime(next: string) {
    const newest = newestDay();
    if (newest === undefined) return;
    // The hours of a day that was tapped just before are not rendered yet, and it may not have this one.
    choose({ date: newest.date.date, ...(isFree(newest, next) && { time: next }) });
  }

  function goOn() {
    // This tap may come before the render of the hour just chosen: the address is newer than the screen.
    const now = new URLSearchParams(router.latestLocation.searchStr);
    const [newestDate, newestTime] = [now.get('date'), now.get('time')];
    if (newestDate === null || newestTime === null) return;
    const { venue, sport, device_id, court } = search;
    void navigate(paths.courtSelection({ venue, sport, device_id, date: newestDate, time: newestTime, court }));
  }

  const label =
    date !== undefined && time !== undefined
      ? timeDateTexts.continueWith(shortDay(date), time)
      : timeDateTexts.continue;
  const venueStep = venueName ?? stepTexts.names[0] ?? '';
  const venuesPath = paths.location(date === undefined || time === undefined ? {} : { date, time });
  const chosenText = date !== undefined && time !== undefined ? timeDateTexts.chosen(shortDay(date), time) : '';

  return (
    <div className="page gutter pb-10">
      <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_23rem] lg:gap-14">
        <div className="min-w-0">
          <StepsHeader
            step={2}
            title={timeDateTexts.title}
            subtitle={timeDateTexts.subtitle}
            back={<BackButton label={backTexts.venues} render={<Link {...paths.location()} />} />}
            steps={[{ name: venueStep, render: <Link {...venuesPath}>{venueStep}</Link> }, ...stepTexts.names.slice(1)]}
          >
            <span className="md:hidden">
              <Pill render={<Link {...venuesPath} />}>
                <span className="sr-only">{stepTexts.changeVenue}</span> {venueName ?? '…'}
              </Pill>
            </span>
          </StepsHeader>
          <div className="mt-4 grid grid-cols-1 gap-4">
            {slots.isPending ? (
              <TimesLoading />
            ) : slots.data === undefined || isRefused ? (
              <LoadFailure
                title={timeDateTexts.failed}
                message={failureMessage(slots.error)}
                isBusy={slots.isFetching}
                onRetry={() => void slots.refetch()}
                otherAction={
                  <Button variant="ghost" size="md" render={<Link {...paths.location()} />}>
                    {backTexts.venues}
                  </Button>
                }
              />
            ) : day === undefined || date === undefined ? (
              <EmptyState art={<EmptyCourtArt />} text={timeDateTexts.empty} />
            ) : (
              <>
                <DateRow days={days} selected={date} onSelect={chooseDay} />
                {search.date !== undefined && search.date !== date && <Notice>{freeHourTexts.dayOver}</Notice>}
                {isGone && search.time !== undefined && (
                  <Notice tone="warn" isLive>
                    {timeDateTexts.slotGone(search.time)}
                  </Notice>
                )}
                {day.slots.length === 0 ? (
                  <EmptyState
                    art={<EmptyCourtArt />}
                    text={timeDateTexts.empty}
                    action={
                      nextFree && (
                        <Button
                          variant="outline"
                          size="md"
                          onClick={() => {
                            hasLeftEmptyDay.current = true;
                            choose({ date: nextFree.date.date });
                          }}
                        >
                          {timeDateTexts.nextFree(dayAndMonth(nextFree.date.date))}
                        </Button>
                      )
                    }
                  />
                ) : (
                  <section ref={times} aria-label={timeDateTexts.times} tabIndex={-1} className="outline-none">
                    <PeriodCards
                      periods={periods}
                      chosen={time}
                      open={open}
                      onToggle={(period, opened) => setToggled({ ...keepOpen(toggled, open), [period]: opened })}
                      changed={changed}
                      onChoose={chooseTime}
                    />
                  </section>
                )}
              </>
            )}
          </div>
        </div>
        <div className="hidden lg:block">
          <div className="sticky top-24 pt-6">
            <GameSummary
              title={date === undefined || time === undefined ? timeDateTexts.noTimeYet : dayAndMonth(date)}
              subtitle={
                date === undefined || time === undefined || slots.data === undefined
                  ? timeDateTexts.pickFirst
                  : timeRange(time, slots.data.venue.play_minutes)
              }
              rows={[
                { label: courtTexts.venue, value: venueName ?? '…' },
                { label: courtTexts.date, value: date === undefined ? '…' : dayAndMonth(date) },
                { label: courtTexts.time, value: time ?? '–' },
                { label: courtTexts.players, value: courtTexts.upTo4 },
              ]}
              total={slot?.price}
              totalLabel={
                slot === undefined || (slot.highest_price ?? slot.price) > slot.price ? timeDateTexts.from : undefined
              }
              noTotal={timeDateTexts.pickTime}
              action={
                <Button variant="lime" wide disabled={time === undefined} onClick={goOn}>
                  {label}
                </Button>
              }
              note={timeDateTexts.courtNext}
            />
          </div>
        </div>
      </div>
      <div className="lg:hidden">
        <StickyAction>
          <Button wide disabled={time === undefined} onClick={goOn}>
            {label}
          </Button>
        </StickyAction>
      </div>
      <p role="status" className="sr-only">
        {chosenText}
      </p>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  );
}
