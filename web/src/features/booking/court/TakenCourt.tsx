import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { courtKind } from '@/lib/court-kind';
import { shortDay } from '@/lib/dates';
import { courtName } from '@/lib/court-name';
import { rupees } from '@/lib/money';
import { paths } from '@/lib/paths';
import { Notice } from '@/ui/Notice';
import type { Alternatives } from '../api/alternatives';
import { courtTexts } from '../texts';

const GRID = 'grid grid-cols-3 gap-2 empty:hidden sm:grid-cols-[repeat(3,minmax(0,10rem))]';
const TILE =
  'figures grid min-h-14 content-center gap-0.5 rounded-md border-[1.5px] px-1.5 py-2 text-center text-small transition-colors';

export interface TakenCourtProps {
  name: string;
  /** Whether it was available on this screen before. */
  isJustTaken: boolean;
  /** Whether any other court is free at this hour. */
  othersAreFree: boolean;
  /** The nearest alternatives; undefined while they are unknown. */
  alternatives: Alternatives | undefined;
  place: { venue: number; sport: number; device_id?: string; date: string };
  /** A hold is being requested. */
  isBusy: boolean;
  onTake: (court: number) => void;
}

/**
 * Says that another player has the court, but not if all courts were taken from the beginning; and offers the nearest
 * alternatives.
 */
export function TakenCourt({ name, isJustTaken, othersAreFree, alternatives, place, isBusy, onTake }: TakenCourtProps) {
  const { courts = [], hours = [] } = alternatives ?? {};
  const hasOffers = courts.length + hours.length > 0;
  const hasNews = isJustTaken || othersAreFree;
  if (!hasNews && !hasOffers) return null;
  const taken = othersAreFree ? courtTexts.taken : courtTexts.othersTook;
  return (
    <div className="grid animate-fade grid-cols-1 gap-3">
      {hasNews && (
        <Notice tone="warn" title={isJustTaken ? courtTexts.takenTitle : undefined} isLive>
          {isJustTaken ? taken(name) : courtTexts.takenAlready(name)}
        </Notice>
      )}
      {hasOffers && (
        <section
          aria-label={courtTexts.nearest}
          className="grid gap-2.5 rounded-lg border border-line bg-card px-4 py-3.5"
        >
          <p>{courtTexts.nearest}</p>
          <div className={GRID}>
            {courts.map((court) => {
              const name = courtName(court.court_name);
              const type = courtTexts.type[courtKind(court.court_type)];
              const price = rupees(court.price);
              return (
                <button
                  key={court.court_id}
                  type="button"
                  // A disabled button would lose the focus, which stays here if the hold is refused.
                  aria-disabled={isBusy || undefined}
                  onClick={() => {
                    if (!isBusy) onTake(court.court_id);
                  }}
                  className={`${TILE} border-solid bg-solid text-on-solid aria-disabled:opacity-60`}
                >
                  <TileText
                    screenReaderText={courtTexts.takeCourt(name, type, price)}
                    first={name}
                    second={[type, price]}
                  />
                </button>
              );
            })}
          </div>
          <div className={GRID}>
            {hours.map(({ date, time, free }) => {
              const left = courtTexts.freeCourts(free);
              const day = date === place.date ? null : shortDay(date);
              return (
                <Link
                  key={`${date} ${time}`}
                  {...paths.courtSelection({ ...place, date, time })}
                  replace
                  resetScroll={false}
                  className={`${TILE} border-edge hover:border-ink hover:bg-raised`}
                >
                  <TileText
                    screenReaderText={
                      day === null ? courtTexts.otherHourFree(time, free) : courtTexts.hourOnDay(day, time, free)
                    }
                    first={time}
                    second={day === null ? [left] : [day, left]}
                  />
                </Link>
              );
            })}
          </div>
        </section>
      )}
    </div>
  );
}

/** Short lines on a tile, and one sentence for screen readers. */
function TileText({
  screenReaderText,
  first,
  second,
}: {
  screenReaderText: string;
  first: string;
  second: readonly string[];
}) {
  return (
    <>
      <span className="sr-only">{screenReaderText}</span>
      <span aria-hidden="true" className="leading-tight font-bold">
        {first}
      </span>
      <span aria-hidden="true" className="text-tiny leading-tight opacity-85">
        {second.map((text, at) => (
          <Fragment key={text}>
            {/* On a phone it starts a new line. */}
            {at > 0 && <span className="max-sm:hidden"> · </span>}
            <span className="max-sm:block">{text}</span>
          </Fragment>
        ))}
      </span>
    </>
  );
}
