import { useId, useState, type ReactNode } from 'react';
import { failureTexts } from '@/api/failure-texts';
import { timeOrDateTime } from '@/lib/dates';
import { rupees } from '@/lib/money';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { TextField } from '@/ui/Field';
import { Notice } from '@/ui/Notice';
import type { Me } from '@/desk/api/me';
import { clockOffset } from '@/desk/api/connection';
import { isFresh } from '@/desk/api/database';
import { messageOf } from '@/desk/api/problem';
import type { CountSince, DecisionFact, FactKind, PaymentFact, QueuedFact } from '@/desk/api/fact';
import { changeAndAddFact, changeFact, dropFact } from '@/desk/api/queue';
import { zoneOf } from '@/desk/api/zone-of';
import { writtenTexts } from '@/desk/written/texts';
import { useWritten } from '@/desk/written/use-written';
import { WrittenList } from '@/desk/written/WrittenList';
import { keepFocus } from '@/desk/lib/keep-focus';
import { deskOfflineTexts } from '@/desk/lib/offline-texts';
import { isPressedAgain } from '@/lib/pressed-again';
import { LONGEST_SHORT_TEXT } from '@/desk/lib/short-text';
import { divideOverpayment, takenPaise, type Overpayment } from './overpayment';
import { useQueue } from './use-queue';

/** The difference of the clocks above which a warning is shown, in milliseconds. */
const CLOCK_MILLISECONDS = 5 * 60_000;

/** Lists what waits on this device: own facts, refused facts, facts of other people, and requests that are not booked. */
export function QueueDialog({ me, onClose }: { me: Me; onClose: () => void }) {
  const { waiting, refused, ofOthers } = useQueue(me);
  const offset = Math.abs(clockOffset());
  const written = useWritten(me);
  const names = [...new Set(ofOthers.map(({ staff }) => staff.name))];
  return (
    <Dialog open onClose={onClose} title={deskOfflineTexts.queue}>
      <div ref={keepFocus} tabIndex={-1} className="grid gap-5 outline-none">
        {offset > CLOCK_MILLISECONDS && (
          <Notice tone="warn" tight>
            {deskOfflineTexts.clockWrong(Math.round(offset / 60_000))}
          </Notice>
        )}
        {waiting.length + refused.length + ofOthers.length + written.length === 0 && (
          <p className="text-quiet">{deskOfflineTexts.empty}</p>
        )}
        {refused.length > 0 && (
          <section className="grid gap-2">
            <h3 className="font-bold">{deskOfflineTexts.refused}</h3>
            <ul className="grid gap-4">
              {refused.map((fact) => (
                <li key={fact.id} className="grid gap-2 border-b border-line pb-4 last:border-0 last:pb-0">
                  <FactLine me={me} fact={fact} />
                  <p className="text-small font-semibold text-bad">{reasonOf(fact)}</p>
                  <Resolve me={me} fact={fact} />
                </li>
              ))}
            </ul>
          </section>
        )}
        {waiting.length > 0 && (
          <section className="grid gap-2">
            <h3 className="font-bold">{deskOfflineTexts.waiting}</h3>
            <p className="text-small text-quiet">{deskOfflineTexts.waitingHint}</p>
            <ul className="grid">
              {waiting.map((fact) => (
                <li key={fact.id} className="border-b border-line py-2 last:border-0 last:pb-0">
                  <FactLine me={me} fact={fact} />
                </li>
              ))}
            </ul>
          </section>
        )}
        <WrittenList me={me} onLeave={onClose} />
        {names.map((name) => (
          <p key={name} className="figures text-small font-semibold">
            {deskOfflineTexts.others(ofOthers.filter(({ staff }) => staff.name === name).length, name)}
          </p>
        ))}
      </div>
    </Dialog>
  );
}

/** Says in a line what happened, for which booking, and when. */
function FactLine({ me, fact }: { me: Me; fact: QueuedFact }) {
  const happened = new Date(Date.parse(fact.at) + fact.offset_ms).toISOString();
  const at = timeOf(me, fact, happened);
  return (
    <p className="figures min-w-0">
      <span className="block font-bold">{whatText(fact.what)}</span>
      <span className="block text-small text-quiet">{`${at}, ${fact.label}`}</span>
    </p>
  );
}

function whatText(what: FactKind): string {
  const texts = deskOfflineTexts.what;
  switch (what.kind) {
    case 'attendance':
      return texts[what.state];
    case 'scan':
      return texts.scan;
    case 'payment':
      return texts[what.tender](rupees(takenPaise(what) / 100));
    case 'decision':
      return texts.decision(rupees(takenPaise(what.payment) / 100));
    case 'note':
      return texts.note(what.text);
  }
}

