import { useState, type RefObject } from 'react';
import { TextField } from '@/ui/Field';
import { LONGEST_NAME } from '@/desk/lib/longest-name';
import { bookTexts } from './texts';

/** The attributes of a field for the name of another person than the clerk. */
const nameInput = {
  autoComplete: 'off',
  autoCapitalize: 'words',
  spellCheck: false,
  enterKeyHint: 'go',
  maxLength: LONGEST_NAME,
} as const;

/** The name of a player whose number is new. */
export function NewPlayer({
  field,
  name,
  error,
  onName,
}: {
  field: RefObject<HTMLInputElement | null>;
  name: string;
  error: string | undefined;
  onName: (name: string) => void;
}) {
  return (
    <section aria-label={bookTexts.newPlayer} className="mt-4 grid gap-3 border-t border-line pt-4">
      <h3 className="text-[.8125rem] font-bold text-quiet">{bookTexts.newPlayer}</h3>
      <TextField
        ref={field}
        label={bookTexts.name}
        error={error}
        {...nameInput}
        value={name}
        onChange={(event) => onName(event.target.value)}
      />
    </section>
  );
}

/** The name of the person who comes, if that is not the player with the number: a field behind a link. */
export function ContactName({
  name,
  error,
  onName,
}: {
  name: string;
  error: string | undefined;
  onName: (name: string) => void;
}) {
  const [isOpen, setIsOpen] = useState(name !== '');
  if (!isOpen) {
    return (
      <button
        type="button"
        onClick={() => setIsOpen(true)}
        className="mt-2 min-h-11 justify-self-start text-small font-semibold text-quiet underline underline-offset-4 hover:text-ink"
      >
        {bookTexts.somebodyElse}
      </button>
    );
  }
  return (
    <div className="mt-3">
      <TextField
        ref={takeFocusOfLink}
        label={bookTexts.contact}
        error={error}
        {...nameInput}
        value={name}
        onChange={(event) => onName(event.target.value)}
      />
    </div>
  );
}

/** Gives the field the focus, which the link that opened it had. */
function takeFocusOfLink(field: HTMLInputElement | null): void {
  if (document.activeElement === document.body) field?.focus();
}
