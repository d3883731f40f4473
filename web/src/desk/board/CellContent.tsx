import {
  AlarmClock,
  Ban,
  Check,
  CircleCheck,
  CircleDashed,
  CloudOff,
  Construction,
  CornerDownRight,
  Hourglass,
  NotebookPen,
  Pencil,
  PhoneCall,
  Plus,
  Repeat,
  StickyNote,
  Undo2,
  UserCheck,
  UserX,
  Users,
  type LucideIcon,
} from 'lucide-react';
import { hourText } from '@/lib/dates';
import { clockText } from '@/lib/server-clock';
import { useSecondsLeft } from '@/lib/use-seconds-left';
import type { CellState } from '@/desk/booking/cell-state';
import {
  elapsedPart,
  isForSale,
  type BlockCell,
  type BookingCell,
  type Cell,
  type DeskHoldCell,
  type DisplacedCell,
  type FreeCell,
  type HoldCell,
} from '@/desk/day/board-model';
import { deskOfflineTexts } from '@/desk/lib/offline-texts';
import { displacedState, displacedText, hereText, money, shortTime, stateText } from '@/desk/day/cell-text';
import { cellTexts } from '@/desk/day/texts';

interface Look {
  box: string;
  name: string;
  status: string;
  Icon: LucideIcon | null;
}

const boldName = 'font-bold';
/** The look of each state; the text beside the icon says the same. */
const looks: Record<CellState, Look> = {
  due: {
    box: 'border border-line border-l-4 border-l-warn bg-card',
    name: boldName,
    status: 'text-warn',
    Icon: CircleDashed,
  },
  paid: {
    box: 'border border-line border-l-4 border-l-good bg-card',
    name: boldName,
    status: 'text-good',
    Icon: CircleCheck,
  },
  here: { box: 'border border-l-4 border-good bg-good-tint', name: boldName, status: 'text-good', Icon: UserCheck },
  on_court: { box: 'on-court text-white', name: boldName, status: 'text-white', Icon: null },
  late: {
    box: 'border-[1.5px] border-l-4 border-warn bg-warn-tint',
    name: boldName,
    status: 'text-warn',
    Icon: AlarmClock,
  },
  unmarked: {
    box: 'border border-dashed border-edge bg-card',
    name: 'font-semibold text-quiet',
    status: 'text-warn',
    Icon: CircleDashed,
  },
  played: { box: 'border border-transparent', name: 'font-semibold text-quiet', status: 'text-quiet', Icon: Check },
  no_show: {
    box: 'border-[1.5px] border-dashed border-drained-ink bg-drained-surround',
    name: 'font-semibold text-quiet line-through',
    status: 'text-bad',
    Icon: UserX,
  },
  cancelled: {
    box: 'border border-dashed border-edge',
    name: 'font-semibold text-quiet line-through',
    status: 'text-quiet',
    Icon: UserX,
  },
};

const bar = 'relative grid size-full min-w-0 content-center rounded-[11px] pr-1.5 pl-2.5 text-left leading-tight';

/**
 * A bar that is clipped. Of the bookings only those with a part that reaches to the round corners are: each clip is drawn on its
 * own, in every frame in which anything of the board changes. `clip` instead of `hidden`, so that the text of a long bar stays visible
 * while the board scrolls.
 */
const clippedBar = `${bar} overflow-clip`;

/** A bar with parts that are shown by its width (board.css). To measure that takes time, so only such bars do. */
const measured = 'bar';

/**
 * Keeps the text of a bar of several hours in sight while the board scrolls. A bar of one hour has no need of it, because
 * the board stops at whole hours; and each sticky element costs time whenever anything on the page is laid out.
 */
function inSight({ span }: Cell): string {
  return `${span > 1 ? 'sticky left-(--head) justify-self-start' : 'relative'} max-w-full min-w-0`;
}

const opened = 'scheme-dark border-deep bg-deep text-ink outline-3 outline-ball';
const line = 'flex min-w-0 items-center gap-1 text-[.75rem] font-semibold';

/** Draws a white ball, the mark of a game that is on. */
function Ball() {
  return (
    <svg viewBox="0 0 10 10" aria-hidden="true" className="size-2.5 shrink-0">
      <circle cx="5" cy="5" r="5" className="fill-white" />
      <g className="fill-net" opacity=".45">
        <circle cx="3.4" cy="3.6" r=".8" />
        <circle cx="6.4" cy="3.2" r=".8" />
        <circle cx="5" cy="6.4" r=".8" />
      </g>
    </svg>
  );
}

