import { useState } from 'react';
import { toast } from '@/lib/toast';
import { call, type Answer } from '@/desk/api/client';
import { useIsSamePerson } from '@/desk/api/me';
import { hasCode } from '@/desk/api/problem';
import { useWrite } from '@/desk/api/use-write';
import { Proven } from '@/desk/passkeys/Proven';
import { AccountCard, AccountForm, NO_REASON, type Reason } from './AccountForm';
import { hasNumber, type Player } from './player';
import { playersTexts } from './texts';
import { useLateFailure } from './use-late-failure';
import { useRereadPlayer } from './use-reread-player';

/** Undoes the erasure of a player, with a reason. */
export function UndoErasurePanel({ player, onClose }: { player: Player; onClose: () => void }) {
  const [reason, setReason] = useState(NO_REASON);
  // A guest has no password, and is signed in nowhere.
  const undone = player.has_account ? playersTexts.undoEraseHint : playersTexts.undoEraseGuestHint;
  const hint = hasNumber(player) ? `${undone} ${playersTexts.isTold}` : undone;
  return (
    <AccountCard title={playersTexts.undoEraseTitle(player.name)} hint={hint} onClose={onClose}>
      <Proven>
        {(onProofNeeded) => (
          <Undo player={player} reason={reason} onReason={setReason} onProofNeeded={onProofNeeded} onDone={onClose} />
        )}
      </Proven>
    </AccountCard>
  );
}

function Undo({
  player,
  reason,
  onReason,
  onProofNeeded,
  onDone,
}: {
  player: Player;
  reason: Reason;
  onReason: (reason: Reason) => void;
  onProofNeeded: () => void;
  onDone: () => void;
}) {
  const reread = useRereadPlayer();
  const isSamePerson = useIsSamePerson();
  const tellLate = useLateFailure(playersTexts.undoEraseTitle(player.name), playersTexts.undoErase);
  const undo = useWrite<Answer<'post', '/api/desk/players/{player}/erasure/undo'>, string>({
    write: (why, key) =>
      call('post', '/api/desk/players/{player}/erasure/undo', {
        params: { player: player.id },
        body: { reason: why },
        key,
      }),
    onSuccess: () => {
      if (isSamePerson()) toast.success(playersTexts.undoEraseDone(player.name));
      onDone();
      void reread();
    },
    onError: (cause) => {
      tellLate(cause);
      if (hasCode(cause, 'proof_needed')) onProofNeeded();
      // Undone by a colleague, or too late.
      if (hasCode(cause, 'erasure_over')) void reread();
    },
  });
  return (
    <AccountForm
      reason={reason}
      submit={playersTexts.undoErase}
      isBusy={undo.isPending}
      error={undo.error}
      onReason={onReason}
      onSubmit={(why) => undo.mutate(why)}
    />
  );
}
