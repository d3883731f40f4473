import { useId } from 'react';

export interface RadioOption<T extends string> {
  value: T;
  label: string;
  hint?: string;
}

export interface RadioGroupProps<T extends string> {
  legend: string;
  /** Shows the legend only to screen readers, if a heading already says it. */
  legendHidden?: boolean;
  options: readonly RadioOption<T>[];
  value: T | null;
  onChange: (value: T) => void;
}

/** A choice of one option; each is a whole row to tap. */
export function RadioGroup<T extends string>({ legend, legendHidden, options, value, onChange }: RadioGroupProps<T>) {
  const name = useId();
  return (
    <fieldset className="grid gap-2">
      <legend className={legendHidden ? 'sr-only' : 'mb-2 text-small font-semibold'}>{legend}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="flex min-h-13 cursor-pointer items-center gap-3 rounded-md border-[1.5px] border-line bg-card px-4 py-2.5 transition-colors duration-150 hover:border-edge has-checked:border-solid has-checked:bg-raised has-focus-visible:focus-ring"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
            className="size-5 shrink-0 accent-solid outline-none"
          />
          <span>
            <span className="block font-semibold">{option.label}</span>
            {option.hint !== undefined && <span className="block text-small text-quiet">{option.hint}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
