import { EmptyState } from '@/ui/EmptyState';
import { countText } from '@/desk/lib/count-text';
import { changeOf, moneyText } from './figure-text';
import { DifferenceText, HeadFigures } from './HeadFigures';
import type { Figure, FiguresOf } from './report';
import type { OpenBehind } from './ReportBody';
import { reportsTexts } from './texts';

/** Shows the figures of the coupons. */
export function CouponReport({ figures, onOpen }: { figures: FiguresOf<'coupons'>; onOpen: OpenBehind }) {
  const { bookings, discount_paise, new_players, coupons } = figures;
  return (
    <>
      <HeadFigures
        label={reportsTexts.names.coupons}
        figures={[
          {
            label: reportsTexts.uses,
            value: countText(bookings.value),
            difference: changeOf(bookings),
            isNeutral: true,
            onOpen: () => onOpen({}),
          },
          {
            label: reportsTexts.discount,
            value: moneyText(discount_paise.value),
            difference: changeOf(discount_paise),
            isNeutral: true,
            onOpen: () => onOpen({}),
          },
          {
            label: reportsTexts.newPlayers,
            value: countText(new_players.value),
            difference: changeOf(new_players),
            onOpen: () => onOpen({ new_players: 'true' }),
          },
        ]}
      />
      {coupons.length === 0 ? (
        <EmptyState text={reportsTexts.noCoupons} />
      ) : (
        <div className="overflow-x-auto rounded-xl border border-line bg-card px-4 py-2">
          <table className="figures w-full text-small">
            <caption className="sr-only">{reportsTexts.names.coupons}</caption>
            <thead>
              <tr className="text-right text-quiet [&>th]:py-2 [&>th]:pl-4 [&>th]:font-semibold">
                <th scope="col" className="pl-0! text-left">
                  {reportsTexts.coupon}
                </th>
                <th scope="col">{reportsTexts.uses}</th>
                <th scope="col">{reportsTexts.discount}</th>
                <th scope="col">{reportsTexts.newPlayers}</th>
              </tr>
            </thead>
            <tbody>
              {coupons.map(({ code, ...line }) => (
                <tr key={code} className="border-t border-line text-right [&>td]:py-2.5 [&>td]:pl-4">
                  <th scope="row" className="py-1 text-left font-bold">
                    <button
                      type="button"
                      onClick={() => onOpen({ coupon: code })}
                      className="min-h-11 rounded-md pr-2 text-left wrap-anywhere hover:underline"
                    >
                      {code}
                    </button>
                  </th>
                  <td>
                    <Compared figure={line.bookings} text={countText(line.bookings.value)} />
                  </td>
                  <td>
                    <Compared figure={line.discount_paise} text={moneyText(line.discount_paise.value)} />
                  </td>
                  <td>{countText(line.new_players.value)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

function Compared({ figure, text }: { figure: Figure; text: string }) {
  const difference = changeOf(figure);
  return (
    <span className="inline-flex flex-wrap items-baseline justify-end gap-x-2">
      <span className="font-bold">{text}</span>
      {difference && <DifferenceText difference={difference} isNeutral />}
    </span>
  );
}
