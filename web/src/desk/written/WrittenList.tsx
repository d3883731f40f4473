import { useNavigate } from '@tanstack/react-router';
import { CalendarPlus, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { timeOrDateTime } from '@/lib/dates';
import { useConnection } from '@/lib/online';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/Button';
import { clockOffset } from '@/desk/api/connection';
import type { Me } from '@/desk/api/me';
import { removeWritten, type WrittenRequest } from '@/desk/api/written';
import { zoneOf } from '@/desk/api/zone-of';
import { setBookingFor } from '@/desk/lib/booking-for';
import { focusOnce } from '@/desk/lib/focus-once';
import { paths } from '@/desk/lib/paths';
import { isPressedAgain } from '@/lib/pressed-again';
import { writeSlots } from '@/desk/lib/slots';
import { useFocusBack } from '@/desk/lib/use-focus-back';
import { useServerNow } from '@/desk/lib/use-server-now';
import { neededText } from '@/desk/lib/needed-text';
import { requestPlace } from './request-place';
import { writtenTexts } from './texts';
import { useWritten } from './use-written';

/** How often the list checks whether an hour is over, in milliseconds. */
const STEP_MILLISECONDS = 30_000;

/** Lists the requests written down without a network, to book or remove them. `onLeave` runs before the board opens. */
export function WrittenList({ me, onLeave }: { me: Me; onLeave: () => void }) {
  const requests = useWritten(me);
  const title = useId();
  if (requests.length === 0) return null;
  return (
    <section aria-labelledby={title} className="grid gap-2">
      <h3 id={title} className="font-bold">
        {writtenTexts.list}
      </h3>
      <p className="text-small text-quiet">{writtenTexts.listHint}</p>
      <ul className="grid gap-4">
        {requests.map((request) => (
          <RequestRow key={request.id} me={me} request={request} onLeave={onLeave} />
        ))}
      </ul>
    </section>
  );
}

function RequestRow({ me, request, onLeave }: { me: Me; request: WrittenRequest; onLeave: () => void }) {
  const navigate = useNavigate();
  const connection = useConnection();
  const [isConfirming, setIsConfirming] = useState(false);
  const opener = useFocusBack(isConfirming);
  const reason = useId();
  // The device's own clock may be wrong.
  const now = useServerNow(clockOffset(), STEP_MILLISECONDS);
  const { id, venue, day, slots, phone, name, note, by, at, endsAt } = request;
  const place = me.venues.find((one) => one.id === venue);
  const venueNames = me.venues.length > 1 && place !== undefined ? [place.name] : [];
  const hours = requestPlace(slots, day);
  const who = [name, phone].filter((text) => text !== '').join(', ') || writtenTexts.nobody;
  const about = [who, hours].filter((text) => text !== '').join(', ');
  const isOver = endsAt <= now;
  const writtenAt = new Date(at + clockOffset()).toISOString();
  const time = timeOrDateTime(writtenAt, zoneOf(me, venue), now);

  async function book() {
    onLeave();
    // The panel of a booking that was being made is closed first, because it would keep what was typed in it.
    await navigate({ ...paths.board(venue, { day }), replace: true });
    setBookingFor({ text: phone === '' ? name : phone, player: null, written: { id, name, note } });
    await navigate(paths.board(venue, { day, ...(slots.length > 0 && { book: writeSlots(slots) ?? '' }) }));
  }
  async function remove() {
    try {
      await removeWritten(id);
    } catch {
      toast.forAnyone('error', writtenTexts.notRemoved);
    }
  }
  return (
    <li className="grid gap-2 border-b border-line pb-4">
      <p className="figures min-w-0">
        <span className="block font-bold">{hours}</span>
        <span className="block wrap-anywhere">{who}</span>
        {note !== '' && <span className="block text-small wrap-anywhere">{note}</span>}
        <span className="block text-small text-quiet">{[...venueNames, writtenTexts.by(by, time)].join(' · ')}</span>
      </p>
      {isConfirming ? (
        <div className="flex flex-wrap gap-2">
          <Button
            ref={focusOnce}
            variant="danger"
            size="sm"
            onClick={(event) => {
              // The second press of a double click must not answer the question that the first one asked.
              if (!isPressedAgain(event)) void remove();
            }}
          >
            {writtenTexts.confirmRemove}
          </Button>
          <Button variant="ghost" size="sm" onClick={() => setIsConfirming(false)}>
            {writtenTexts.keep}
          </Button>
        </div>
      ) : (
        <div className="flex flex-wrap items-center gap-2">
          {!isOver && (
            <Button
              variant="deep"
              size="sm"
              disabled={connection !== 'open'}
              aria-describedby={connection === 'open' ? undefined : reason}
              icon={<CalendarPlus aria-hidden="true" className="size-4.5" />}
              onClick={() => void book()}
            >
              {writtenTexts.book}
              <span className="sr-only">{`, ${about}`}</span>
            </Button>
          )}
          <Button
            ref={opener}
            variant="outline"
            size="sm"
            icon={<Trash2 aria-hidden="true" className="size-4.5" />}
            onClick={() => setIsConfirming(true)}
          >
            {writtenTexts.remove}
            <span className="sr-only">{`, ${about}`}</span>
          </Button>
          {isOver && <span className="text-small font-semibold text-warn">{writtenTexts.over}</span>}
          {!isOver && connection !== 'open' && (
            <span id={reason} className="text-small font-semibold text-warn">
              {neededText(connection)}
            </span>
          )}
        </div>
      )}
    </li>
  );
}
