import { courtName } from '@/lib/court-name';
import { cardDay, timeRange } from '@/lib/dates';
import { CourtDrawing } from '@/ui/CourtDrawing';
import type { OpenOrder } from '../open-order';
import { confirmTexts, courtTexts } from '../texts';

/** The details that the player is about to confirm (spec §3: the order's data and the fixed number of players). */
export function OrderDetails({ order, courtNumber }: { order: OpenOrder; courtNumber: number | string | undefined }) {
  const [day] = order.when.split('|');
  return (
    <div className="min-w-0">
      <div className="flex items-center justify-between gap-4 rounded-lg bg-deeper px-5 py-3.5 text-white">
        <div className="min-w-0">
          <p className="text-small font-semibold opacity-80">{order.venue}</p>
          <p className="mt-1 flex flex-wrap items-baseline gap-x-2.5">
            <span className="display text-[2rem] leading-none">{courtName(order.court)}</span>
            <span className="text-small opacity-85">{courtTexts.type[order.courtType]}</span>
          </p>
          <p className="figures mt-1.5 font-bold">
            {cardDay(day?.trim() ?? '')}
            <span className="block">{timeRange(order.time, order.playMinutes)}</span>
          </p>
        </div>
        <CourtDrawing
          number={courtNumber}
          type={order.courtType}
          state="selected"
          className="mr-1 w-13 shrink-0 rotate-8"
        />
      </div>
      <dl className="mt-3.5 grid gap-1.5 px-1">
        <Fact label={confirmTexts.location} value={order.longLocation || order.location} />
        <Fact label={confirmTexts.name} value={order.name} />
        <Fact label={confirmTexts.players} value={String(order.players)} />
      </dl>
    </div>
  );
}

/** One line each on a phone; larger screens show the full text of a truncated value. */
function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex min-w-0 items-baseline justify-between gap-5">
      <dt className="shrink-0 text-[.9375rem] text-quiet">{label}</dt>
      <dd className="figures min-w-0 text-right leading-snug font-semibold max-sm:truncate">{value}</dd>
    </div>
  );
}
