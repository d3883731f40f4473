import { TextField } from '@/ui/Field';
import { horizonOf, leadOf, type Hours } from './draft';
import { hoursTexts } from './texts';

/** How far ahead and how late players may book. */
export function Limits({
  hours,
  isOff,
  onChange,
}: {
  hours: Hours;
  isOff: boolean;
  onChange: (change: Partial<Hours>) => void;
}) {
  const { horizon, lead } = hours;
  return (
    <section aria-labelledby="limits" className="mt-6 grid gap-3">
      <h2 id="limits" className="display text-h4">
        {hoursTexts.limits} <span className="font-sans text-small font-normal text-quiet">{hoursTexts.limitsText}</span>
      </h2>
      <div className="grid gap-4 rounded-xl border border-line bg-card p-4 min-[40rem]:grid-cols-2">
        <TextField
          label={hoursTexts.horizon}
          name="horizon"
          inputMode="numeric"
          autoComplete="off"
          disabled={isOff}
          value={horizon}
          onChange={(event) => onChange({ horizon: event.target.value })}
          hint={hoursTexts.horizonHint}
          error={horizonOf(horizon) === undefined ? hoursTexts.horizonBad : undefined}
        />
        <TextField
          label={hoursTexts.lead}
          name="lead"
          inputMode="numeric"
          autoComplete="off"
          disabled={isOff}
          value={lead}
          onChange={(event) => onChange({ lead: event.target.value })}
          hint={hoursTexts.leadHint}
          error={leadOf(lead) === undefined ? hoursTexts.leadBad : undefined}
        />
      </div>
    </section>
  );
}
