import { Link } from '@tanstack/react-router';
import { FileText, X } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { courtName } from '@/lib/court-name';
import { dateTimeWithYear, longDay, timeText } from '@/lib/dates';
import { rupees } from '@/lib/money';
import { useOnline } from '@/lib/online';
import { Button } from '@/ui/Button';
import { IconButton } from '@/ui/IconButton';
import { Pill } from '@/ui/Pill';
import { clockOffset } from '@/desk/api/connection';
import type { Me } from '@/desk/api/me';
import { KeyHint } from '@/desk/booking/KeyHint';
import { paths } from '@/desk/lib/paths';
import { useShortcutName } from '@/desk/lib/single-keys';
import { useServerNow } from '@/desk/lib/use-server-now';
import { zoneOf } from '@/desk/api/zone-of';
import { ExplainForm } from './ExplainForm';
import { STATE_LOOKS, wayOf } from './RefundList';
import { needsDecision } from '@/desk/api/refund-decisions';
import { voucherAddress, waitsForLater, type QueuedRefund } from './refunds';
import { SettleForm } from './SettleForm';
import { refundsTexts } from './texts';
import { useRetry, useSendNow } from './use-refund-writes';

/** How often the screen checks whether a refund can be sent now, in milliseconds. */
const STEP_MILLISECONDS = 30_000;
/** How long the server lets a try take, and how late this screen may notice the time, in milliseconds. */
const RUNNING_MILLISECONDS = 60_000 + STEP_MILLISECONDS;

/** Shows one refund: its state, the words of the provider, and the actions. */
export function RefundFacts({
  me,
  refund,
  canClose,
  onClose,
}: {
  me: Me;
  refund: QueuedRefund;
  /** Whether there is a button that closes it. */
  canClose: boolean;
  onClose: () => void;
}) {
  const [form, setForm] = useState<'settle' | 'explain' | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (form === null) heading.current?.focus({ preventScroll: true });
  }, [form]);
  const close = () => setForm(null);
  if (form === 'settle') return <SettleForm refund={refund} onClose={close} />;
  if (form === 'explain') return <ExplainForm refund={refund} onClose={close} />;
  return (
    <>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-5 pb-6">
        <header className="flex items-start gap-3">
          <div className="min-w-0 flex-1">
            <Pill tone={STATE_LOOKS[refund.state].pill}>{refundsTexts.state[refund.state]}</Pill>
            <h2 ref={heading} tabIndex={-1} className="display figures mt-2.5 text-[2.75rem] leading-none outline-none">
              {rupees(refund.amount_paise / 100)}
            </h2>
            <p className="mt-1.5 font-bold wrap-anywhere">{refund.paid_for.name}</p>
          </div>
          {canClose && (
            <IconButton
              label={refundsTexts.back}
              variant="ghost"
              aria-keyshortcuts="Escape"
              icon={<X aria-hidden="true" className="size-5" />}
              onClick={onClose}
              className="-mt-2 -mr-2"
            />
          )}
        </header>
        <StateText me={me} refund={refund} />
        <Details me={me} refund={refund} />
      </div>
      <Actions refund={refund} onForm={setForm} />
    </>
  );
}

/** Says in a sentence what became of the refund, and why it failed. */
function StateText({ me, refund }: { me: Me; refund: QueuedRefund }) {
  const moment = (iso: string | null) => (iso === null ? '' : dateTimeWithYear(iso, zoneOf(me, refund.venue)));
  const { state, fault, sent_after_all, settled } = refund;
  const explanation = sent_after_all?.explanation ?? '';
  const now = useServerNow(clockOffset(), STEP_MILLISECONDS);
  return (
    <div className="mt-4 grid gap-3">
      <p>{sentence()}</p>
      {(fault !== null || state === 'failed') && (
        <figure className="rounded-md border border-line px-4 py-3">
          <figcaption className="text-[.8125rem] font-semibold text-quiet">{refundsTexts.fault}</figcaption>
          <blockquote className="mt-0.5 wrap-anywhere">{fault ?? refundsTexts.noFault}</blockquote>
        </figure>
      )}
      {/* The explanation is erased with the player. */}
      {state === 'done' && sent_after_all !== null && explanation !== '' && (
        <p className="rounded-md bg-warn-tint px-4 py-3 wrap-anywhere text-warn">
          {refundsTexts.explained(explanation)}
          {sent_after_all.explained_by !== null && ` ${refundsTexts.explainedBy(sent_after_all.explained_by)}.`}
        </p>
      )}
      {settled !== null && (
        <a
          href={voucherAddress(refund.id)}
          target="_blank"
          rel="noreferrer"
          className="flex min-h-11 w-fit items-center gap-2 font-semibold underline underline-offset-4"
        >
          <FileText aria-hidden="true" className="size-4.5" />
          {refundsTexts.voucher}
        </a>
      )}
    </div>
  );

  function sentence(): string {
    switch (state) {
      case 'sent_twice':
        return refundsTexts.twiceText(rupees(refund.amount_paise / 100), refundsTexts.ways[wayOf(refund.way)]);
      case 'failed':
        return refundsTexts.failedText;
      case 'waiting':
        if (refund.tries > 0) {
          // The server counts a try from its beginning on. Without a reason none has failed yet.
          if (fault === null) return refundsTexts.dueText;
          // A later try that runs is counted as well, and the end of its time is the next step: its failures cannot be told.
          const mayRun = refund.tries > 1 && !waitsForLater(refund, now + RUNNING_MILLISECONDS);
          return mayRun
            ? refundsTexts.triedSoonText
            : refundsTexts.triedText(refund.tries, moment(refund.next_step_at));
        }
        return waitsForLater(refund, now)
          ? refundsTexts.waitingText(moment(refund.next_step_at))
          : refundsTexts.dueText;
      case 'on_its_way':
        return refund.sent_at === null ? refundsTexts.againText : refundsTexts.sentText(moment(refund.sent_at));
      case 'done':
        return settled === null
          ? refundsTexts.doneText(moment(refund.ended_at))
          : refundsTexts.settledText(refundsTexts.ways[wayOf(refund.way)], moment(refund.ended_at));
    }
  }
}

