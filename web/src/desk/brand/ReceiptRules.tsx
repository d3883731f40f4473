import { useId } from 'react';
import type { BrandSettings } from './brand';
import { brandTexts } from './texts';

/**
 * The letters or digits before the numbers of documents for online payments. They are set only on the server; with other
 * ones the numbers begin at 1 again.
 */
export function ReceiptRules({ settings: { receipts } }: { settings: BrandSettings }) {
  const id = useId();
  const rules = [
    [brandTexts.series, brandTexts.seriesText(receipts.series), 'series'],
    [brandTexts.creditSeries, brandTexts.seriesText(receipts.credit_series), 'credit_series'],
  ] as const;
  return (
    <section aria-labelledby={id} className="rounded-xl border border-line bg-card p-5 md:p-6">
      <h2 id={id} className="mb-1 text-lead font-bold">
        {brandTexts.receipts}
      </h2>
      <p className="text-small text-quiet">{brandTexts.receiptsText}</p>
      <dl className="rows mt-3">
        {rules.map(([name, value, key]) => (
          <div key={key} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 py-3">
            <dt className="min-w-0">
              <span className="block font-semibold">{name}</span>
              <code className="block text-tiny wrap-anywhere text-quiet">{key}</code>
            </dt>
            <dd className="figures font-bold">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