/** Says why the server refused a fact: for a payment what the booking owes now, for one that was dealt with before how. */
function reasonOf({ refusal, what }: QueuedFact): string {
  if (refusal === null) return '';
  const message = messageOf(refusal.code) ?? failureTexts.other;
  if (refusal.code === 'decided_before') {
    const outcome = String(refusal.params['outcome']);
    const outcomes = deskOfflineTexts.outcomes;
    return Object.hasOwn(outcomes, outcome) ? `${message} ${outcomes[outcome as keyof typeof outcomes]}` : message;
  }
  const isMoney = what.kind === 'payment' && refusal.due_paise !== null && refusal.due_paise > 0;
  return isMoney ? `${message} ${deskOfflineTexts.nowDue(rupees((refusal.due_paise ?? 0) / 100))}` : message;
}

/** The change that sends a fact again. With other content it is a new fact and gets a new id. */
const again = (what?: FactKind) =>
  what === undefined ? { refusal: null } : { refusal: null, id: crypto.randomUUID(), what };

/** Whether another tab or device has dealt with a payment before: the entry is of no use any more. */
const isDecided = ({ refusal }: QueuedFact) => refusal?.code === 'decided_before';

/** Whether the venue has no such booking, such as after a backup was restored: the server keeps no answer about its money either. */
const isUnknown = ({ refusal }: QueuedFact) => refusal?.code === 'not_found';

function Resolve({ me, fact }: { me: Me; fact: QueuedFact }) {
  const { what } = fact;
  const isMoney = what.kind === 'payment' || what.kind === 'decision';
  if (isMoney && !isDecided(fact) && !isUnknown(fact)) return <DecideMoney me={me} fact={fact} what={what} />;
  return (
    <>
      {isMoney && isUnknown(fact) && <p className="text-small text-quiet">{deskOfflineTexts.unknownHint}</p>}
      <div className="flex flex-wrap gap-2">
        {!isDecided(fact) && <TryAgain fact={fact} />}
        <AnswerButton onAnswer={() => write(dropFact(fact.id), writtenTexts.notRemoved)}>
          {deskOfflineTexts.drop}
        </AnswerButton>
      </div>
    </>
  );
}

/**
 * A button that decides about a refused fact. The fact leaves the list and the one below takes its place, so the second press of a double
 * click does nothing: it would decide about that one.
 */
function AnswerButton({ onAnswer, children }: { onAnswer: () => void; children: ReactNode }) {
  return (
    <Button
      variant="outline"
      size="sm"
      onClick={(event) => {
        if (!isPressedAgain(event)) onAnswer();
      }}
    >
      {children}
    </Button>
  );
}

/** Sends a refused fact again, with other content if `what` is given. */
function TryAgain({ fact, what }: { fact: QueuedFact; what?: FactKind | undefined }) {
  return <AnswerButton onAnswer={() => write(changeFact(fact.id, again(what)))}>{deskOfflineTexts.again}</AnswerButton>;
}

/** Says it if this device cannot keep what was decided: the entry stays as it is. */
function write(change: Promise<void>, failed = deskOfflineTexts.notKept): void {
  void change.catch(() => toast.forAnyone('error', failed));
}

const DECISIONS = ['given_back', 'kept', 'not_taken'] as const;

