import { useSingleKeys } from '@/desk/lib/single-keys';
import { KEYS } from './keys';
import { shortcutTexts } from './texts';

/** Lists the keys of `KEYS`; those that are switched off are struck through. */
export function KeyList() {
  const isOn = useSingleKeys();
  return (
    <dl className="grid gap-x-8 text-small sm:grid-cols-2">
      {KEYS.map(([keys, what]) => (
        <div
          key={what}
          className={`flex min-h-10 items-center justify-between gap-4 border-b border-line ${isOn || what === 'open' ? '' : 'text-quiet line-through'}`}
        >
          <dt className="order-2 flex max-w-[60%] shrink-0 flex-wrap items-center justify-end gap-1.5 py-1">
            {keys.map((key) => (
              <kbd
                key={key}
                className="grid h-7 min-w-7 place-items-center rounded-[6px] border border-edge px-1.5 font-sans font-bold"
              >
                {key}
              </kbd>
            ))}
            {what === 'find' && <span>{shortcutTexts.digit}</span>}
          </dt>
          <dd className="py-1.5 leading-snug">{shortcutTexts[what]}</dd>
        </div>
      ))}
    </dl>
  );
}
