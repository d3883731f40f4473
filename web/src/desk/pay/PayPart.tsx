import { Suspense, useEffect, useId, useRef, useState, type FormEvent, type RefObject } from 'react';
import { lazyPart } from '@/lib/lazy-part';
import { rupees } from '@/lib/money';
import { useOnline } from '@/lib/online';
import { Button } from '@/ui/Button';
import { TextField } from '@/ui/Field';
import { Notice } from '@/ui/Notice';
import type { PaymentAnswer, QrRequest, Tender } from '@/desk/api/money';
import { KeyHint } from '@/desk/booking/KeyHint';
import { typedPaise } from '@/desk/lib/typed-paise';
import { isPressedAgain } from '@/lib/pressed-again';
import { roundOff } from '@/desk/lib/round-off';
import { isTooLong } from '@/desk/lib/short-text';
import { openPart } from '@/desk/lib/part-translations';
import { equalParts, isWholeRupees, likelyGiven, MOST_LINES, SHARES, spread, sumOfDue, type DueLine } from './amounts';
import type { ReceiptFor } from './FirmPart';
import { FloatForm } from './FloatForm';
import { Tenders } from './Tenders';
import { takeMoneyTexts } from './texts';
import { UpiCode } from './UpiCode';
import { useTake } from './use-take';
import { useShortcutName } from '@/desk/lib/single-keys';

const FirmPart = lazyPart(async () => (await openPart(() => import('./FirmPart'), 'firm')).default);

/** People who share what is due, and how many of them have paid. */
interface Split {
  of: number;
  done: number;
}

export interface PayPartProps {
  venue: number;
  /** The amount that the opened booking owes. */
  line: DueLine;
  /** The amounts that the other bookings of its group and day owe. */
  others: readonly DueLine[];
  heading: RefObject<HTMLHeadingElement | null>;
  /** Called when bookings were paid, with their new versions. */
  onPaid: (bookings: readonly DueLine[]) => void;
  /** Whether a receipt can be made out to a firm. */
  hasTaxInvoices: boolean;
  /** Shows a QR code of the payment provider for the request; `onEnd` is called with whether it was paid. */
  onQr: (request: QrRequest, onEnd: (isPaid: boolean) => void) => void;
}

