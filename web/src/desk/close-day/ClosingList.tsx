import { Link } from '@tanstack/react-router';
import { Check, CircleDashed, CloudUpload, QrCode, UserRoundX, Wallet, type LucideIcon } from 'lucide-react';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { courtName } from '@/lib/court-name';
import { hourText } from '@/lib/dates';
import { hasModifier } from '@/lib/has-modifier';
import { rupees } from '@/lib/money';
import { Button } from '@/ui/Button';
import type { QueuedFact } from '@/desk/api/fact';
import { may, type Me } from '@/desk/api/me';
import type { Markable, Who } from '@/desk/booking/attendance';
import { momentIn } from '@/desk/booking/moment-in';
import { paths } from '@/desk/lib/paths';
import { isPressedAgain } from '@/lib/pressed-again';
import { useShortcutName } from '@/desk/lib/single-keys';
import { dayMoneyTexts } from '@/desk/day-money/texts';
import { useMatch } from '@/desk/day-money/use-match';
import { useUnsent } from '@/desk/offline/use-unsent';
import { deskOfflineTexts } from '@/desk/lib/offline-texts';
import type { DayEnd, DayGame, UpiToMatch } from './day-end';
import { closeDayTexts } from './texts';

/** The actions of the rows for a game. */
export interface Attendance {
  isPending: boolean;
  mark: (who: Who, orders: readonly Markable[], state: 'arrived' | 'absent') => void;
}

export interface ClosingListProps {
  me: Me;
  venue: Me['venues'][number];
  end: DayEnd;
  /** What this device has not sent of this venue, refused entries included. */
  unsent: readonly QueuedFact[];
  attendance: Attendance;
}

/** "7 PM, Court 3", with the end of the phone number if there is one. */
export function placeOf({ minute, court, phone_tail }: DayGame): string {
  const place = `${hourText(minute)}, ${courtName(court)}`;
  return phone_tail === null ? place : `${place} · ${phone_tail}`;
}

/**
 * Lists what has to be done before the day is closed. The keys act on the first line, or on the one that was chosen by the
 * arrows or by the focus; when that one is done, they act on the first line again.
 */
export function ClosingList({ me, venue, end, unsent, attendance }: ClosingListProps) {
  const { unmarked, due, to_match, shift } = end.open;
  const mayTake = may(me, 'payment.take');
  const keys = [
    ...unmarked.map(({ order }) => `unmarked ${order}`),
    ...due.map(({ order }) => `due ${order}`),
    // Without this permission the lines of UPI payments and of the drawer have no button.
    ...(mayTake ? to_match.map(({ payment }) => `upi ${payment}`) : []),
    ...(mayTake && shift !== null ? ['shift'] : []),
  ];
  const [chosen, setChosen] = useState<string>();
  const current = keys.includes(chosen ?? '') ? chosen : keys[0];

  function onKeyDown(event: KeyboardEvent) {
    // With one of these keys it is a key of the browser, such as Meta and the down arrow to scroll to the end.
    if (hasModifier(event)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || current === undefined) return;
    const next = keys[keys.indexOf(current) + step];
    if (next === undefined) return;
    event.preventDefault();
    setChosen(next);
    document.querySelector<HTMLElement>(`[data-line="${next}"]`)?.focus();
  }

  const line = (key: string) => ({ id: key, isCurrent: key === current, onChoose: () => setChosen(key) });
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the arrows go through the buttons inside
    <div className="grid gap-5" onKeyDown={onKeyDown}>
      {unmarked.length > 0 && (
        <Section title={closeDayTexts.unmarked} count={unmarked.length}>
          {unmarked.map((game) => (
            <Unmarked key={game.order} game={game} attendance={attendance} line={line(`unmarked ${game.order}`)} />
          ))}
        </Section>
      )}
      {due.length > 0 && (
        <Section title={closeDayTexts.due} count={due.length}>
          {due.map((game) => (
            <Due key={game.order} venue={venue.id} day={end.day} game={game} line={line(`due ${game.order}`)} />
          ))}
        </Section>
      )}
      {to_match.length > 0 && (
        <Section title={closeDayTexts.toMatch} count={to_match.length}>
          {to_match.map((payment) => (
            <ToMatch
              key={payment.payment}
              zone={venue.time_zone}
              day={end.day}
              payment={payment}
              mayMatch={mayTake}
              line={line(`upi ${payment.payment}`)}
            />
          ))}
        </Section>
      )}
      {shift !== null && (
        <Section title={closeDayTexts.drawer} count={1}>
          <Row
            Icon={Wallet}
            isCurrent={current === 'shift'}
            name={shift.kept_by === null ? closeDayTexts.shift : closeDayTexts.shiftOf(shift.kept_by)}
            text={closeDayTexts.since(momentIn(shift.opened_at, venue.time_zone, end.day))}
          >
            {mayTake && <Count venue={venue.id} line={line('shift')} />}
          </Row>
        </Section>
      )}
      {unsent.length > 0 && (
        <Section title={closeDayTexts.device} count={unsent.length}>
          <Row Icon={CloudUpload} name={closeDayTexts.unsent(unsent.length)} text={unsentText(unsent)} />
        </Section>
      )}
    </div>
  );
}

