import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useOnline } from '@/lib/online';
import { Button } from '@/ui/Button';
import { IconButton } from '@/ui/IconButton';
import type { Booking } from '@/desk/api/bookings';
import { focusOnce } from '@/desk/lib/focus-once';
import { useFocusBack } from '@/desk/lib/use-focus-back';
import { momentIn } from './moment-in';
import { AddNoteButton } from './AddNoteButton';
import { NoteForm } from './NoteForm';
import { dropDraftOf, dropSavedDraft, useNoteDraft, writeDraft } from './note-draft';
import { noteTexts } from './note-texts';
import { PanelSection } from './PanelSection';
import { useNotes } from './use-notes';

type Note = Booking['notes'][number];

/** Shows the notes about the player and this game, with author and time. With `mayNote` notes are added and removed. */
export function PanelNotes({
  booking,
  zone,
  ahead,
  mayNote,
}: {
  booking: Booking;
  zone: string;
  /** How far the server's clock is ahead of this device's, in milliseconds. */
  ahead: number;
  mayNote: boolean;
}) {
  const draft = useNoteDraft(booking.order);
  const isWriting = draft !== null;
  const opener = useFocusBack(isWriting);
  const { write, remove } = useNotes(booking, ahead, (saved) => dropSavedDraft(booking.order, saved));
  const { notes } = booking;
  if (notes.length === 0 && !mayNote) return null;
  return (
    <PanelSection title={noteTexts.title}>
      {notes.length > 0 && (
        <ul className="mb-2 grid gap-2">
          {notes.map((note) => (
            <NoteRow
              key={note.id}
              note={note}
              at={momentIn(note.at, zone, booking.day)}
              mayRemove={mayNote}
              isBusy={remove.isPending}
              onRemove={() => remove.mutate(note.id)}
            />
          ))}
        </ul>
      )}
      {mayNote && !isWriting && (
        <AddNoteButton
          ref={opener}
          onBegin={() => {
            write.reset();
            writeDraft({ order: booking.order, about: 'player', text: '' });
          }}
        />
      )}
      {mayNote && isWriting && (
        <NoteForm
          draft={draft}
          isBusy={write.isPending}
          failure={write.error}
          onSave={(note) => write.mutate(note)}
          onClose={() => dropDraftOf(booking.order)}
        />
      )}
    </PanelSection>
  );
}

function NoteRow({
  note,
  at,
  mayRemove,
  isBusy,
  onRemove,
}: {
  note: Note;
  at: string;
  mayRemove: boolean;
  isBusy: boolean;
  onRemove: () => void;
}) {
  const online = useOnline();
  const [isConfirming, setIsConfirming] = useState(false);
  const opener = useFocusBack(isConfirming);
  const written = note.by === null ? at : noteTexts.by(note.by, at);
  return (
    <li className="grid gap-1.5 rounded-md bg-note-tint p-3 text-note">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <p className="text-small font-semibold wrap-anywhere text-ink">{note.text}</p>
          <p className="figures mt-0.5 text-[.75rem]">
            {note.about === 'booking' ? `${written} · ${noteTexts.onlyHere}` : written}
          </p>
        </div>
        {mayRemove && !isConfirming && (
          <IconButton
            ref={opener}
            label={noteTexts.remove(note.text)}
            variant="ghost"
            icon={<Trash2 aria-hidden="true" className="size-4.5" />}
            disabled={!online}
            onClick={() => setIsConfirming(true)}
            className="-mt-1.5 -mr-1.5"
          />
        )}
      </div>
      {isConfirming && (
        <div className="flex gap-2">
          <Button ref={focusOnce} variant="outline" size="sm" isBusy={isBusy} onClick={onRemove}>
            {noteTexts.confirmRemove}
          </Button>
          <Button variant="ghost" size="sm" aria-keyshortcuts="Escape" onClick={() => setIsConfirming(false)}>
            {noteTexts.keep}
          </Button>
        </div>
      )}
    </li>
  );
}
