import { courtName } from '@/lib/court-name';
import { MINUTES_OF_DAY } from '@/lib/dates';
import { rupees } from '@/lib/money';
import { monthAndWeekday } from '@/desk/publishing/month-and-weekday';
import type { Prices, SpecialPrice } from './prices';
import { pricesTexts } from './texts';
import { hourRangeText } from './week';

/** The prices of single days, which replace those of the week. */
export function SpecialPrices({ prices }: { prices: Prices }) {
  // The server lists those of retired courts, too.
  const onSale = prices.special_days.filter(
    ({ court }) => court === null || prices.courts.some(({ id }) => id === court),
  );
  const days = [...new Set(onSale.map(({ day }) => day))];
  if (days.length === 0) return null;
  return (
    <section aria-labelledby="special-prices" className="mt-6 grid gap-3">
      <h2 id="special-prices" className="display text-h4">
        {pricesTexts.specialPrices}{' '}
        <span className="font-sans text-small font-normal text-quiet">{pricesTexts.specialText}</span>
      </h2>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-3">
        {days.map((day) => (
          <li key={day} className="figures grid gap-2 rounded-xl border border-line bg-card p-4">
            <span className="flex items-baseline gap-2">
              <b className="display text-h3">{Number(day.slice(8))}</b>
              <span className="text-small text-quiet">{monthAndWeekday(day, prices.today)}</span>
            </span>
            <span className="grid gap-1 text-small font-semibold">
              {onSale
                .filter((special) => special.day === day)
                .map((special) => (
                  <span key={JSON.stringify(special)}>{specialText(special, prices)}</span>
                ))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function specialText(special: SpecialPrice, { courts }: Prices): string {
  const price = special.price_paise === null ? pricesTexts.noPrice : rupees(special.price_paise / 100);
  const isAllDay = special.from_minute === 0 && special.until_minute === MINUTES_OF_DAY;
  const hours = isAllDay ? pricesTexts.allDay : hourRangeText(special.from_minute, special.until_minute);
  const court = courts.find(({ id }) => id === special.court);
  return [price, hours, court !== undefined && pricesTexts.court(courtName(court.name))].filter(Boolean).join(' ');
}
