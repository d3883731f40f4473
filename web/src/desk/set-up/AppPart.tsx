import { useQueryClient } from '@tanstack/react-query';
import { Smartphone } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/ui/Button';
import { meQuery, useMe, type Me } from '@/desk/api/me';
import { sessionsQuery } from '@/desk/api/sessions';
import { AddApp } from '@/desk/enrol/AddApp';
import { enrolTexts } from '@/desk/enrol/texts';
import { ProvenForKeys } from '@/desk/passkeys/Proven';
import { keysTexts } from './texts';

/** Sets up the authenticator app of a person who has none, or replaces it where `may_replace_app` allows that. */
export function AppPart() {
  const me = useMe();
  const queryClient = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  if (me === undefined || (me.has_app && !me.may_replace_app)) return null;
  if (!isOpen) {
    return (
      <Button
        variant="outline"
        size="md"
        icon={<Smartphone aria-hidden="true" className="size-5" />}
        onClick={() => setIsOpen(true)}
        className="justify-self-start"
      >
        {me.has_app ? keysTexts.replaceApp : enrolTexts.addApp}
      </Button>
    );
  }
  const onAdded = (enrolled: Me) => {
    setIsOpen(false);
    queryClient.setQueryData(meQuery.queryKey, enrolled);
    // The server has ended the person's other sessions.
    void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  };
  return (
    <ProvenForKeys>{(onProofNeeded) => <AddApp begin onAdded={onAdded} onProofNeeded={onProofNeeded} />}</ProvenForKeys>
  );
}

/** What the section of the authenticator app says. */
export function appText(me: Me): string {
  if (!me.has_app) return keysTexts.appOff;
  return me.may_replace_app ? keysTexts.appReplace : keysTexts.appOn;
}