/** Takes money for a booking, or for the bookings of its group on that day: cash first, so that Enter is enough. */
export function PayPart({
  venue,
  line: shownLine,
  others: shownOthers,
  heading,
  hasTaxInvoices,
  onPaid,
  onQr,
}: PayPartProps) {
  const shortcut = useShortcutName();
  const online = useOnline();
  const root = useRef<HTMLFormElement>(null);
  const [tender, setTender] = useState<Tender>('cash');
  const [isAll, setIsAll] = useState(false);
  const [isMore, setIsMore] = useState(false);
  const [amount, setAmount] = useState<string | null>(null);
  const [split, setSplit] = useState<Split | null>(null);
  const [given, setGiven] = useState('');
  const [payer, setPayer] = useState('');
  const [reference, setReference] = useState('');
  const [wasTried, setWasTried] = useState(false);
  const [receiptFor, setReceiptFor] = useState<ReceiptFor | null>(null);
  // The fields as they were sent: what is typed while the payment runs is for the next part.
  const sent = useRef({ amount, split, given, payer, reference, receiptFor });
  const take = useTake(venue, shownLine.order, onTaken);

  const line = take.newest(shownLine);
  const others = shownOthers.map(take.newest).filter(({ due_paise }) => due_paise > 0);
  // Of a larger group the rest is paid from one of its other bookings.
  const all = [line, ...others].slice(0, MOST_LINES);
  const lines = isAll ? all : [line];
  const due = sumOfDue(lines);
  const isCash = tender === 'cash';
  const firm = receiptFor?.firm ?? null;
  const share = split === null ? due : (equalParts(due, split.of - split.done, isCash ? 100 : 1)[0] ?? due);
  const typed = amount === null ? share : typedPaise(amount);
  // The opened game is paid last: once it owes nothing, this form is gone, and with it the parts of a split that are left.
  const paidLines = typed === null ? [] : spread(typed, isAll ? [...all.slice(1), line] : lines);
  const isWhole = typed === due;
  const roundedOff = isCash && isWhole ? roundOff(due) : 0;
  const taken = (typed ?? 0) - roundedOff;
  const amountError = amountProblem({ typed, due, taken, isCash }) ?? take.refusal?.amount ?? undefined;
  const givenPaise = isCash && given !== '' ? typedPaise(given) : null;
  const givenError = isCash && given !== '' ? givenProblem(givenPaise, taken) : undefined;
  const payerError = lengthProblem(payer);
  // Cash has no reference: one that was typed for another tender is neither shown nor sent, so it must not stop the payment.
  const referenceError = isCash ? undefined : lengthProblem(reference);
  const isLong = (payerError ?? referenceError) !== undefined;

  // If nothing is due any more, the form is removed with the button that had the focus, so the heading gets it.
  const isGone = line.due_paise === 0;
  const hadFocus = useRef(false);
  useEffect(() => {
    if (isGone && hadFocus.current && !document.contains(root.current)) heading.current?.focus({ preventScroll: true });
  }, [isGone, heading]);

  function onTaken({ bookings }: PaymentAnswer) {
    onPaid(bookings);
    hadFocus.current = root.current?.contains(document.activeElement) ?? false;
    beginNext();
  }
  /** Empties the fields that were sent, for the next part. */
  function beginNext() {
    const { current: before } = sent;
    setAmount((now) => (now === before.amount ? null : now));
    setGiven((now) => (now === before.given ? '' : now));
    setPayer((now) => (now === before.payer ? '' : now));
    setReference((now) => (now === before.reference ? '' : now));
    setReceiptFor((now) => (now === before.receiptFor ? null : now));
    setWasTried(false);
    setSplit((now) => (now === before.split ? nextPart(now) : now));
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!online || take.isBusy) return;
    if (take.isUnknown) {
      take.repeat();
      return;
    }
    setWasTried(true);
    if (amountError !== undefined || givenError !== undefined || isLong || firm === 'incomplete') return;
    sent.current = { amount, split, given, payer, reference, receiptFor };
    take.take({
      tender,
      lines: paidLines,
      payer: textOf(payer),
      reference: isCash ? null : textOf(reference),
      ...(firm !== null && { firm }),
    });
  }
  /** Wraps a setter: after a change the message about the attempt before no longer holds. */
  function change<Value>(set: (value: Value) => void): (value: Value) => void {
    return (value) => {
      take.clear();
      set(value);
    };
  }

  if (take.isWaiting) return <FloatForm venue={venue} onOpen={take.goOn} onClose={take.stopWaiting} />;
  if (isGone) return null;
  const label = take.isUnknown
    ? takeMoneyTexts.askAgain
    : takeMoneyTexts.take[tender](rupees(Math.max(0, taken) / 100));
  return (
    <form
      ref={root}
      noValidate
      onSubmit={submit}
      aria-label={takeMoneyTexts.title}
      aria-busy={take.isBusy || undefined}
      className="grid grid-cols-1 gap-2.5"
    >
      {others.length > 0 && (
        <WhatFor
          isAll={isAll}
          one={line.due_paise}
          count={all.length}
          of={1 + others.length}
          sum={sumOfDue(all)}
          onAll={change((value) => {
            setIsAll(value);
            setAmount(null);
          })}
        />
      )}
      <Tenders tender={tender} withBank={isMore} onTender={change(setTender)} />
      {tender === 'upi_own' && (
        <UpiCode
          venue={venue}
          paise={amountError === undefined ? taken : 0}
          order={(paidLines.find(({ order }) => order === line.order) ?? paidLines[0] ?? line).order}
          isForFirm={firm !== null}
          onQr={() => {
            setWasTried(true);
            if (amountError !== undefined || isLong) return;
            sent.current = { amount, split, given, payer, reference, receiptFor };
            onQr({ lines: paidLines, payer: textOf(payer) }, (isPaid) => (isPaid ? beginNext() : setTender('cash')));
          }}
        />
      )}
      {split !== null && (
        <p className="figures text-small font-bold">{takeMoneyTexts.share(split.done + 1, split.of)}</p>
      )}
      {isMore && (
        <>
          <TextField
            label={takeMoneyTexts.amount}
            error={wasTried ? amountError : undefined}
            inputMode="decimal"
            autoComplete="off"
            maxLength={12}
            value={amount ?? String(share / 100)}
            onChange={(event) => change(setAmount)(event.target.value)}
          />
          <SplitField
            split={split}
            onSplit={change((of) => {
              setSplit(of === null ? null : { of, done: 0 });
              setAmount(null);
            })}
          />
          <TextField
            label={takeMoneyTexts.payer}
            error={payerError}
            autoComplete="off"
            value={payer}
            onChange={(event) => change(setPayer)(event.target.value)}
          />
          {hasTaxInvoices && (
            <Suspense>
              <FirmPart receiptFor={receiptFor} wasTried={wasTried} onReceiptFor={change(setReceiptFor)} />
            </Suspense>
          )}
        </>
      )}
      {!isMore && wasTried && amountError !== undefined && (
        <p role="alert" className="text-small font-semibold text-bad">
          {amountError}
        </p>
      )}
      {isCash ? (
        <Given given={given} paise={givenPaise} taken={taken} error={givenError} onGiven={change(setGiven)} />
      ) : (
        <TextField
          label={takeMoneyTexts.reference}
          error={referenceError}
          autoComplete="off"
          value={reference}
          onChange={(event) => change(setReference)(event.target.value)}
        />
      )}
      {roundedOff > 0 && taken > 0 && (
        <p className="figures text-small text-quiet">{takeMoneyTexts.roundedOff(rupees(roundedOff / 100))}</p>
      )}
      {take.isUnknown && !take.isBusy && (
        <Notice tone="warn" tight isLive title={takeMoneyTexts.unknownTitle}>
          {takeMoneyTexts.unknown}
        </Notice>
      )}
      {take.refusal !== null && take.refusal.message !== null && (
        <Notice tone="warn" tight isLive title={takeMoneyTexts.failed}>
          {take.refusal.message}
        </Notice>
      )}
      {!online && <p className="text-small font-semibold text-warn">{takeMoneyTexts.offline}</p>}
      <div className="flex gap-2.5">
        <Button
          type="submit"
          variant="lime"
          size="md"
          aria-keyshortcuts="Enter"
          isBusy={take.isBusy}
          disabled={!online}
          className="min-h-14 flex-1"
          onClick={(event) => {
            // After a part the button takes the next one: the second press of a double click must not.
            if (isPressedAgain(event)) event.preventDefault();
          }}
        >
          {label}
          <KeyHint>{'↵'}</KeyHint>
        </Button>
      </div>
      <button
        type="button"
        aria-expanded={isMore}
        aria-keyshortcuts={shortcut('S')}
        onClick={() => {
          setIsMore(!isMore);
          if (!isMore) return;
          // Values of fields that are hidden must not count.
          take.clear();
          setAmount(null);
          setSplit(null);
          setPayer('');
          setReceiptFor(null);
          setTender((now) => (now === 'bank' ? 'cash' : now));
        }}
        className="min-h-11 justify-self-start text-small font-semibold underline underline-offset-4"
      >
        {isMore ? takeMoneyTexts.less : takeMoneyTexts.more}
        <KeyHint>{'S'}</KeyHint>
      </button>
    </form>
  );
}