/** A booking as it is drawn in its cell. */
export function BookingBar({
  cell,
  now,
  zone,
  isOpen,
  isMarked,
  isUnsent,
}: {
  cell: BookingCell;
  now: number;
  zone: string;
  isOpen: boolean;
  /** Whether a part of its group is hovered. */
  isMarked: boolean;
  /** Whether a fact about it waits on this device. */
  isUnsent: boolean;
}) {
  const look = looks[cell.state];
  const { Icon } = look;
  const onCourt = cell.state === 'on_court';
  const box = isOpen && !onCourt ? opened : look.box;
  const chipKind = chipOf(cell);
  const hasPartByWidth = chipKind === 'part' || chipKind === 'paid';
  const isMeasured = cell.state === 'here' || (onCourt && cell.due_paise > 0) || hasPartByWidth;
  const isClipped = onCourt || cell.phase === 'now' || cell.cancelled.length > 0;
  const hasMarks = isUnsent || cell.is_weekly || cell.has_notes || chipKind !== null;
  const who = (
    <span className={`truncate text-[.8125rem] ${inSight(cell)} ${isOpen && !onCourt ? boldName : look.name}`}>
      {cell.name}
    </span>
  );
  return (
    <span
      data-type={cell.court.type}
      data-open={isOpen || undefined}
      className={`${isMeasured ? measured : ''} ${isClipped ? clippedBar : bar} ${box} ${isOpen && onCourt ? 'outline-3 outline-ball' : ''} ${isMarked ? 'outline-2 outline-ink' : ''}`}
    >
      {onCourt && (
        <>
          <span className="on-court-floor rounded-[6px]" />
          <span className="on-court-net" />
        </>
      )}
      <TimeGone cell={cell} now={now} />
      {hasMarks ? (
        <span className="relative flex min-w-0 items-center justify-between gap-1.5">
          {who}
          <span className="flex shrink-0 items-center gap-1">
            {isUnsent && <CloudOff aria-hidden="true" className="size-3.5 shrink-0" strokeWidth={2.4} />}
            {cell.is_weekly && <Repeat aria-hidden="true" className="size-3.5 shrink-0" strokeWidth={2.4} />}
            {cell.has_notes && <StickyNote aria-hidden="true" className="size-3.5 shrink-0" strokeWidth={2.4} />}
            <Chip cell={cell} chip={chipKind} />
          </span>
        </span>
      ) : (
        who
      )}
      <span
        className={`${inSight(cell)} ${line} ${cell.state === 'played' && cell.due_paise > 0 ? 'text-warn' : look.status}`}
      >
        {Icon === null ? <Ball /> : <Icon aria-hidden="true" className="size-3.5 shrink-0" strokeWidth={2.4} />}
        {/* A narrow bar has room for the amount due only; its drawing still shows a game. */}
        <span className={`truncate ${onCourt && cell.due_paise > 0 ? 'wide-bar' : ''}`}>
          {cell.state === 'here' ? <HereText cell={cell} zone={zone} /> : stateText(cell, now, zone)}
        </span>
        {onCourt && cell.due_paise > 0 && <DueChip amount={cell.due_paise} />}
      </span>
      {cell.cancelled.length > 0 && <span className="fold" />}
    </span>
  );
}

const chip =
  'flex shrink-0 items-center gap-1 rounded-full bg-raised px-1.5 py-px text-[.6875rem] font-bold text-quiet';

/** What a chip says of a booking: the part of a group, that the player is new, or what was paid; null if it has none. */
function chipOf(cell: BookingCell): 'part' | 'new' | 'paid' | null {
  if (cell.part !== null) return 'part';
  if (cell.state !== 'due') return null;
  if (cell.first_visit) return 'new';
  return cell.kept_paise > 0 ? 'paid' : null;
}

/** The chip of a booking. In a narrow bar the name needs the room of what was paid. */
function Chip({ cell, chip: kind }: { cell: BookingCell; chip: ReturnType<typeof chipOf> }) {
  switch (kind) {
    case 'part':
      return (
        <span className={chip}>
          <Users aria-hidden="true" className="wide-bar size-3" />
          {cell.part !== null && cellTexts.part(cell.part.number, cell.part.of)}
        </span>
      );
    case 'new':
      return <span className={chip}>{cellTexts.newPlayer}</span>;
    case 'paid':
      return <span className={`wide-bar ${chip}`}>{cellTexts.paidPart(money(cell.kept_paise))}</span>;
    case null:
      return null;
  }
}

