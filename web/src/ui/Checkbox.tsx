import { useId, type ComponentProps, type ReactNode } from 'react';
import { Check } from 'lucide-react';
import { FieldNotes } from './Field';

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'className'> {
  label: ReactNode;
  error?: string | undefined;
}

/** A checkbox with a label that may contain links. Works controlled, or with `register()`. */
export function Checkbox({ label, error, id: given, ...input }: CheckboxProps) {
  const made = useId();
  const id = given ?? made;
  return (
    <div className="grid gap-1">
      <div className="flex items-start gap-3">
        <span className="relative my-2.5 size-6 shrink-0">
          <input
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            {...input}
            id={id}
            type="checkbox"
            className="peer size-6 cursor-pointer appearance-none rounded-[7px] border-[1.5px] border-edge bg-card transition-colors duration-150 checked:border-solid checked:bg-solid hover:border-ink aria-invalid:border-bad forced-colors:appearance-auto"
          />
          <Check
            aria-hidden="true"
            strokeWidth={3.2}
            className="pointer-events-none absolute inset-1 size-4 scale-[.5] text-on-solid opacity-0 transition-[opacity,scale] duration-150 peer-checked:scale-[1] peer-checked:opacity-100 forced-colors:hidden"
          />
        </span>
        <label htmlFor={id} className="min-h-11 cursor-pointer py-2.5 text-small leading-6">
          {label}
        </label>
      </div>
      <FieldNotes id={id} error={error} />
    </div>
  );
}