/** Asks where the money of a refused payment is. */
function DecideMoney({ me, fact, what }: { me: Me; fact: QueuedFact; what: PaymentFact | DecisionFact }) {
  const hintId = useId();
  const [note, setNote] = useState(what.note ?? '');
  const written = note.trim() === '' ? null : note.trim();
  const code = fact.refusal?.code ?? '';
  const counts = countsSince(fact);
  const isCounted = counts.length > 0;
  // Cash that is put into the present drawer may be in a count as well: this has to be said and is never the answer "kept".
  const asksForDrawer = isCounted || code === 'device_clock_wrong' || code === 'counted_again';

  // No count has the cash, so naming one again would be refused again.
  const withoutCount =
    code === 'not_counted_since' && what.kind === 'payment' ? noted(placed(what, UNKNOWN)) : undefined;

  // A payment of more than is due: what is due is paid, and the rest is decided. Of an old one the server would take no payment.
  const overpayment =
    what.kind === 'payment' && code === 'more_than_due' && isFresh({ at: Date.parse(fact.at) })
      ? divideOverpayment(what, fact.refusal?.due_paise ?? null)
      : null;
  const isRestInCount = overpayment?.payment.in_count === true;
  const typed = what.kind === 'payment' ? noted(what) : { ...what, note: written };

  /** A payment with the note as it is now. */
  function noted(payment: PaymentFact): PaymentFact {
    const { note: _, ...rest } = payment;
    return written === null ? rest : { ...rest, note: written };
  }
  function decisionOf(decision: DecisionFact['decision'], place: CashPlace): DecisionFact {
    const {
      kind: _,
      note: _note,
      ...payment
    } = what.kind === 'payment' ? what : { kind: 'payment' as const, ...what.payment };
    const taken =
      what.kind === 'payment' ? { id: fact.id, at: fact.at, offset_ms: fact.offset_ms } : (what.taken ?? null);
    return {
      kind: 'decision',
      payment: placed(payment, place),
      taken,
      refusal: what.kind === 'payment' ? code : what.refusal,
      decision,
      note: written,
    };
  }
  function decide(decision: DecisionFact['decision'], place: CashPlace) {
    const decided = decisionOf(decision, place);
    write(changeFact(fact.id, { ...again(decided), at: new Date().toISOString(), offset_ms: clockOffset() }));
  }
  /** Pays what is due of an overpayment, and decides about the rest. */
  function takeDue({ payment, rest_paise }: Overpayment, decision: RestDecision) {
    if (rest_paise === 0) return write(changeFact(fact.id, again(noted(payment))));
    const decided = decisionOf(decision, decision === 'given_back' ? UNKNOWN : placeOf(payment));
    const rest = { ...decided, payment: { ...decided.payment, amount_paise: rest_paise } };
    const { venue, staff, order, label } = fact;
    // The note is that of the rest.
    const { note: _, ...paid } = payment;
    write(changeAndAddFact(fact.id, again(paid), { venue, staff, order, label, what: rest }));
  }
  /** Says where counted cash is, in the payment or in the decision about it. */
  function place(where: CashPlace) {
    if (what.kind === 'decision') return decide(where.in_count ? 'in_count' : 'kept', where);
    write(changeFact(fact.id, again(noted(placed(what, where)))));
  }
  return (
    <fieldset aria-describedby={hintId} className="mt-1 grid gap-2.5">
      <legend className="font-bold">{deskOfflineTexts.decide}</legend>
      <p id={hintId} className="text-small text-quiet">
        {isCounted
          ? countHint(me, fact, counts)
          : asksForDrawer
            ? deskOfflineTexts.clockHint
            : isRestInCount
              ? deskOfflineTexts.restInCountHint
              : deskOfflineTexts.keptHint}
      </p>
      <TextField
        label={deskOfflineTexts.note}
        autoComplete="off"
        maxLength={LONGEST_SHORT_TEXT}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      {/* In two columns of one width, so that no answer looks like the main one. */}
      <div className="grid grid-cols-1 gap-2 min-[26rem]:grid-cols-2">
        <CountChoices me={me} fact={fact} counts={counts} onChoose={(count) => place(inCount(count))} />
        {asksForDrawer && (
          <AnswerButton onAnswer={() => place(inPresentDrawer(fact))}>
            {counts.length > 1 ? deskOfflineTexts.afterLastCount : deskOfflineTexts.inLaterShift}
          </AnswerButton>
        )}
        {overpayment !== null && <TakeDueChoices overpayment={overpayment} onChoose={takeDue} />}
        {/* A booking that owes a part of the money is paid first: if all of it were kept, the booking would go on owing that. */}
        {DECISIONS.filter((decision) => decision !== 'kept' || !(asksForDrawer || overpayment !== null)).map(
          (decision) => (
            <AnswerButton key={decision} onAnswer={() => decide(decision, UNKNOWN)}>
              {overpayment !== null && decision === 'given_back'
                ? deskOfflineTexts.allGivenBack
                : deskOfflineTexts.decisions[decision]}
            </AnswerButton>
          ),
        )}
        {/* The same again would be refused again, because the count stays. After a wrong clock it could be believed: an hour later the time
            of a clock that was an hour ahead is possible, and the cash would be put into the present drawer although a count may have it. */}
        {!asksForDrawer && (
          <TryAgain fact={fact} what={withoutCount ?? ((what.note ?? null) === written ? undefined : typed)} />
        )}
      </div>
    </fieldset>
  );
}

/** What is decided about the rest of an overpayment. */
type RestDecision = 'given_back' | 'kept' | 'in_count';

