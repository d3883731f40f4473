import { useQueryClient } from '@tanstack/react-query';
import { Smartphone } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/ui/Button';
import { meQuery, useMe } from '@/desk/api/me';
import { AddApp } from '@/desk/enrol/AddApp';
import { enrolTexts } from '@/desk/enrol/texts';
import { ProvenForKeys } from '@/desk/passkeys/Proven';

/** Sets up the authenticator app of a person who has none, after a proof unless a one-time link began the session. */
export function AppPart() {
  const me = useMe();
  const queryClient = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  if (me === undefined || me.has_app) return null;
  if (!isOpen) {
    return (
      <Button
        variant="outline"
        size="md"
        icon={<Smartphone aria-hidden="true" className="size-5" />}
        onClick={() => setIsOpen(true)}
        className="justify-self-start"
      >
        {enrolTexts.addApp}
      </Button>
    );
  }
  const onAdded = (enrolled: typeof me) => queryClient.setQueryData(meQuery.queryKey, enrolled);
  return (
    <ProvenForKeys>{(onProofNeeded) => <AddApp begin onAdded={onAdded} onProofNeeded={onProofNeeded} />}</ProvenForKeys>
  );
}
