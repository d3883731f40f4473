import { useId, type ComponentProps, type ReactNode } from 'react';
import { CircleAlert } from 'lucide-react';

/** What a field has around its control. */
export interface FieldProps {
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
}

/** The ids and attributes that connect a control with its label, hint and error. */
export function useFieldIds(error: string | undefined, hint: ReactNode, given?: string) {
  const made = useId();
  const id = given ?? made;
  const described = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ');
  return {
    id,
    aria: { 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined } as const,
  };
}

/** The classes of a text control. `:read-only` would also match a list and a field for files, which can be used. */
export function controlClass(error: string | undefined): string {
  return `w-full min-h-13 rounded-md border-[1.5px] bg-card px-4 text-body font-medium text-ink placeholder:text-quiet transition-colors duration-150 disabled:bg-raised disabled:text-quiet [&[readonly]]:bg-raised ${
    error ? 'border-bad focus:halo-bad' : 'border-edge hover:border-ink focus:border-focus focus:halo'
  }`;
}

/** Label above the control, hint and error below it. */
export function FieldFrame({ id, label, error, hint, children }: FieldProps & { id: string; children: ReactNode }) {
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-small font-semibold text-ink">
        {label}
      </label>
      {children}
      <FieldNotes id={id} error={error} hint={hint} />
    </div>
  );
}

export function FieldNotes({ id, error, hint }: { id: string; error?: string | undefined; hint?: ReactNode }) {
  return (
    <>
      {hint !== undefined && hint !== null && (
        <p id={`${id}-hint`} className="text-small text-quiet">
          {hint}
        </p>
      )}
      {error !== undefined && error !== '' && (
        <p
          ref={showBesideFocus}
          id={`${id}-error`}
          role="alert"
          className="flex items-start gap-1.5 text-small font-semibold text-bad"
        >
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      )}
    </>
  );
}

/** Scrolls a new error into view if its control has the focus: on a small screen it may stand below the edge. */
function showBesideFocus(error: HTMLElement | null) {
  const focused = document.activeElement;
  if (error !== null && focused?.getAttribute('aria-describedby')?.split(' ').includes(error.id) === true) {
    error.scrollIntoView({ block: 'nearest' });
  }
}

export type TextFieldProps = FieldProps & ComponentProps<'input'>;

/** A single-line text field. Spread react-hook-form's `register()` into it. */
export function TextField({ label, error, hint, id: given, className = '', ...input }: TextFieldProps) {
  const { id, aria } = useFieldIds(error, hint, given);
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint}>
      <input {...aria} {...input} id={id} className={`${controlClass(error)} ${className}`} />
    </FieldFrame>
  );
}
