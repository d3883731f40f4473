import { CloudRain } from 'lucide-react';
import { useRef, type PointerEvent } from 'react';
import { courtKind } from '@/lib/court-kind';
import { courtName } from '@/lib/court-name';
import { CourtTile } from '@/ui/CourtTile';
import type { Court } from '@/desk/api/board';
import type { BoardModel } from '@/desk/day/board-model';
import { paintedClosing, placeOf, spanOf } from './closing';
import { closeTexts } from './texts';
import { useClosing } from './use-closing';
import './closing-row.css';

/** The head of a row while courts are chosen: pressing it chooses its court, or no longer if it is chosen. */
export function ClosingToggle({ court }: { court: Court }) {
  const { closing, toggle } = useClosing();
  const isChosen = closing.courts.includes(court.id);
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      aria-label={closeTexts.closeCourt(courtName(court.name))}
      onClick={() => toggle(court.id)}
      className="relative grid size-full min-h-11 place-items-center focus-visible:-outline-offset-3"
    >
      <CourtTile
        number={court.number}
        type={courtKind(court.type)}
        className={`w-11 ${isChosen ? 'opacity-45' : ''}`}
      />
      {isChosen && (
        <span
          aria-hidden="true"
          className="absolute grid size-7 place-items-center rounded-full bg-solid text-on-solid outline-2 outline-card"
        >
          <CloudRain className="size-4" strokeWidth={2.4} />
        </span>
      )}
    </button>
  );
}

/** How far a pointer moves before it paints, in pixels. */
const PAINT_PIXELS = 8;

interface Place {
  court: number;
  column: number;
}

/**
 * Covers the hours of a row and shows which of them close. A tap chooses the court, or no longer if it is chosen; a drag with
 * a mouse or pen chooses only the courts and hours that it covers; a finger scrolls the board. For screen readers the head of the row and
 * the fields of the panel do the same.
 */
export function ClosingCover({
  court,
  model,
  nowMinute,
}: {
  court: Court;
  model: BoardModel;
  nowMinute: number | null;
}) {
  const { closing, change, toggle } = useClosing();
  const began = useRef<{ place: Place; x: number; y: number } | null>(null);
  const painted = useRef<string | null>(null);
  const span = spanOf(closing, model, nowMinute);
  const bar = span !== null && closing.courts.includes(court.id) ? placeOf(span, model) : null;

  function paint(event: PointerEvent) {
    const start = began.current;
    if (start === null) return;
    const isFar = Math.hypot(event.clientX - start.x, event.clientY - start.y) > PAINT_PIXELS;
    const over = placeUnder(event, model);
    if (over === null || (!isFar && painted.current === null)) return;
    const name = `${over.court} ${over.column}`;
    if (painted.current === name) return;
    painted.current = name;
    change(paintedClosing(model, start.place, over));
  }

  return (
    <div
      role="presentation"
      aria-hidden="true"
      data-closing-court={court.id}
      onPointerDown={(event) => {
        painted.current = null;
        const place = placeUnder(event, model);
        const canPaint = event.pointerType !== 'touch' && event.button === 0;
        began.current = canPaint && place !== null ? { place, x: event.clientX, y: event.clientY } : null;
        if (began.current !== null) event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={paint}
      onPointerUp={() => {
        began.current = null;
      }}
      onPointerCancel={() => {
        began.current = null;
      }}
      onClick={() => {
        if (painted.current === null) toggle(court.id);
      }}
      className="relative z-12 cursor-cell select-none"
      style={{ gridColumn: '2 / -1', gridRow: 1 }}
    >
      {bar !== null && (
        <span
          className="closing-hours absolute inset-y-0"
          style={{ left: `${(bar.left * 100).toFixed(3)}%`, width: `${(bar.width * 100).toFixed(3)}%` }}
        />
      )}
    </div>
  );
}

/** The court and hour under a pointer, in any row; null outside of the hours. */
function placeUnder({ clientX, clientY }: PointerEvent, model: BoardModel): Place | null {
  const row = document
    .elementsFromPoint(clientX, clientY)
    .find((element): element is HTMLElement => element instanceof HTMLElement && 'closingCourt' in element.dataset);
  if (row === undefined) return null;
  const { left, width } = row.getBoundingClientRect();
  const column = Math.floor(((clientX - left) / width) * model.columns.length);
  return {
    court: Number(row.dataset['closingCourt']),
    column: Math.min(model.columns.length - 1, Math.max(0, column)),
  };
}
