import { Link } from '@tanstack/react-router';
import { CalendarCheck } from 'lucide-react';
import { useRef, useState } from 'react';
import { addDays, chipDay, dayIn, minutesIn, timeOrDateTime } from '@/lib/dates';
import { useOnline } from '@/lib/online';
import { Button } from '@/ui/Button';
import { KeyHint } from '@/desk/booking/KeyHint';
import { paths } from '@/desk/lib/paths';
import { isPressedAgain } from '@/lib/pressed-again';
import { useCloseDay, type DayEnd } from './day-end';
import { closeDayTexts } from './texts';

/** Until this minute of the day, the card of today also links to the day before, which may still be open. */
const NOON = 720;

/** The sign for the key Enter. */
const ENTER = '↵';

/** Closes the day, after it has said what that does and from when on it is possible. */
export function CloseCard({
  venue,
  zone,
  end,
  unsent,
  now,
}: {
  venue: number;
  zone: string;
  end: DayEnd;
  /** The number of entries of this venue on this device that are not sent yet, refused ones included. */
  unsent: number;
  /** The server's time in milliseconds. */
  now: number;
}) {
  const online = useOnline();
  const close = useCloseDay(venue, end.day);
  const [isAsking, setIsAsking] = useState(false);
  const main = useRef<HTMLButtonElement>(null);
  const { unmarked, due, to_match, shift } = end.open;
  const atServer = unmarked.length + due.length + to_match.length + (shift === null ? 0 : 1);
  const open = atServer + unsent;
  const isOver = Date.parse(end.over_at) <= now;
  const mayClose = atServer === 0 || end.may_leave_open;
  const asks = isAsking && open > 0;
  // What opens after the list was empty is asked about again: the text that was read was about other things.
  if (isAsking && open === 0) setIsAsking(false);
  const instant = new Date(now);
  const isMorningAfter = dayIn(zone, instant) === end.day && minutesIn(zone, instant) < NOON;
  const before = addDays(end.day, -1);
  const timeOf = (iso: string) => timeOrDateTime(iso, zone, now);
  return (
    <section
      aria-label={closeDayTexts.close}
      className="scheme-dark grid content-start gap-4 rounded-xl bg-deep p-5 text-ink"
    >
      <h2 className="display text-h3">{open === 0 ? closeDayTexts.nothing : closeDayTexts.open(open)}</h2>
      <p className="text-small text-quiet">
        {!isOver && closeDayTexts.notOver(timeOf(end.over_at))}
        {isOver && !mayClose && closeDayTexts.askManager}
        {isOver && mayClose && !asks && closeDayTexts.closeText}
        {isOver &&
          mayClose &&
          asks &&
          [atServer > 0 && closeDayTexts.leaveOpen, unsent > 0 && closeDayTexts.leaveUnsent].filter(Boolean).join(' ')}
      </p>
      {isOver && mayClose && (
        <div className="grid gap-2.5">
          <Button
            ref={main}
            variant="lime"
            size="md"
            wide
            isBusy={close.isPending}
            disabled={!online}
            aria-keyshortcuts="Enter"
            icon={<CalendarCheck aria-hidden="true" className="size-5" />}
            onClick={(event) => {
              if (open > 0 && !asks) setIsAsking(true);
              // The second press of a double click must not answer the question that the first one asked.
              else if (!isPressedAgain(event)) close.mutate();
            }}
          >
            {asks ? closeDayTexts.closeWith(open) : closeDayTexts.close}
            <KeyHint>{ENTER}</KeyHint>
          </Button>
          {asks && (
            <Button
              variant="ghost"
              size="sm"
              aria-keyshortcuts="Escape"
              onClick={() => {
                // The pressed button is removed, so the focus moves to the main one.
                main.current?.focus();
                setIsAsking(false);
              }}
            >
              {closeDayTexts.back}
            </Button>
          )}
        </div>
      )}
      {/* A day may be open after that time. */}
      {Date.parse(end.closes_itself_at) > now && (
        <p className="border-t border-line pt-3 text-[.8125rem] text-quiet">
          {closeDayTexts.byItself(timeOf(end.closes_itself_at))}
        </p>
      )}
      {isMorningAfter && (
        <Link
          {...paths.dayEnd(venue, before)}
          className="flex min-h-11 w-fit items-center text-small font-semibold underline underline-offset-4"
        >
          {closeDayTexts.yesterday(chipDay(before))}
        </Link>
      )}
    </section>
  );
}
