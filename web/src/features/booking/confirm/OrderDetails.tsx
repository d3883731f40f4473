import { timeRange } from '@/lib/dates';
import { CourtDrawing } from '@/ui/CourtDrawing';
import type { OpenOrder } from '../open-order';
import { confirmTexts, courtTexts } from '../texts';

/** What the player is about to confirm (spec §3: the order's data and the fixed number of players). */
export function OrderDetails({ order, number }: { order: OpenOrder; number: number | string | undefined }) {
  const [day] = order.when.split('|');
  return (
    <div>
      <div className="flex items-center justify-between gap-4 rounded-lg bg-deep px-5 py-4 text-white">
        <div className="min-w-0">
          <p className="text-small font-semibold opacity-80">{order.venue}</p>
          <p className="display mt-0.5 text-[2rem] leading-none">{order.court}</p>
          <p className="mt-1 text-small opacity-85">{courtTexts.type[order.courtType]}</p>
        </div>
        <CourtDrawing number={number} type={order.courtType} state="selected" className="mr-1 w-11 shrink-0 rotate-8" />
      </div>
      <dl className="mt-4 grid grid-cols-2 gap-x-5 gap-y-3.5">
        <Fact label={confirmTexts.date} value={day?.trim() ?? order.date} />
        <Fact label={confirmTexts.time} value={timeRange(order.time, order.playMinutes)} />
        <div className="col-span-2">
          <Fact label={confirmTexts.location} value={order.venue} more={order.longLocation || order.location} />
        </div>
        <Fact label={confirmTexts.name} value={order.name} />
        <Fact label={confirmTexts.players} value={String(order.players)} />
      </dl>
    </div>
  );
}

function Fact({ label, value, more }: { label: string; value: string; more?: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-[.84375rem] text-quiet">{label}</dt>
      <dd className="figures font-bold">
        {value}
        {more !== undefined && <span className="block text-[.84375rem] font-medium text-quiet">{more}</span>}
      </dd>
    </div>
  );
}
