import { useId, type ReactNode } from 'react';
import { timeText } from '@/lib/dates';
import { rupees } from '@/lib/money';
import { weekdayName } from '@/desk/lib/weekdays';
import type { SetUp } from './brand';
import { brandTexts } from './texts';

/** The rules of bookings and refunds, which are set on the server. */
export function Policies({ setUp: { policies } }: { setUp: SetUp }) {
  return (
    <Rules
      text={brandTexts.policiesText}
      rules={[
        [brandTexts.hold, lengthText(policies.hold_seconds / 60), 'hold_seconds'],
        [brandTexts.onlineHold, lengthText(policies.online_hold_seconds / 60), 'online_hold_seconds'],
        [brandTexts.openUnpaid, String(policies.max_open_unpaid), 'max_open_unpaid'],
        [
          brandTexts.noShows,
          policies.max_no_shows === 0 ? brandTexts.never : String(policies.max_no_shows),
          'max_no_shows',
        ],
        [brandTexts.reminder, reminderText(policies.reminder_minutes), 'reminder_minutes'],
        [brandTexts.cutoff, brandTexts.cutoffText(lengthText(policies.cancel_cutoff_minutes)), 'cancel_cutoff_minutes'],
        [brandTexts.bankCharge, rupees(policies.bank_charge_paise / 100), 'bank_charge_paise'],
        [brandTexts.refunds, refundText(policies), 'refund_weekday, refund_time'],
        [brandTexts.minAge, brandTexts.years(policies.min_age), 'min_age'],
      ]}
    />
  );
}

/** How receipts are written, which is set on the server. */
export function ReceiptRules({ setUp: { receipts }, hasGstin }: { setUp: SetUp; hasGstin: boolean }) {
  const rate = brandTexts.gstRateText(String(receipts.gst_rate_hundredths / 100));
  return (
    <Rules
      title={brandTexts.receipts}
      text={brandTexts.receiptsText}
      rules={[
        [brandTexts.gstRate, hasGstin ? rate : brandTexts.gstOff, 'gst_rate'],
        [brandTexts.series, brandTexts.seriesText(receipts.series), 'series'],
        [brandTexts.creditSeries, brandTexts.seriesText(receipts.credit_series), 'credit_series'],
        [brandTexts.sac, receipts.sac.trim() || brandTexts.notPrinted, 'sac'],
        [brandTexts.placeOfSupply, receipts.place_of_supply.trim() || brandTexts.notPrinted, 'place_of_supply'],
      ]}
    />
  );
}

/** What is set, and the key by which whoever runs the server sets it. */
function Rules({
  title,
  text,
  rules,
}: {
  title?: string;
  text: string;
  rules: readonly (readonly [name: string, value: ReactNode, key: string])[];
}) {
  const id = useId();
  return (
    <section
      aria-labelledby={title === undefined ? undefined : id}
      className="rounded-xl border border-line bg-card p-5 md:p-6"
    >
      {title !== undefined && (
        <h2 id={id} className="mb-1 text-lead font-bold">
          {title}
        </h2>
      )}
      <p className="text-small text-quiet">{text}</p>
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

function reminderText(minutes: number): string {
  return minutes === 0 ? brandTexts.never : brandTexts.cutoffText(lengthText(minutes));
}

function refundText({ refund_weekday, refund_minute }: SetUp['policies']): string {
  return `${weekdayName(refund_weekday)}, ${timeText(refund_minute)}`;
}

function lengthText(minutes: number): string {
  return minutes >= 60 && minutes % 60 === 0 ? brandTexts.hours(minutes / 60) : brandTexts.minutes(Math.round(minutes));
}