/** The split after one more part was paid; null if that was the last one. */
function nextPart(split: Split | null): Split | null {
  return split === null || split.done + 2 > split.of ? null : { of: split.of, done: split.done + 1 };
}

function textOf(typed: string): string | null {
  const text = typed.trim();
  return text === '' ? null : text;
}

function amountProblem({
  typed,
  due,
  taken,
  isCash,
}: {
  typed: number | null;
  due: number;
  taken: number;
  isCash: boolean;
}): string | undefined {
  if (typed === null) return takeMoneyTexts.amountWrong;
  if (typed <= 0 || typed > due) return takeMoneyTexts.amountRange(rupees(due / 100));
  if (isCash && taken <= 0) return takeMoneyTexts.belowRupee;
  return isCash && !isWholeRupees(taken) ? takeMoneyTexts.wholeRupees : undefined;
}

function givenProblem(given: number | null, taken: number): string | undefined {
  if (given === null) return takeMoneyTexts.amountWrong;
  return given < taken ? takeMoneyTexts.missing(rupees((taken - given) / 100)) : undefined;
}

/** Chooses whether the opened booking is paid, or those of its group on that day: all, or as many as one payment pays. */
function WhatFor({
  isAll,
  one,
  count,
  of,
  sum,
  onAll,
}: {
  isAll: boolean;
  one: number;
  /** How many bookings are paid together, and how many of the group owe something. */
  count: number;
  of: number;
  sum: number;
  onAll: (isAll: boolean) => void;
}) {
  const name = useId();
  const amount = rupees(sum / 100);
  const choices = [
    { value: false, text: takeMoneyTexts.thisGame(rupees(one / 100)) },
    {
      value: true,
      text: count < of ? takeMoneyTexts.someGames(count, of, amount) : takeMoneyTexts.allGames(count, amount),
    },
  ];
  return (
    <fieldset className="figures flex min-w-0 gap-1.5">
      <legend className="sr-only">{takeMoneyTexts.what}</legend>
      {choices.map(({ value, text }) => (
        <label
          key={String(value)}
          className="flex min-h-11 flex-1 cursor-pointer items-center justify-center rounded-md border border-line px-2 text-center text-small leading-tight font-bold hover:border-edge has-checked:border-ink has-checked:bg-raised has-focus-visible:focus-ring"
        >
          <input type="radio" name={name} checked={value === isAll} onChange={() => onAll(value)} className="sr-only" />
          {text}
        </label>
      ))}
    </fieldset>
  );
}

