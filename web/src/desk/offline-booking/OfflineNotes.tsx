import { CloudOff, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useStore } from '@/lib/store';
import { toast } from '@/lib/toast';
import { IconButton } from '@/ui/IconButton';
import type { Me } from '@/desk/api/me';
import { dropFact, queueStore } from '@/desk/api/queue';
import { dropDraftOf, dropSavedDraft, useNoteDraft, writeDraft } from '@/desk/booking/note-draft';
import { AddNoteButton } from '@/desk/booking/AddNoteButton';
import { NoteForm } from '@/desk/booking/NoteForm';
import { noteTexts } from '@/desk/booking/note-texts';
import { PanelSection } from '@/desk/booking/PanelSection';
import type { NoteRequest } from '@/desk/booking/use-notes';
import { deskOfflineTexts } from '@/desk/lib/offline-texts';
import { isPressedAgain } from '@/lib/pressed-again';
import { useFocusBack } from '@/desk/lib/use-focus-back';
import { writeDown } from '@/desk/offline/write-down';
import { writtenTexts } from '@/desk/written/texts';

/** Shows the waiting notes about a booking on this device, and adds one. `label` says whose booking it is, and when. */
export function OfflineNotes({ me, venue, order, label }: { me: Me; venue: number; order: string; label: string }) {
  const draft = useNoteDraft(order);
  const [isBusy, setIsBusy] = useState(false);
  const opener = useFocusBack(draft !== null);
  const facts = useStore(queueStore);
  const waiting = facts.flatMap(({ id, order: of, what, refusal, staff }) =>
    of === order && what.kind === 'note' && refusal === null
      ? [{ id, ...what, by: staff.name, isOwn: staff.id === me.staff.id }]
      : [],
  );

  async function save({ about, text }: NoteRequest) {
    if (isBusy) return;
    setIsBusy(true);
    const fact = await writeDown(me, { venue, order, label, what: { kind: 'note', order, about, text } });
    setIsBusy(false);
    if (fact === undefined) return;
    dropSavedDraft(order, { about, text });
    toast.success(deskOfflineTexts.noteKept);
  }
  return (
    <PanelSection title={noteTexts.title}>
      {waiting.length > 0 && (
        <ul className="mb-2 grid gap-2">
          {waiting.map(({ id, text, about, by, isOwn }) => (
            <li key={id} className="flex items-start gap-2 rounded-md bg-note-tint p-3 text-note">
              <div className="min-w-0 flex-1">
                <p className="text-small font-semibold wrap-anywhere text-ink">{text}</p>
                <p className="mt-0.5 flex flex-wrap items-center gap-x-1.5 text-[.75rem]">
                  <CloudOff aria-hidden="true" className="size-3.5 shrink-0" />
                  {[by, deskOfflineTexts.notSent, ...(about === 'booking' ? [noteTexts.onlyHere] : [])].join(' · ')}
                </p>
              </div>
              {isOwn && (
                <IconButton
                  label={noteTexts.remove(text)}
                  variant="ghost"
                  icon={<Trash2 aria-hidden="true" className="size-4.5" />}
                  onClick={(event) => {
                    if (isPressedAgain(event)) return;
                    void dropFact(id).catch(() => toast.forAnyone('error', writtenTexts.notRemoved));
                    opener.current?.focus({ preventScroll: true });
                  }}
                  className="-mt-1.5 -mr-1.5"
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {draft === null ? (
        <AddNoteButton ref={opener} onBegin={() => writeDraft({ order, about: 'player', text: '' })} />
      ) : (
        <NoteForm
          draft={draft}
          keepsOffline
          isBusy={isBusy}
          failure={null}
          onSave={(note) => void save(note)}
          onClose={() => dropDraftOf(order)}
        />
      )}
    </PanelSection>
  );
}
