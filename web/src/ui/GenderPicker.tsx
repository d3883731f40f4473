import { useId } from 'react';
import { FieldNotes } from './Field';

export interface GenderOption<T extends string> {
  value: T;
  label: string;
}

export interface GenderPickerProps<T extends string> {
  legend: string;
  options: readonly GenderOption<T>[];
  value: T | '' | undefined;
  onChange: (value: T) => void;
  onBlur?: () => void;
  error?: string | undefined;
  disabled?: boolean;
  name?: string;
}

/** Three choices side by side; disabled, they ignore taps (spec §5). */
export function GenderPicker<T extends string>({
  legend,
  options,
  value,
  onChange,
  onBlur,
  error,
  disabled = false,
  name,
}: GenderPickerProps<T>) {
  const id = useId();
  return (
    <fieldset className="grid gap-1.5" disabled={disabled} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1.5 text-small font-semibold text-ink">{legend}</legend>
      <div className="grid grid-cols-3 gap-2">
        {options.map((option) => (
          <label
            key={option.value}
            className={`relative grid min-h-13 place-items-center rounded-md border-[1.5px] px-2 text-center font-semibold transition-colors duration-150 has-checked:border-solid has-checked:bg-solid has-checked:text-on-solid has-focus-visible:focus-ring has-disabled:cursor-not-allowed has-disabled:opacity-70 ${
              error ? 'border-bad' : 'border-edge hover:border-ink'
            } ${disabled ? '' : 'cursor-pointer'} bg-card`}
          >
            <input
              type="radio"
              name={name ?? id}
              value={option.value}
              checked={value === option.value}
              onChange={() => onChange(option.value)}
              onBlur={onBlur}
              className="absolute inset-0 opacity-0"
            />
            {option.label}
          </label>
        ))}
      </div>
      <FieldNotes id={id} error={error} />
    </fieldset>
  );
}