const link = 'inline-flex min-h-11 items-center underline underline-offset-4';

function Details({ me, refund }: { me: Me; refund: QueuedRefund }) {
  const { paid_for, settled } = refund;
  const zone = zoneOf(me, refund.venue);
  const place = `${courtName(paid_for.court)}, ${timeText(paid_for.minute)}, ${longDay(paid_for.day)}`;
  // A retired venue may have no board.
  const hasBoard = me.venues.some(({ id }) => id === refund.venue);
  const facts: [string, ReactNode][] = [
    [
      refundsTexts.booking,
      hasBoard ? (
        <Link
          key="booking"
          {...paths.board(refund.venue, { day: paid_for.day, open: paid_for.order })}
          className={link}
        >
          {place}
        </Link>
      ) : (
        place
      ),
    ],
    [
      refundsTexts.player,
      <Link key="player" {...paths.players(refund.player)} className={link}>
        {refundsTexts.playerPage}
      </Link>,
    ],
    [refundsTexts.why, refundsTexts.reasons[refund.reason]],
    [refundsTexts.since, dateTimeWithYear(refund.approved_at, zone)],
  ];
  if (settled !== null) {
    facts.push([refundsTexts.way, refundsTexts.ways[wayOf(refund.way)]]);
    if (settled.reference !== null) facts.push([refundsTexts.reference, settled.reference]);
    if (settled.note !== null) facts.push([refundsTexts.note, settled.note]);
    if (settled.by !== null) facts.push([refundsTexts.by, settled.by]);
  }
  // Settling a refund another way counts as an attempt, which is not one at the provider.
  const attempts = settled === null ? refund.attempt : refund.attempt - 1;
  if (attempts > 1) facts.push([refundsTexts.attempt, String(attempts)]);
  if (refund.credit_note !== null) facts.push([refundsTexts.creditNote, refund.credit_note]);
  if (refund.payment !== null) facts.push([refundsTexts.payment, refund.payment]);
  const provider = refund.sent_after_all?.provider_refund ?? refund.provider_refund;
  if (provider !== null) facts.push([refundsTexts.providerRefund, provider]);
  return (
    <dl className="rows mt-4 border-t border-line text-[.9375rem]">
      {facts.map(([label, value]) => (
        <div key={label} className="figures flex min-h-11 flex-wrap items-center justify-between gap-x-4 py-2">
          <dt className="text-quiet">{label}</dt>
          <dd className="min-w-0 text-right font-semibold wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The actions for a refund; Enter does the first. */
function Actions({ refund, onForm }: { refund: QueuedRefund; onForm: (form: 'settle' | 'explain') => void }) {
  const online = useOnline();
  const shortcut = useShortcutName();
  const retry = useRetry(refund);
  const send = useSendNow(refund);
  const now = useServerNow(clockOffset(), STEP_MILLISECONDS);
  if (!needsDecision(refund.state) && !waitsForLater(refund, now)) return null;
  return (
    <footer className="grid gap-2.5 border-t border-line px-5 pt-3.5 pb-[max(1rem,env(safe-area-inset-bottom))]">
      {!online && <p className="text-small font-semibold text-warn">{refundsTexts.offline}</p>}
      {refund.state === 'failed' && (
        <>
          <Button
            variant="lime"
            size="md"
            wide
            className="min-h-14"
            aria-keyshortcuts="Enter"
            isBusy={retry.isPending}
            disabled={!online}
            onClick={() => retry.mutate(refund.attempt)}
          >
            {refundsTexts.retry}
            <KeyHint>{'↵'}</KeyHint>
          </Button>
          <Button
            variant="outline"
            size="md"
            wide
            aria-keyshortcuts={shortcut('S')}
            disabled={!online}
            onClick={() => onForm('settle')}
          >
            {refundsTexts.settle}
            <KeyHint>{'S'}</KeyHint>
          </Button>
        </>
      )}
      {refund.state === 'waiting' && (
        <Button
          variant="lime"
          size="md"
          wide
          className="min-h-14"
          aria-keyshortcuts="Enter"
          isBusy={send.isPending}
          disabled={!online}
          onClick={() => send.mutate(refund.next_step_at)}
        >
          {refundsTexts.sendNow}
          <KeyHint>{'↵'}</KeyHint>
        </Button>
      )}
      {refund.state === 'sent_twice' && (
        <Button
          variant="lime"
          size="md"
          wide
          className="min-h-14"
          aria-keyshortcuts="Enter"
          disabled={!online}
          onClick={() => onForm('explain')}
        >
          {refundsTexts.explain}
          <KeyHint>{'↵'}</KeyHint>
        </Button>
      )}
    </footer>
  );
}