/** Says that the players are here, since when, and what is due or that it is paid; a narrow bar has no room for the time. */
function HereText({ cell, zone }: { cell: BookingCell; zone: string }) {
  const due = cell.due_paise > 0 ? money(cell.due_paise) : null;
  return (
    <>
      <span className="wide-bar">{hereText(shortTime(cell.arrived_at, zone), due)}</span>
      <span className="narrow-bar">{hereText(null, due)}</span>
    </>
  );
}

function DueChip({ amount }: { amount: number }) {
  return (
    <span className="scheme-light shrink-0 rounded-full bg-card px-1.5 text-[.6875rem] font-bold text-warn">
      {cellTexts.due(money(amount))}
    </span>
  );
}

/** The part of the cell's time that has passed, drawn darker. */
function TimeGone({ cell, now }: { cell: BookingCell; now: number }) {
  if (cell.phase !== 'now') return null;
  return <span className="gone" style={{ width: `${(elapsedPart(cell, now) * 100).toFixed(1)}%` }} />;
}

/**
 * A court that a player keeps while booking, with a line as long as the part of the hold that is left, if its begin is known;
 * `ahead` is the server's clock's lead in milliseconds.
 */
export function HoldBar({ cell, ahead }: { cell: HoldCell; ahead: number }) {
  const until = Date.parse(cell.until);
  const left = useSecondsLeft(until - ahead) * 1000;
  return (
    <span className={`${clippedBar} border-[1.5px] border-dashed border-note bg-note-tint text-note`}>
      <span className="truncate text-[.8125rem] font-bold">
        {cell.paying ? cellTexts.paying : cellTexts.confirming}
      </span>
      <span className={line}>
        <Hourglass aria-hidden="true" className="size-3.5 shrink-0" strokeWidth={2.4} />
        <span className="figures truncate">{cellTexts.left(clockText(left))}</span>
      </span>
      {cell.since !== null && (
        <span
          className="absolute bottom-0 left-0 h-[3px] w-full origin-left bg-note"
          style={{ transform: `scaleX(${Math.min(1, left / (until - Date.parse(cell.since))).toFixed(3)})` }}
        />
      )}
    </span>
  );
}

/** A court that a person at a desk keeps while booking it. */
export function DeskHoldBar({ cell, ahead }: { cell: DeskHoldCell; ahead: number }) {
  const seconds = useSecondsLeft(Date.parse(cell.until) - ahead);
  return (
    <span className={`${clippedBar} border-2 border-dotted border-edge bg-card`}>
      <span className="truncate text-[.8125rem] font-semibold">
        {cell.mine ? cellTexts.youBook : cellTexts.booking(cell.by.split(' ')[0] ?? cell.by)}
      </span>
      <span className={`${line} text-quiet`}>
        <Pencil aria-hidden="true" className="size-3.5 shrink-0" strokeWidth={2.4} />
        <span className="figures truncate">{cellTexts.left(clockText(seconds * 1000))}</span>
      </span>
    </span>
  );
}

/** A slot that the person who is signed in is booking; `until` is null while the server has not held it. */
export function ChosenBar({ until, ahead }: { until: string | null; ahead: number }) {
  const seconds = useSecondsLeft(until === null ? 0 : Date.parse(until) - ahead);
  return (
    <span className={`${clippedBar} scheme-dark border-2 border-dotted border-ball bg-deep text-ink`}>
      <span className="truncate text-[.8125rem] font-semibold">{cellTexts.youBook}</span>
      <span className={`${line} min-h-4 text-quiet`}>
        <Pencil aria-hidden="true" className="size-3.5 shrink-0" strokeWidth={2.4} />
        {until !== null && (
          <span className="figures truncate">
            {seconds === 0 ? cellTexts.notHeld : cellTexts.left(clockText(seconds * 1000))}
          </span>
        )}
      </span>
    </span>
  );
}

/** A closed court, with its reason and end on a plate. */
export function BlockBar({ cell }: { cell: BlockCell }) {
  return (
    <span className={`${clippedBar} hatch-closed`}>
      <span className={`${inSight(cell)} justify-self-start rounded-[6px] bg-drained-surround px-1.5 py-0.5`}>
        <span className="block truncate text-[.8125rem] font-bold">{cell.reason}</span>
        <span className={`${line} text-quiet`}>
          <Construction aria-hidden="true" className="size-3.5 shrink-0" strokeWidth={2.4} />
          <span className="truncate">{cellTexts.closedUntil(hourText(cell.minute + cell.minutes))}</span>
        </span>
      </span>
    </span>
  );
}

