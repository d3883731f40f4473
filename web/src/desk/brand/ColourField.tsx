import { useId, useRef } from 'react';
import { Button } from '@/ui/Button';
import { controlClass, FieldNotes } from '@/ui/Field';
import { contrastOf, isReadable, nearestReadable, parseColour, STANDARD, type Role } from './colours';
import { brandTexts } from './texts';

/**
 * A colour, chosen in the browser's picker or typed as a code, with its contrast and the nearest colour that can be
 * read.
 */
export function ColourField({
  role,
  value,
  error,
  readOnly,
  onChange,
}: {
  role: Role;
  /** `#rrggbb`, or empty for the standard colour. */
  value: string;
  error: string | undefined;
  readOnly: boolean;
  onChange: (colour: string) => void;
}) {
  const id = useId();
  const picker = useRef<HTMLInputElement>(null);
  const label = brandTexts.fields[role];
  const typed = value.trim();
  const contrast = contrastOf(role, typed);
  const isLow = contrast !== null && !isReadable(role, typed);
  const nearest = isLow ? nearestReadable(role, typed) : null;
  // Rounded down, so that 4.49 is not shown as enough.
  const ratio = String(Math.floor((contrast ?? 0) * 10) / 10);
  function take(colour: string) {
    onChange(colour);
    // The pressed button is removed.
    picker.current?.focus({ preventScroll: true });
  }
  return (
    <div role="group" aria-labelledby={`${id}-label`} className="grid gap-1.5">
      <p id={`${id}-label`} className="text-small font-semibold">
        {label}
      </p>
      <div className="flex items-stretch gap-3">
        <input
          ref={picker}
          type="color"
          aria-label={label}
          disabled={readOnly}
          value={parseColour(typed) === null ? STANDARD[role] : typed.toLowerCase()}
          onChange={(event) => onChange(event.target.value)}
          className="h-13 w-16 shrink-0 cursor-pointer rounded-md border-[1.5px] border-edge bg-card p-1 focus-visible:focus-ring"
        />
        <input
          name={role}
          aria-label={brandTexts.look.code(label)}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={`${error === undefined ? '' : `${id}-error `}${id}-hint ${id}-contrast`}
          autoComplete="off"
          spellCheck={false}
          maxLength={7}
          readOnly={readOnly}
          placeholder={brandTexts.look.isStandard}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={`${controlClass(error)} figures min-w-0 flex-1`}
        />
      </div>
      <p
        id={`${id}-contrast`}
        aria-live="polite"
        className={`text-small font-semibold ${isLow ? 'text-bad' : 'text-good'}`}
      >
        {contrast !== null && (isLow ? brandTexts.look.low(ratio) : brandTexts.look.good(ratio))}
      </p>
      {!readOnly && typed !== '' && (
        <div className="flex flex-wrap gap-2.5">
          {nearest !== null && (
            <Button variant="outline" size="sm" icon={<Swatch colour={nearest} />} onClick={() => take(nearest)}>
              {brandTexts.look.take(nearest)}
            </Button>
          )}
          <Button variant="ghost" size="sm" onClick={() => take('')}>
            {brandTexts.look.standard}
          </Button>
        </div>
      )}
      <FieldNotes id={id} error={error} hint={brandTexts.hints[role]} />
    </div>
  );
}

function Swatch({ colour }: { colour: string }) {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" className="size-5">
      <circle cx="10" cy="10" r="9" fill={colour} className="stroke-edge" />
    </svg>
  );
}
