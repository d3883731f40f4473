import { useRef, useState, type FormEvent } from 'react';
import { countCharacters } from '@/lib/count-characters';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { controlClass, FieldFrame, TextField, useFieldIds } from '@/ui/Field';
import { Notice } from '@/ui/Notice';
import type { Me } from '@/desk/api/me';
import { addWritten, type WrittenRequest } from '@/desk/api/written';
import { isWholePhone, readTyped } from '@/desk/lib/typed-player';
import { deskOfflineTexts } from '@/desk/lib/offline-texts';
import { phoneProblem } from '@/desk/lib/phone-problem';
import { requestPlace } from './request-place';
import { writtenTexts } from './texts';

const MOST_CHARACTERS = 200;
const MOST_NAME_CHARACTERS = 50;

/** The first values of the form. */
export type RequestDraft = Pick<WrittenRequest, 'slots' | 'endsAt' | 'phone' | 'name' | 'note'>;

/** Writes down a request for a court while the server does not answer. */
export function WriteDown({
  me,
  venue,
  day,
  draft,
  onSaved,
  onClose,
}: {
  me: Me;
  venue: number;
  day: string;
  draft: RequestDraft;
  onSaved: () => void;
  onClose: () => void;
}) {
  const [phone, setPhone] = useState(draft.phone);
  const [name, setName] = useState(draft.name);
  const [note, setNote] = useState(draft.note);
  const [wasTried, setWasTried] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const phoneField = useRef<HTMLDivElement>(null);
  const typed = readTyped(phone);
  const digits = isWholePhone(typed) ? typed.digits : '';
  const isPhoneWrong = phone.trim() !== '' && digits === '';
  const isLong = countCharacters(note.trim()) > MOST_CHARACTERS;
  const isEmpty = [phone, name, note].every((text) => text.trim() === '');
  const noteError = isLong ? writtenTexts.tooLong(MOST_CHARACTERS) : undefined;
  const { id, aria } = useFieldIds(noteError, undefined);

  async function save(event: FormEvent) {
    event.preventDefault();
    setWasTried(true);
    if (isBusy) return;
    if (isPhoneWrong || isEmpty) phoneField.current?.querySelector('input')?.focus();
    if (isPhoneWrong || isEmpty || isLong) return;
    setIsBusy(true);
    try {
      const { slots, endsAt } = draft;
      const request = { venue, day, slots, endsAt, phone: digits, name: name.trim(), note: note.trim() };
      await addWritten({ ...request, by: me.staff.name });
    } catch {
      toast.forAnyone('error', deskOfflineTexts.notKept);
      setIsBusy(false);
      return;
    }
    toast.success(writtenTexts.saved);
    onSaved();
  }
  return (
    <Dialog open onClose={onClose} title={writtenTexts.title} size="sm" closeOnBackdrop={false}>
      <form noValidate aria-busy={isBusy || undefined} onSubmit={(event) => void save(event)} className="grid gap-4">
        <p className="figures text-lead font-bold">{requestPlace(draft.slots, day)}</p>
        <Notice tone="warn" tight>
          {writtenTexts.notBooked}
        </Notice>
        <div ref={phoneField}>
          <TextField
            label={writtenTexts.phone}
            error={
              wasTried && isPhoneWrong
                ? phoneProblem(phone, writtenTexts.phoneWrong)
                : wasTried && isEmpty
                  ? writtenTexts.nothing
                  : undefined
            }
            type="tel"
            inputMode="tel"
            autoComplete="off"
            enterKeyHint="done"
            value={phone}
            onChange={(event) => setPhone(event.target.value)}
          />
        </div>
        <TextField
          label={writtenTexts.name}
          autoComplete="off"
          enterKeyHint="done"
          maxLength={MOST_NAME_CHARACTERS}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <FieldFrame id={id} label={writtenTexts.note} error={noteError}>
          <textarea
            {...aria}
            id={id}
            rows={2}
            autoComplete="off"
            value={note}
            onChange={(event) => setNote(event.target.value)}
            className={`${controlClass(noteError)} resize-none py-3`}
          />
        </FieldFrame>
        <Button type="submit" variant="deep" size="md" wide isBusy={isBusy}>
          {writtenTexts.save}
        </Button>
      </form>
    </Dialog>
  );
}