/** Offers to pay what is due of an overpayment. The rest is given back or kept; if the cash was in a count, that has the rest too. */
function TakeDueChoices({
  overpayment,
  onChoose,
}: {
  overpayment: Overpayment;
  onChoose: (overpayment: Overpayment, rest: RestDecision) => void;
}) {
  const { payment, taken_paise, rest_paise } = overpayment;
  const [taken, rest] = [rupees(taken_paise / 100), rupees(rest_paise / 100)];
  const decisions: RestDecision[] =
    payment.in_count === true ? ['in_count'] : rest_paise === 0 ? ['kept'] : ['given_back', 'kept'];
  return decisions.map((decision) => (
    <AnswerButton key={decision} onAnswer={() => onChoose(overpayment, decision)}>
      {rest_paise === 0 ? deskOfflineTexts.takeAllDue(taken) : deskOfflineTexts.takeDue[decision](taken, rest)}
    </AnswerButton>
  ));
}

/** A count that may have the cash; without an id it is the first one after the cash was taken. */
type OfferedCount = Pick<CountSince, 'at' | 'by'> & { id: string | null };

/** The counts of the drawer after the cash of a refused fact was taken, if they are known. */
function countsSince({ refusal }: QueuedFact): readonly OfferedCount[] {
  if (refusal?.counts !== undefined) return refusal.counts;
  const at = refusal?.params['at'];
  // A refusal that an earlier version of this page has kept names only the first count.
  return refusal?.code === 'counted_since' && typeof at === 'string' ? [{ id: null, at, by: null }] : [];
}

/** Offers each count as the one that had the cash. */
function CountChoices({
  me,
  fact,
  counts,
  onChoose,
}: {
  me: Me;
  fact: QueuedFact;
  counts: readonly OfferedCount[];
  onChoose: (count: OfferedCount) => void;
}) {
  const names = counts.map((count) => deskOfflineTexts.inCountOf(timeOf(me, fact, count.at), count.by));
  return counts.map((count, at) => (
    <AnswerButton key={count.id ?? ''} onAnswer={() => onChoose(count)}>
      {counts.length > 1 ? numberAmongEqual(names, at) : deskOfflineTexts.inCount}
    </AnswerButton>
  ));
}

/** The name at `at`, with its number if others are the same: a drawer can be counted twice in a minute. */
function numberAmongEqual(names: readonly string[], at: number): string {
  const name = names[at] ?? '';
  const isEqual = (other: string) => other === name;
  const of = names.filter(isEqual).length;
  return of === 1 ? name : deskOfflineTexts.countOfEqual(name, names.slice(0, at + 1).filter(isEqual).length, of);
}

/** A time by the clock of the venue, with the day if that is not today. */
function timeOf(me: Me, { venue }: QueuedFact, at: string): string {
  return timeOrDateTime(at, zoneOf(me, venue), Date.now() + clockOffset());
}

/** What the answers about counts mean. */
function countHint(me: Me, fact: QueuedFact, counts: readonly OfferedCount[]): string {
  const [first, ...later] = counts;
  if (first === undefined) return '';
  if (later.length === 0) return deskOfflineTexts.countHint(timeOf(me, fact, first.at));
  const hint = deskOfflineTexts.countsHint;
  return fact.refusal?.more_counts === true ? `${hint} ${deskOfflineTexts.moreCounts(counts.length)}` : hint;
}

/** Where cash is, as a payment says it. */
type CashPlace = Required<Pick<PaymentFact, 'in_later_shift' | 'in_count'>> & Pick<PaymentFact, 'count' | 'drawer'>;

const UNKNOWN: CashPlace = { in_later_shift: false, in_count: false };

/** Where the clerk has said before that the cash of a payment is. */
function placeOf({ in_later_shift = false, in_count = false, count, drawer }: PaymentFact): CashPlace {
  return {
    in_later_shift,
    in_count,
    ...(typeof count === 'string' && { count }),
    ...(typeof drawer === 'string' && { drawer }),
  };
}

/** In the present drawer as it was shown, so that the server asks again if that was counted meanwhile. */
function inPresentDrawer({ refusal }: QueuedFact): CashPlace {
  const place = { in_later_shift: true, in_count: false };
  return refusal?.drawer === undefined ? place : { ...place, drawer: refusal.drawer };
}

function inCount({ id }: OfferedCount): CashPlace {
  const place = { in_later_shift: false, in_count: true };
  return id === null ? place : { ...place, count: id };
}

/** A payment with another place of its cash. */
function placed<Payment extends Partial<CashPlace>>(payment: Payment, place: CashPlace) {
  const { count: _, drawer: _drawer, ...rest } = payment;
  return { ...rest, ...place };
}
