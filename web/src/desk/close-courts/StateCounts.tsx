import { Check, Hourglass, PhoneCall, Undo2, X, type LucideIcon } from 'lucide-react';
import { watchTexts } from './texts';
import type { WatchModel } from './watch-model';

/** The most boxes of one kind; the number beside them counts all. */
const MOST_BOXES = 8;

const boxClasses = {
  moved: 'border-good bg-good text-deep',
  money: 'border-dashed border-drained-ink',
  withoutRefund: 'border-line text-quiet',
  cancelled: 'border-line text-quiet',
  open: 'border-warn text-warn bg-warn-tint',
  called: 'border-note text-note bg-note-tint',
};

/** Shows how many bookings are in each state, as numbers and as boxes. */
export function StateCounts({ model: { open, ended, money, moved, cancelled } }: { model: WatchModel }) {
  const called = open.filter(({ called_at }) => called_at !== null).length;
  const withoutRefund = ended.length - money.length;
  const kinds = [
    { text: watchTexts.moved, count: moved.length, boxes: boxes(moved.length, boxClasses.moved, Check) },
    { text: watchTexts.getMoney, count: money.length, boxes: boxes(money.length, boxClasses.money, Undo2) },
    {
      text: watchTexts.noAnswer,
      count: open.length,
      boxes: [
        ...boxes(open.length - called, boxClasses.open, Hourglass),
        ...boxes(called, boxClasses.called, PhoneCall),
      ],
    },
    ...(withoutRefund > 0
      ? [
          {
            text: watchTexts.endedWithoutRefund,
            count: withoutRefund,
            boxes: boxes(withoutRefund, boxClasses.withoutRefund, X),
          },
        ]
      : []),
    ...(cancelled.length > 0
      ? [
          {
            text: watchTexts.cancelledSince,
            count: cancelled.length,
            boxes: boxes(cancelled.length, boxClasses.cancelled, X),
          },
        ]
      : []),
  ];
  return (
    <ul className={`mt-4 grid gap-3 ${kinds.length === 4 ? 'grid-cols-2' : 'grid-cols-3'}`}>
      {kinds.map(({ text, count, boxes: shown }) => (
        <li key={text} className="min-w-0">
          <p className="flex flex-wrap items-baseline gap-x-1.5">
            <span className="display text-h3">{count}</span>
            <span className="text-[.8125rem] leading-tight">{text}</span>
          </p>
          <p aria-hidden="true" className="mt-1.5 flex flex-wrap gap-1">
            {shown.slice(0, MOST_BOXES).map(({ key, classes, Icon }) => (
              <span key={key} className={`grid h-5.5 w-6.5 place-items-center rounded-[7px] border-[1.5px] ${classes}`}>
                <Icon className="size-3.5" strokeWidth={2.6} />
              </span>
            ))}
          </p>
        </li>
      ))}
    </ul>
  );
}

interface Box {
  key: string;
  classes: string;
  Icon: LucideIcon;
}

function boxes(count: number, classes: string, Icon: LucideIcon): Box[] {
  return Array.from({ length: count }, (_, index) => ({ key: `${classes} ${index}`, classes, Icon }));
}
