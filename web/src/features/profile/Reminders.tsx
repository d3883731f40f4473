import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { failureMessage } from '@/api/failure-message';
import { useSingleMutation } from '@/api/use-single-mutation';
import { currentSession } from '@/lib/session';
import { Card } from '@/ui/Card';
import { Notice } from '@/ui/Notice';
import { Switch } from '@/ui/Switch';
import { customerInfoQuery } from './api/customer-info';
import { updateReminders } from './api/update-reminders';
import { reminderTexts } from './texts';

export interface RemindersProps {
  stored: boolean;
  /** How players are reminded. */
  by: keyof typeof reminderTexts.hint;
}

/** Switches reminders of games on or off. The switch moves at once and is saved in the background. */
export function Reminders({ stored, by }: RemindersProps) {
  const queryClient = useQueryClient();
  // The player's choice while it is not saved yet; a tap during the save is saved next.
  const [unsaved, setUnsaved] = useState<boolean | null>(null);
  const choice = useRef(stored);
  const [announcement, setAnnouncement] = useState('');
  const [errorMessage, setErrorMessage] = useState<string | null>(null);
  const on = unsaved ?? stored;

  const save = useSingleMutation({
    mutationFn: async () => {
      const { token } = currentSession();
      let requested: boolean;
      let saved: boolean;
      do {
        requested = choice.current;
        saved = await updateReminders(requested);
        // Another tab may have changed the player: nothing of this one's choice is saved or shown for the next.
      } while (requested !== choice.current && currentSession().token === token);
      return { saved, token };
    },
    onSuccess: ({ saved, token }) => {
      if (currentSession().token !== token) return;
      queryClient.setQueryData(customerInfoQuery.queryKey, (info) => info && { ...info, reminders: saved });
      // Also ends a read that began before the save, which would turn the switch back.
      void queryClient.invalidateQueries(customerInfoQuery);
      setAnnouncement(saved ? reminderTexts.on : reminderTexts.off);
    },
    onError: (cause) => {
      setErrorMessage(failureMessage(cause));
      // The stored value is unknown after a failure. Not awaited: without network the refetch may never end.
      void queryClient.invalidateQueries(customerInfoQuery);
    },
    onSettled: () => setUnsaved(null),
  });

  function toggle(next: boolean) {
    choice.current = next;
    setUnsaved(next);
    setErrorMessage(null);
    setAnnouncement('');
    save.mutate();
  }

  return (
    <Card as="section" className="grid gap-3">
      <Switch label={reminderTexts.label} hint={reminderTexts.hint[by]} on={on} onSwitch={toggle} />
      <p className="border-t border-line pt-3 text-small text-quiet">{reminderTexts.always}</p>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {errorMessage !== null && (
        <Notice tone="bad" title={reminderTexts.failed} isLive>
          {errorMessage}
        </Notice>
      )}
    </Card>
  );
}
