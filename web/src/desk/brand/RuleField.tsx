import { controlClass, FieldFrame, TextField, useFieldIds } from '@/ui/Field';
import { weekdayName } from '@/desk/lib/weekdays';
import type { BrandSettings } from './brand';
import { serverRule, type RuleField as Rule } from './rules';
import { brandTexts } from './texts';

/** The field of a rule, with a hint that says which rule of the server holds while it is empty. */
export function RuleField({
  rule,
  value,
  settings,
  error,
  readOnly,
  onValue,
}: {
  rule: Rule;
  value: string;
  settings: BrandSettings;
  error: string | undefined;
  readOnly: boolean;
  onValue: (value: string) => void;
}) {
  const label = brandTexts.fields[rule];
  const hint = `${brandTexts.hints[rule]} ${brandTexts.asOnServer(serverRule(rule, settings))}`;
  const { id, aria } = useFieldIds(error, hint);
  if (rule === 'refund_weekday') {
    return (
      <FieldFrame id={id} label={label} hint={hint} error={error}>
        <select
          {...aria}
          id={id}
          name={rule}
          value={value}
          disabled={readOnly}
          onChange={({ target }) => onValue(target.value)}
          className={controlClass(error)}
        >
          <option value="">{brandTexts.onServer}</option>
          {[1, 2, 3, 4, 5, 6, 7].map((day) => (
            <option key={day} value={day}>
              {weekdayName(day - 1)}
            </option>
          ))}
        </select>
      </FieldFrame>
    );
  }
  const isText = rule === 'sac' || rule === 'place_of_supply';
  return (
    <TextField
      label={label}
      name={rule}
      value={value}
      hint={hint}
      error={error}
      readOnly={readOnly}
      autoComplete="off"
      type={rule === 'refund_minute' ? 'time' : undefined}
      inputMode={isText || rule === 'refund_minute' ? undefined : 'decimal'}
      className="figures"
      onChange={({ target }) => onValue(target.value)}
    />
  );
}
