import { rupees } from '@/lib/money';
import { Button } from '@/ui/Button';
import { may, type Me } from '@/desk/api/me';
import type { CountedShift } from '@/desk/api/money';
import { momentIn } from '@/desk/booking/moment-in';
import { Difference, titleOf, type ToClose } from './CloseShift';
import { moneyTexts } from './texts';
import { useReview } from './use-money-writes';

/** The counts of a day with their differences. A shift that was counted and not closed can be closed here, and a closed one reviewed. */
export function CountedShifts({
  me,
  shifts,
  zone,
  day,
  onFinish,
}: {
  me: Me;
  shifts: readonly CountedShift[];
  zone: string;
  /** The day that is shown: moments of another day name it. */
  day: string;
  onFinish: (counted: ToClose) => void;
}) {
  return (
    <ul className="rows rounded-lg border border-line bg-card px-4">
      {shifts.map((shift) => (
        <li key={shift.id} className="figures flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
          <div className="min-w-0 flex-1 basis-48">
            <span className="block font-bold">
              {moneyTexts.shiftTime(momentIn(shift.opened_at, zone, day), momentIn(shift.counted_at, zone, day))}
            </span>
            <span className="block text-[.8125rem] text-quiet">
              {[
                shift.counted_by === null ? null : moneyTexts.countedBy(shift.counted_by),
                rupees(shift.counted_paise / 100),
                shift.reason,
                shift.reviewed_by === null ? null : moneyTexts.reviewedBy(shift.reviewed_by),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </div>
          <Difference paise={shift.counted_paise - shift.expected_paise} />
          <CashWithoutNetwork shift={shift} zone={zone} day={day} />
          {!isClosed(shift) && (shift.counted_by_id === me.staff.id || may(me, 'shift.others')) && (
            <Button
              variant="outline"
              size="sm"
              aria-label={`${finishLabel(shift)}: ${momentIn(shift.counted_at, zone, day)}`}
              onClick={() =>
                onFinish({
                  shift: shift.id,
                  opening_paise: shift.opening_paise,
                  expected_paise: shift.expected_paise,
                  counted_paise: shift.counted_paise,
                  reason_above_paise: null,
                })
              }
            >
              {finishLabel(shift)}
            </Button>
          )}
          {isClosed(shift) && isToReview(shift) && may(me, 'shift.others') && (
            <Review shift={shift} time={momentIn(shift.counted_at, zone, day)} />
          )}
        </li>
      ))}
    </ul>
  );
}

/** Whether a counted shift was closed. Closing records a reason, which is empty if none was given. */
function isClosed({ reason }: CountedShift): boolean {
  return reason !== null;
}

/** The label of the button that closes a counted shift: of an exact count there is nothing to explain. */
function finishLabel({ counted_paise, expected_paise }: CountedShift): string {
  return counted_paise === expected_paise ? moneyTexts.closeShift : moneyTexts.finish;
}

/** Whether a person who reviews counts has not seen the difference yet, or not all of the cash that is said to be in it. */
function isToReview({ reviewed_by, cash_without_network }: CountedShift): boolean {
  return reviewed_by === null || cash_without_network.some(({ is_reviewed }) => !is_reviewed);
}

/** Says which cash was in a count, and what is left of its difference. */
function CashWithoutNetwork({ shift, zone, day }: { shift: CountedShift; zone: string; day: string }) {
  const { counted_paise, expected_paise, reviewed_by, cash_without_network } = shift;
  if (cash_without_network.length === 0) return null;
  const sum = cash_without_network.reduce((sum, { amount_paise }) => sum + amount_paise, 0);
  return (
    <div className="basis-full text-[.8125rem]">
      <ul>
        {cash_without_network.map((cash, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- two parts of the same cash can be equal, and a line has no state
          <li key={place} className="wrap-anywhere">
            {[
              moneyTexts.cashInCount(rupees(cash.amount_paise / 100), cash.order, momentIn(cash.taken_at, zone, day)),
              cash.by === null ? null : moneyTexts.takenBy(cash.by),
              reviewed_by !== null && !cash.is_reviewed ? moneyTexts.toReview : null,
            ]
              .filter(Boolean)
              .join(' · ')}
          </li>
        ))}
      </ul>
      <p className="font-semibold">{moneyTexts.withoutCash(titleOf(counted_paise - expected_paise - sum))}</p>
    </div>
  );
}

function Review({ shift, time }: { shift: CountedShift; time: string }) {
  const review = useReview(shift.id);
  return (
    <Button
      variant="outline"
      size="sm"
      isBusy={review.isPending}
      aria-label={moneyTexts.reviewOf(time)}
      onClick={() => review.mutate(shift.cash_without_network.length)}
    >
      {moneyTexts.review}
    </Button>
  );
}
