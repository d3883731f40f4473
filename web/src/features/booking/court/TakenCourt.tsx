import { Link } from '@tanstack/react-router';
import { shortDay } from '@/lib/dates';
import { courtName } from '@/lib/court-name';
import { rupees } from '@/lib/money';
import { paths } from '@/lib/paths';
import { Notice } from '@/ui/Notice';
import type { Alternatives } from '../api/alternatives';
import { courtTexts } from '../texts';

export interface TakenCourtProps {
  name: string;
  /** It was to be had on this screen until just now. */
  just: boolean;
  /** What comes nearest; undefined while nobody knows. */
  alternatives: Alternatives | undefined;
  place: { venue: number; sport: number; device_id?: string; date: string };
  /** A court is being asked for. */
  busy: boolean;
  onTake: (court: number) => void;
}

/** Says kindly that the wanted court is somebody else's, and offers what comes nearest, each for one tap. */
export function TakenCourt({ name, just, alternatives, place, busy, onTake }: TakenCourtProps) {
  const { courts = [], hours = [] } = alternatives ?? {};
  const pill =
    'figures inline-flex min-h-11 items-center rounded-full border-[1.5px] px-3.5 text-small font-semibold transition-colors';
  return (
    <div className="grid animate-fade grid-cols-1 gap-3">
      <Notice tone="warn" title={just ? courtTexts.takenTitle : undefined} live>
        {just ? courtTexts.taken(name) : courtTexts.takenAlready(name)}
      </Notice>
      {courts.length + hours.length > 0 && (
        <section
          aria-label={courtTexts.nearest}
          className="grid gap-2.5 rounded-lg border border-line bg-card px-4 py-3.5"
        >
          <p>{courtTexts.nearest}</p>
          {courts.length > 0 && (
            <div className="flex flex-wrap gap-2">
              {courts.map((court) => (
                <button
                  key={court.court_id}
                  type="button"
                  disabled={busy}
                  onClick={() => onTake(court.court_id)}
                  className={`${pill} border-solid bg-solid text-on-solid disabled:opacity-60`}
                >
                  {courtTexts.takeCourt(
                    courtName(court.court_name),
                    courtTexts.type[court.court_type === 'INDOOR' ? 'indoor' : 'outdoor'],
                    rupees(court.price),
                  )}
                </button>
              ))}
            </div>
          )}
          {hours.length > 0 && (
            <div className="flex flex-wrap gap-2">
              {hours.map(({ date, time, free }) => (
                <Link
                  key={`${date} ${time}`}
                  {...paths.courtSelection({ ...place, date, time })}
                  replace
                  resetScroll={false}
                  className={`${pill} border-edge hover:border-ink hover:bg-raised`}
                >
                  {date === place.date
                    ? courtTexts.otherHourFree(time, free)
                    : courtTexts.hourOnDay(shortDay(date), time, free)}
                </Link>
              ))}
            </div>
          )}
        </section>
      )}
    </div>
  );
}