interface Line {
  id: string;
  isCurrent: boolean;
  onChoose: () => void;
}

function Section({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-2 flex items-baseline gap-2 text-lead font-bold">
        {title}
        <span className="figures text-small font-semibold text-quiet">{count}</span>
      </h2>
      <ul className="rows rounded-lg border border-line bg-card">{children}</ul>
    </section>
  );
}

function Row({
  Icon,
  name,
  text,
  isCurrent = false,
  children,
}: {
  Icon: LucideIcon;
  name: ReactNode;
  text: ReactNode;
  isCurrent?: boolean;
  children?: ReactNode;
}) {
  return (
    <li
      className={`figures flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5 ${isCurrent ? 'bg-raised' : ''} first:rounded-t-lg last:rounded-b-lg`}
    >
      <div className="flex min-w-0 flex-1 basis-44 items-start gap-2.5">
        <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-quiet" />
        <div className="min-w-0">
          <span className="block font-bold wrap-anywhere">{name}</span>
          <span className="block text-[.8125rem] text-quiet">{text}</span>
        </div>
      </div>
      {children}
    </li>
  );
}

/** Says that a fact about this booking, such as a mark or a payment, waits on this device: the list of the server does not have it. */
function NotSent({ order }: { order: string }) {
  const isUnsent = useUnsent([order]);
  if (!isUnsent) return null;
  return <strong className="font-bold text-warn">{`, ${deskOfflineTexts.notSent}`}</strong>;
}

function Unmarked({ game, attendance, line }: { game: DayGame; attendance: Attendance; line: Line }) {
  const shortcut = useShortcutName();
  const place = placeOf(game);
  const { name, court } = game;
  const mark = (state: 'arrived' | 'absent') => attendance.mark({ name, court }, [game], state);
  return (
    <Row
      Icon={CircleDashed}
      name={game.name}
      isCurrent={line.isCurrent}
      text={
        <>
          {place}
          <NotSent order={game.order} />
        </>
      }
    >
      <div className="flex gap-2 max-[24rem]:w-full max-[24rem]:*:flex-1">
        <Button
          variant="outline"
          size="sm"
          data-line={line.id}
          aria-label={closeDayTexts.cameOf(game.name, place)}
          aria-keyshortcuts={line.isCurrent ? shortcut('I') : undefined}
          aria-disabled={attendance.isPending || undefined}
          className="aria-disabled:opacity-50"
          icon={<Check aria-hidden="true" className="size-4.5" strokeWidth={2.4} />}
          onFocus={line.onChoose}
          onClick={(event) => {
            if (!attendance.isPending && !isPressedAgain(event)) mark('arrived');
          }}
        >
          {closeDayTexts.came}
        </Button>
        <Button
          variant="outline"
          size="sm"
          aria-label={closeDayTexts.absentOf(game.name, place)}
          aria-keyshortcuts={line.isCurrent ? shortcut('N') : undefined}
          aria-disabled={attendance.isPending || undefined}
          className="aria-disabled:opacity-50"
          icon={<UserRoundX aria-hidden="true" className="size-4.5" />}
          onFocus={line.onChoose}
          onClick={(event) => {
            if (!attendance.isPending && !isPressedAgain(event)) mark('absent');
          }}
        >
          {closeDayTexts.absent}
        </Button>
      </div>
    </Row>
  );
}

