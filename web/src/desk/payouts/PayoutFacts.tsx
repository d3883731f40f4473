import { useInfiniteQuery } from '@tanstack/react-query';
import { failureMessage } from '@/api/failure-message';
import { dateTimeWithYear } from '@/lib/dates';
import { rupees } from '@/lib/money';
import { Button } from '@/ui/Button';
import { LoadFailure } from '@/ui/LoadFailure';
import { Pill } from '@/ui/Pill';
import { Loading, Skeleton } from '@/ui/Skeleton';
import { hasCode } from '@/desk/api/problem';
import { useExpiredProof } from '@/desk/api/use-expired-proof';
import { FactList, FactsHead } from './Facts';
import { LineButton, LineFace } from './PayoutList';
import { payoutQuery, type PayoutLine } from './payouts';
import { payoutsTexts } from './texts';

/** One payout with its lines. */
export function PayoutFacts({
  id,
  zone,
  onOpen,
  onProofNeeded,
  onClose,
}: {
  id: string;
  zone: string;
  onOpen: (line: string) => void;
  onProofNeeded: () => void;
  onClose: (() => void) | null;
}) {
  const query = useInfiniteQuery(payoutQuery(id));
  useExpiredProof(query.error, payoutQuery(id).queryKey, onProofNeeded);
  const payout = query.data?.pages[0]?.payout;
  if (payout === undefined) {
    return (
      <div className="grid gap-3 p-5">
        {query.error === null ? (
          <Loading label={payoutsTexts.opening}>
            <Skeleton className="h-40 w-full" />
          </Loading>
        ) : (
          <LoadFailure
            title={payoutsTexts.openFailed}
            message={hasCode(query.error, 'not_found') ? payoutsTexts.gone : failureMessage(query.error)}
            retryLabel={payoutsTexts.retryLoad}
            isBusy={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        )}
        {onClose !== null && (
          <Button
            variant="outline"
            size="sm"
            className="justify-self-center"
            aria-keyshortcuts="Escape"
            onClick={onClose}
          >
            {payoutsTexts.back}
          </Button>
        )}
      </div>
    );
  }
  const lines = query.data?.pages.flatMap((page) => page.lines) ?? [];
  const money = (paise: number) => rupees(paise / 100);
  const settledAt = dateTimeWithYear(payout.settled_at, zone);
  return (
    <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-5 pb-6">
      <FactsHead
        pill={
          payout.open_lines > 0 ? (
            <Pill tone="warn">{payoutsTexts.openLines(payout.open_lines)}</Pill>
          ) : (
            <Pill tone="good">{payoutsTexts.paidOut}</Pill>
          )
        }
        amount={money(payout.amount_paise)}
        subtitle={payout.utr === null ? payoutsTexts.noUtr : `${payoutsTexts.utr} ${payout.utr}`}
        onClose={onClose}
      />
      <p className="mt-4">
        {payout.utr === null ? payoutsTexts.payoutTextNoUtr(settledAt) : payoutsTexts.payoutText(settledAt)}
      </p>
      {payout.open_lines === 0 && <p className="mt-2 text-good">{payoutsTexts.allFits}</p>}
      <FactList
        facts={[
          [payoutsTexts.added, money(payout.credit_paise)],
          [payoutsTexts.taken, money(-payout.debit_paise)],
          [payoutsTexts.fee, money(payout.fee_paise)],
          [payoutsTexts.tax, money(payout.tax_paise)],
          [payoutsTexts.id, payout.id],
        ]}
      />
      <h3 className="mt-5 mb-2 font-bold">{payoutsTexts.totals.lines(payout.lines)}</h3>
      <ul className="rows overflow-hidden rounded-lg border border-line">
        {lines.map((line) => (
          <li key={line.id}>
            <Line line={line} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      {query.error !== null && query.isFetchNextPageError && (
        <div className="mt-3">
          <LoadFailure
            title={payoutsTexts.linesFailed}
            message={failureMessage(query.error)}
            retryLabel={payoutsTexts.retryLoad}
            isBusy={query.isFetching}
            onRetry={() => void query.fetchNextPage()}
            strip
          />
        </div>
      )}
      {query.hasNextPage && (
        <Button
          variant="outline"
          size="sm"
          className="mt-3"
          isBusy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {payoutsTexts.moreLines}
        </Button>
      )}
    </div>
  );
}

/** A line of the payout; one that needs an explanation is a button that opens it. */
function Line({ line, onOpen }: { line: PayoutLine; onOpen: (line: string) => void }) {
  if (line.is_open) return <LineButton line={line} isChosen={false} onOpen={onOpen} />;
  return (
    <div className="flex min-h-14 items-center gap-4 px-4 py-2">
      <LineFace line={line} />
    </div>
  );
}
