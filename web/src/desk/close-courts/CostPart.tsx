import { rupees } from '@/lib/money';
import { watchTexts } from './texts';
import type { WatchModel } from './watch-model';

/** Shows what a closure costs: the money kept by moving, the money that goes back, and the money still open. */
export function CostPart({ model: { kept_paise, back_paise, open_paise } }: { model: WatchModel }) {
  const parts = [
    { text: watchTexts.kept, paise: kept_paise, classes: 'border-good bg-good' },
    { text: watchTexts.goesBack, paise: back_paise, classes: 'border-dashed border-drained-ink' },
    { text: watchTexts.stillOpen, paise: open_paise, classes: 'border-warn bg-warn-tint' },
  ];
  return (
    <section aria-labelledby="what-it-costs" className="mt-5 border-t border-line pt-4">
      <h3 id="what-it-costs" className="text-[.8125rem] font-bold">
        {watchTexts.costs}
      </h3>
      <p aria-hidden="true" className="mt-2 flex gap-1">
        {parts
          .filter(({ paise }) => paise > 0)
          .map(({ text, paise, classes }) => (
            <span
              key={text}
              className={`h-3 min-w-2 rounded-[4px] border-[1.5px] ${classes}`}
              style={{ flexGrow: paise }}
            />
          ))}
      </p>
      <dl className="mt-2 grid grid-cols-3 gap-3">
        {parts.map(({ text, paise }) => (
          <div key={text} className="min-w-0">
            <dt className="text-[.8125rem] leading-tight text-quiet">{text}</dt>
            <dd className="figures mt-0.5 text-lead leading-tight font-bold">{rupees(paise / 100)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