const endedBox = 'border-[1.5px] border-dashed border-drained-ink bg-drained-surround text-quiet';
/** The look of each `displacedState`. */
const displacedLooks = {
  waiting: { box: 'border-[1.5px] border-warn bg-warn-tint', text: 'text-warn', Icon: Hourglass },
  called: { box: 'border-[1.5px] border-note bg-note-tint', text: 'text-note', Icon: PhoneCall },
  moved: { box: 'border border-good bg-good-tint', text: 'text-good', Icon: CornerDownRight },
  back: { box: endedBox, text: '', Icon: Undo2 },
  ended: { box: endedBox, text: '', Icon: Ban },
};

/** A booking whose court was closed, on the closed court. */
export function DisplacedBar({ cell }: { cell: DisplacedCell }) {
  const { kind } = displacedState(cell.was);
  const { box, text, Icon } = displacedLooks[kind];
  return (
    <span className="hatch-closed block size-full rounded-[11px] p-[3px]">
      <span className={`${kind === 'waiting' ? measured : ''} ${bar} ${box} rounded-[8px]`}>
        <span
          className={`truncate text-[.8125rem] font-bold ${inSight(cell)} ${kind === 'back' || kind === 'ended' ? 'line-through' : ''}`}
        >
          {cell.was.name}
        </span>
        <span className={`${inSight(cell)} ${line} ${text}`}>
          <Icon aria-hidden="true" className="size-3.5 shrink-0" strokeWidth={2.4} />
          <span className={`truncate ${kind === 'waiting' ? 'wide-bar' : ''}`}>{displacedText(cell)}</span>
          {kind === 'waiting' && <span className="narrow-bar truncate">{cellTexts.noAnswer}</span>}
        </span>
      </span>
    </span>
  );
}

/**
 * A free slot: its price, or nothing if it cannot be sold. In a button, `book` decides the hint that is shown while it is
 * hovered or focused: pressing it books it, adds it to the booking, or writes it down.
 */
export function FreeSlot({
  cell,
  now,
  book,
  hasHint,
}: {
  cell: FreeCell;
  now: number;
  book: 'new' | 'add' | 'write' | null;
  /** Whether the hint is rendered. */
  hasHint: boolean;
}) {
  const HintIcon = book === 'write' ? NotebookPen : Plus;
  const isNow = cell.phase === 'now';
  const isFirstHalf = isNow && elapsedPart(cell, now) < 0.5;
  const isFolded = cell.cancelled.length > 0;
  // Half of the narrowest cell, which the line at the present time leaves, is as wide as the text with this padding.
  const padding = isNow ? 'px-1' : isFolded ? 'pr-4 pl-2.5' : 'px-2.5';
  return (
    <span
      className={`relative flex size-full items-center gap-1.5 rounded-[11px] ${padding} text-left text-[.78125rem] text-quiet ${
        // The text is on the side of the line at the present time that has more room.
        isFirstHalf ? 'justify-end' : ''
      } ${book === null ? '' : 'free-hour'} ${book === 'write' ? 'bg-raised' : ''}`}
    >
      {/* Beside the line at the present time there is room for the text only. */}
      {book === 'write' && !isNow && <CloudOff aria-hidden="true" className="size-3.5 shrink-0" strokeWidth={2.4} />}
      {book !== null && hasHint && (
        <span className="free-hour-hint items-center gap-1.5 font-bold text-ink">
          <HintIcon aria-hidden="true" className="size-4 shrink-0" strokeWidth={2.4} />
          {book === 'new' && <span className="wide-bar">{cellTexts.book}</span>}
          {book === 'write' && <span className="wide-bar">{deskOfflineTexts.writeItDown}</span>}
        </span>
      )}
      {isForSale(cell) && (
        <span className="figures grid leading-tight">
          {isNow && (
            <span
              className={`text-[.71875rem] font-bold ${
                // These words do not fit beside the folded corner, so they are below the price.
                isFolded ? 'order-last' : ''
              } ${book === 'write' ? '' : 'text-good'}`}
            >
              {cellTexts.freeNow}
            </span>
          )}
          {money(cell.price_paise)}
        </span>
      )}
      {/* Smaller in an hour that runs: there the price reaches nearly to the corner of the narrowest cell. */}
      {isFolded && <span className={isNow ? 'fold [--fold:10px]' : 'fold'} />}
    </span>
  );
}
