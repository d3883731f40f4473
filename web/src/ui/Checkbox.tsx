import { useId, type ComponentProps, type ReactNode } from 'react';
import { FieldNotes } from './Field';

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode;
  error?: string | undefined;
}

/** A box to tick, with a label that may hold links. Works controlled, or with `register()`. */
export function Checkbox({ label, error, id: given, ...input }: CheckboxProps) {
  const made = useId();
  const id = given ?? made;
  return (
    <div className="grid gap-1">
      <div className="flex items-start gap-3">
        <input
          {...input}
          id={id}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className="my-2.5 size-6 shrink-0 cursor-pointer rounded-sm accent-solid"
        />
        <label htmlFor={id} className="min-h-11 cursor-pointer py-2.5 text-small leading-6">
          {label}
        </label>
      </div>
      <FieldNotes id={id} error={error} />
    </div>
  );
}
