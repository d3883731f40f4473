import { Dialog } from '@/ui/Dialog';
import { KeyList } from './KeyList';
import { SingleKeysSwitch } from './SingleKeysSwitch';
import { shortcutTexts } from './texts';

/** Shows the list of keys, and the switch for those of one letter, digit or sign. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={shortcutTexts.title}>
      <div className="grid gap-5">
        <SingleKeysSwitch />
        <KeyList />
      </div>
    </Dialog>
  );
}
