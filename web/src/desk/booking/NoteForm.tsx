import { useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { countCharacters } from '@/lib/count-characters';
import { useOnline } from '@/lib/online';
import { Button } from '@/ui/Button';
import { controlClass, FieldFrame, useFieldIds } from '@/ui/Field';
import { Notice } from '@/ui/Notice';
import { writeFailure } from '@/desk/api/write-failure';
import { closeOnEscape } from '@/desk/lib/close-on-escape';
import { KeyHint } from './KeyHint';
import { noteOf, writeDraft, type useNoteDraft } from './note-draft';
import { noteTexts } from './note-texts';
import type { NoteRequest } from './use-notes';

/** The longest note that the server takes, in characters. */
const MOST_CHARACTERS = 300;

/** Writes a note, and asks whether it is about the player or about this booking. */
export function NoteForm({
  draft,
  keepsOffline = false,
  isBusy,
  failure,
  onSave,
  onClose,
}: {
  draft: NonNullable<ReturnType<typeof useNoteDraft>>;
  /** Whether `onSave` keeps the note on this device. */
  keepsOffline?: boolean;
  isBusy: boolean;
  failure: Error | null;
  onSave: (note: NoteRequest) => void;
  onClose: () => void;
}) {
  const online = useOnline();
  const name = useId();
  const form = useRef<HTMLFormElement>(null);
  const { text, about } = draft;
  const [isTried, setIsTried] = useState(false);
  const note = noteOf(text);
  const length = countCharacters(note);
  const isLong = length > MOST_CHARACTERS;
  const error = isLong ? noteTexts.long(MOST_CHARACTERS) : isTried && length === 0 ? noteTexts.required : undefined;
  const canSave = online || keepsOffline;
  const offlineHint = keepsOffline ? noteTexts.keptOffline : noteTexts.offline;
  const hint = online ? undefined : offlineHint;
  const { id, aria } = useFieldIds(error, hint);
  const shownFailure = failure === null ? null : writeFailure(failure, noteTexts.failed);

  function save(event: FormEvent) {
    event.preventDefault();
    setIsTried(true);
    if (length > 0 && !isLong && canSave && !isBusy) onSave({ about, text: note });
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && event.target instanceof HTMLTextAreaElement) {
      event.preventDefault();
      if (!event.repeat) form.current?.requestSubmit();
    }
  }
  function close() {
    if (!isBusy) onClose();
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Enter saves, Escape closes it
    <form
      ref={form}
      noValidate
      onSubmit={save}
      onKeyDown={onKeyDown}
      onKeyDownCapture={closeOnEscape(close)}
      className="grid gap-3"
    >
      <FieldFrame id={id} label={noteTexts.text} error={error} hint={hint}>
        <textarea
          {...aria}
          ref={showAndFocus}
          id={id}
          rows={2}
          autoComplete="off"
          enterKeyHint="done"
          value={text}
          onChange={(event) => writeDraft({ ...draft, text: event.target.value })}
          className={`${controlClass(error)} resize-none py-3`}
        />
      </FieldFrame>
      <fieldset className="grid gap-1.5">
        <legend className="mb-1.5 text-small font-semibold">{noteTexts.about}</legend>
        {(['player', 'booking'] as const).map((value) => (
          <label
            key={value}
            className="flex min-h-11 cursor-pointer items-center gap-2.5 rounded-md border border-line px-3 text-small font-bold has-checked:border-ink has-checked:bg-raised has-focus-visible:focus-ring"
          >
            <input
              type="radio"
              name={name}
              checked={about === value}
              onChange={() => writeDraft({ ...draft, about: value })}
              className="size-4.5 accent-current"
            />
            {noteTexts[value]}
          </label>
        ))}
      </fieldset>
      {shownFailure !== null && (
        <Notice tone="warn" tight isLive title={shownFailure.title}>
          {shownFailure.message}
        </Notice>
      )}
      <div className="flex gap-2.5">
        <Button type="submit" variant="deep" size="sm" className="flex-1" isBusy={isBusy} disabled={!canSave}>
          {noteTexts.save}
          <KeyHint>{'↵'}</KeyHint>
        </Button>
        <Button variant="ghost" size="sm" disabled={isBusy} onClick={onClose}>
          {noteTexts.cancel}
        </Button>
      </div>
    </form>
  );
}

function showAndFocus(field: HTMLTextAreaElement | null): void {
  field?.focus({ preventScroll: true });
  // A draft that was begun before goes on at its end.
  field?.setSelectionRange(field.value.length, field.value.length);
  field?.closest('form')?.scrollIntoView({ block: 'nearest' });
}