function Due({ venue, day, game, line }: { venue: number; day: string; game: DayGame; line: Line }) {
  const shortcut = useShortcutName();
  const place = placeOf(game);
  return (
    <Row
      Icon={Wallet}
      name={game.name}
      isCurrent={line.isCurrent}
      text={
        <>
          {place} · <span className="font-semibold text-warn">{closeDayTexts.isDue(rupees(game.due_paise / 100))}</span>
          <NotSent order={game.order} />
        </>
      }
    >
      <Button
        variant="outline"
        size="sm"
        render={
          <Link
            {...paths.board(venue, { day, open: game.order })}
            data-line={line.id}
            aria-label={closeDayTexts.openOf(game.name, place)}
            aria-keyshortcuts={line.isCurrent ? shortcut('O') : undefined}
            onFocus={line.onChoose}
          />
        }
      >
        {closeDayTexts.openBooking}
      </Button>
    </Row>
  );
}

function ToMatch({
  zone,
  day,
  payment,
  mayMatch,
  line,
}: {
  zone: string;
  day: string;
  payment: UpiToMatch;
  mayMatch: boolean;
  line: Line;
}) {
  const shortcut = useShortcutName();
  const match = useMatch(payment.payment, payment.received_paise);
  const amount = rupees(payment.received_paise / 100);
  const { name } = payment.paid_for;
  const text = [momentIn(payment.at, zone, day), payment.reference].filter(Boolean).join(' · ');
  return (
    <Row Icon={QrCode} name={`${amount}, ${name}`} text={text} isCurrent={line.isCurrent}>
      {mayMatch && (
        <Button
          variant="outline"
          size="sm"
          isBusy={match.isPending}
          data-line={line.id}
          aria-label={dayMoneyTexts.foundOf(amount, name)}
          aria-keyshortcuts={line.isCurrent ? shortcut('F') : undefined}
          onFocus={line.onChoose}
          onClick={(event) => {
            if (!isPressedAgain(event)) match.mutate();
          }}
        >
          {dayMoneyTexts.found}
        </Button>
      )}
    </Row>
  );
}

function Count({ venue, line }: { venue: number; line: Line }) {
  const shortcut = useShortcutName();
  return (
    <Button
      variant="outline"
      size="sm"
      render={
        <Link
          {...paths.money(venue)}
          data-line={line.id}
          aria-keyshortcuts={line.isCurrent ? shortcut('C') : undefined}
          onFocus={line.onChoose}
        />
      }
    >
      {closeDayTexts.count}
    </Button>
  );
}

/** Says whose entries wait, how many of them were refused, and what happens next. */
function unsentText(unsent: readonly QueuedFact[]): string {
  const names = [...new Map(unsent.map(({ staff }) => [staff.id, staff.name])).values()];
  const refused = unsent.filter(({ refusal }) => refusal !== null).length;
  return [
    closeDayTexts.unsentOf(names.join(', ')),
    ...(refused > 0 ? [closeDayTexts.unsentRefused(refused)] : []),
    closeDayTexts.unsentText,
  ].join(' ');
}
