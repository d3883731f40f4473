import { StickyNote } from 'lucide-react';
import type { Ref } from 'react';
import { Button } from '@/ui/Button';
import { useShortcutName } from '@/desk/lib/single-keys';
import { KeyHint } from './KeyHint';
import { noteTexts } from './note-texts';

/** The button that begins a note about a booking or its player. */
export function AddNoteButton({ ref, onBegin }: { ref: Ref<HTMLButtonElement>; onBegin: () => void }) {
  const shortcut = useShortcutName();
  return (
    <Button
      ref={ref}
      variant="outline"
      size="sm"
      aria-keyshortcuts={shortcut('T')}
      icon={<StickyNote aria-hidden="true" className="size-4.5" />}
      onClick={onBegin}
    >
      {noteTexts.add}
      <KeyHint>{'T'}</KeyHint>
    </Button>
  );
}