/** Chooses among how many people the amount due is split. */
function SplitField({ split, onSplit }: { split: Split | null; onSplit: (of: number | null) => void }) {
  const id = useId();
  return (
    <div className="flex items-center justify-between gap-3">
      <label htmlFor={id} className="text-small font-semibold">
        {takeMoneyTexts.split}
      </label>
      <select
        id={id}
        value={split?.of ?? ''}
        onChange={(event) => onSplit(event.target.value === '' ? null : Number(event.target.value))}
        className="min-h-11 rounded-md border-[1.5px] border-edge bg-card px-3 font-semibold text-ink"
      >
        <option value="">{takeMoneyTexts.noSplit}</option>
        {SHARES.map((of) => (
          <option key={of} value={of}>
            {takeMoneyTexts.people(of)}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Asks for the cash that the player hands over, and shows the change. */
function Given({
  given,
  paise,
  taken,
  error,
  onGiven,
}: {
  given: string;
  paise: number | null;
  taken: number;
  error: string | undefined;
  onGiven: (given: string) => void;
}) {
  const id = useId();
  const isEnough = paise !== null && paise >= taken;
  return (
    <div className="grid gap-1.5">
      <div className="figures flex flex-wrap items-center gap-1.5">
        <label htmlFor={id} className="sr-only">
          {takeMoneyTexts.given}
        </label>
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          placeholder={takeMoneyTexts.given}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={`${id}-change`}
          value={given}
          onChange={(event) => onGiven(event.target.value)}
          className="min-h-11 min-w-0 flex-1 basis-24 rounded-md border-[1.5px] border-edge bg-card px-3 text-small font-semibold text-ink placeholder:text-quiet focus:border-focus focus:halo"
        />
        {likelyGiven(taken).map((sum) => (
          <button
            key={sum}
            type="button"
            aria-pressed={paise === sum}
            onClick={() => onGiven(paise === sum ? '' : String(sum / 100))}
            className="min-h-11 rounded-md border border-line px-2.5 text-small font-bold whitespace-nowrap hover:border-edge aria-pressed:border-ink aria-pressed:bg-raised"
          >
            {rupees(sum / 100)}
          </button>
        ))}
      </div>
      <p
        id={`${id}-change`}
        role="status"
        className={`figures text-small font-bold empty:hidden ${isEnough ? '' : 'text-bad'}`}
      >
        {isEnough ? takeMoneyTexts.change(rupees(paise / 100), rupees((paise - taken) / 100)) : error}
      </p>
    </div>
  );
}

function lengthProblem(text: string): string | undefined {
  return isTooLong(text) ? takeMoneyTexts.tooLong : undefined;
}
