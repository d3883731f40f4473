import { courtName } from '@/lib/court-name';
import { cardDay, timeRange } from '@/lib/dates';
import { CourtDrawing } from '@/ui/CourtDrawing';
import type { OpenOrder } from '../open-order';
import { confirmTexts, courtTexts } from '../texts';

/** What the player is about to confirm (spec §3: the order's data and the fixed number of players). */
export function OrderDetails({ order, number }: { order: OpenOrder; number: number | string | undefined }) {
  const [day] = order.when.split('|');
  return (
    <div>
      <div className="flex items-center justify-between gap-4 rounded-lg bg-deeper px-5 py-4 text-white">
        <div className="min-w-0">
          <p className="text-small font-semibold opacity-80">{order.venue}</p>
          <p className="mt-1 flex flex-wrap items-baseline gap-x-2.5">
            <span className="display text-[2rem] leading-none">{courtName(order.court)}</span>
            <span className="text-small opacity-85">{courtTexts.type[order.courtType]}</span>
          </p>
          <p className="figures mt-2 font-bold">
            {cardDay(day?.trim() ?? '')}
            <span className="block">{timeRange(order.time, order.playMinutes)}</span>
          </p>
        </div>
        <CourtDrawing number={number} type={order.courtType} state="selected" className="mr-1 w-13 shrink-0 rotate-8" />
      </div>
      <dl className="mt-4 grid grid-cols-2 gap-x-5 gap-y-3.5">
        <Fact label={confirmTexts.location} value={order.longLocation || order.location} wide />
        <Fact label={confirmTexts.name} value={order.name} />
        <Fact label={confirmTexts.players} value={String(order.players)} />
      </dl>
    </div>
  );
}

function Fact({ label, value, wide = false }: { label: string; value: string; wide?: boolean }) {
  return (
    <div className={`min-w-0 ${wide ? 'col-span-2' : ''}`}>
      <dt className="text-[.84375rem] text-quiet">{label}</dt>
      <dd className="figures leading-snug font-semibold">{value}</dd>
    </div>
  );
}
