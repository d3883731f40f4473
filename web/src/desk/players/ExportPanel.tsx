import { useState } from 'react';
import { saveFile } from '@/lib/save-file';
import { toast } from '@/lib/toast';
import { call, type Answer } from '@/desk/api/client';
import { useIsSamePerson } from '@/desk/api/me';
import { hasCode } from '@/desk/api/problem';
import { useWrite } from '@/desk/api/use-write';
import { Proven } from '@/desk/passkeys/Proven';
import { AccountCard, AccountForm, NO_REASON, type Reason } from './AccountForm';
import type { Player } from './player';
import { playersTexts } from './texts';
import { useLateFailure } from './use-late-failure';

type Exported = Answer<'post', '/api/desk/players/{player}/export'>;

/** Asks for a reason, and saves a copy of what is kept about a player. */
export function ExportPanel({ player, onClose }: { player: Player; onClose: () => void }) {
  const [reason, setReason] = useState(NO_REASON);
  return (
    <AccountCard title={playersTexts.exportTitle(player.name)} hint={playersTexts.exportHint} onClose={onClose}>
      <ul className="grid list-disc gap-1 pl-5 text-small">
        {playersTexts.exportHas.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <Proven>
        {(onProofNeeded) => (
          <Save player={player} reason={reason} onReason={setReason} onProofNeeded={onProofNeeded} onSaved={onClose} />
        )}
      </Proven>
    </AccountCard>
  );
}

function Save({
  player,
  reason,
  onReason,
  onProofNeeded,
  onSaved,
}: {
  player: Player;
  reason: Reason;
  onReason: (reason: Reason) => void;
  onProofNeeded: () => void;
  onSaved: () => void;
}) {
  const isSamePerson = useIsSamePerson();
  const tellLate = useLateFailure(playersTexts.exportTitle(player.name), playersTexts.exportSubmit);
  const save = useWrite<Exported, string>({
    write: (why, key) =>
      call('post', '/api/desk/players/{player}/export', {
        params: { player: player.id },
        body: { reason: why },
        key,
      }),
    onSuccess: ({ document, file_name }) => {
      // The person who works at this device by now has not asked for the data.
      if (!isSamePerson()) return;
      saveFile(new Blob([JSON.stringify(document, null, 2)], { type: 'application/json' }), file_name);
      toast.success(playersTexts.exportDone);
      onSaved();
    },
    onError: (cause) => {
      tellLate(cause);
      if (hasCode(cause, 'proof_needed')) onProofNeeded();
    },
  });
  return (
    <AccountForm
      reason={reason}
      submit={playersTexts.exportSubmit}
      isBusy={save.isPending}
      error={save.error}
      onReason={onReason}
      onSubmit={(why) => save.mutate(why)}
    />
  );
}
