import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { dateTimeWithYear } from '@/lib/dates';
import { rupees } from '@/lib/money';
import { useOnline } from '@/lib/online';
import { Button } from '@/ui/Button';
import { Pill } from '@/ui/Pill';
import type { Me } from '@/desk/api/me';
import { KeyHint } from '@/desk/booking/KeyHint';
import { paths } from '@/desk/lib/paths';
import { ExplainLine } from './ExplainLine';
import { FactList, FactsHead } from './Facts';
import { STATE_LOOKS } from './PayoutList';
import { explanationOf, shownPaise, stateOf, type PayoutLine } from './payouts';
import { payoutsTexts } from './texts';

/** One line: what the provider says, what the database has, and its explanation. */
export function LineFacts({
  me,
  line,
  zone,
  typed,
  onType,
  onProofNeeded,
  onClose,
}: {
  me: Me;
  line: PayoutLine;
  zone: string;
  /** The explanation that is being written; null if none is. */
  typed: string | null;
  onType: (text: string | null) => void;
  onProofNeeded: () => void;
  onClose: (() => void) | null;
}) {
  const online = useOnline();
  if (typed !== null && line.is_open) {
    return (
      <ExplainLine
        line={line}
        typed={typed}
        onType={onType}
        onProofNeeded={onProofNeeded}
        onClose={() => onType(null)}
      />
    );
  }
  const state = stateOf(line);
  const explanation = explanationOf(line);
  return (
    <>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-5 pb-6">
        <FactsHead
          pill={<Pill tone={STATE_LOOKS[state].pill}>{payoutsTexts.states[state]}</Pill>}
          amount={rupees(shownPaise(line) / 100)}
          subtitle={`${payoutsTexts.kinds[line.kind]} ${line.id}`}
          onClose={onClose}
        />
        <p className="mt-4">{sentenceOf(line)}</p>
        {explanation !== null && (
          <p className="mt-3 rounded-md bg-note-tint px-4 py-3 wrap-anywhere text-note">
            {payoutsTexts.explained(explanation)}
            {line.explained_by !== null && ` ${payoutsTexts.explainedBy(line.explained_by)}.`}
          </p>
        )}
        <FactList facts={factsOf(me, line, zone)} />
      </div>
      {line.is_open && (
        <footer className="grid gap-2.5 border-t border-line px-5 pt-3.5 pb-[max(1rem,env(safe-area-inset-bottom))]">
          {!online && <p className="text-small font-semibold text-warn">{payoutsTexts.offline}</p>}
          <Button
            variant="lime"
            size="md"
            wide
            className="min-h-14"
            aria-keyshortcuts="Enter"
            disabled={!online}
            onClick={() => onType('')}
          >
            {payoutsTexts.explain}
            <KeyHint>{'↵'}</KeyHint>
          </Button>
        </footer>
      )}
    </>
  );
}

function sentenceOf(line: PayoutLine): string {
  switch (line.state) {
    case 'matched':
      return payoutsTexts.matchedText;
    case 'unknown':
      return payoutsTexts.unknownText;
    case 'missing':
      return line.kind === 'refund' ? payoutsTexts.missingRefund : payoutsTexts.missingPayment;
    case 'different': {
      const settled = rupees(line.net_paise / 100);
      return line.net_paise === line.expected_paise
        ? payoutsTexts.differentOtherwise(settled)
        : payoutsTexts.differentText(settled, rupees((line.expected_paise ?? 0) / 100));
    }
  }
}

const link = 'inline-flex min-h-11 items-center underline underline-offset-4';

function factsOf(me: Me, line: PayoutLine, zone: string): [string, ReactNode][] {
  const money = (paise: number) => rupees(paise / 100);
  const facts: [string, ReactNode][] = [[payoutsTexts.amount, money(line.amount_paise)]];
  if (line.fee_paise > 0) facts.push([payoutsTexts.fee, money(line.fee_paise)]);
  if (line.tax_paise > 0) facts.push([payoutsTexts.tax, money(line.tax_paise)]);
  if (line.state !== 'missing') facts.push([payoutsTexts.net, money(line.net_paise)]);
  if (line.expected_paise !== null && line.state !== 'matched') {
    facts.push([payoutsTexts.expected, money(line.expected_paise)]);
    facts.push([payoutsTexts.difference, money(line.net_paise - line.expected_paise)]);
  }
  if (line.booking !== null) {
    const { venue, day, order } = line.booking;
    // A retired venue may have no board.
    const hasBoard = me.venues.some(({ id }) => id === venue);
    facts.push([
      payoutsTexts.booking,
      hasBoard ? (
        <Link key="booking" {...paths.board(venue, { day, open: order })} className={link}>
          {payoutsTexts.toBooking}
        </Link>
      ) : (
        order
      ),
    ]);
  }
  if (line.payout !== null) {
    facts.push([
      payoutsTexts.payout,
      <Link key="payout" {...paths.payouts(line.payout)} className={link}>
        {line.payout}
      </Link>,
    ]);
  }
  facts.push([payoutsTexts.found, dateTimeWithYear(line.added_at, zone)]);
  return facts;
}
