import { useEffect, type RefObject } from 'react';
import type { FoundPlayer } from '@/desk/api/players';
import { hasCode } from '@/desk/api/problem';
import { ApprovalFields, useApprovalWay } from '@/desk/approve/ApprovalFields';
import { isApprovalRefusal, useApproval, type Approval } from '@/desk/approve/use-approval';
import { standingTexts } from './texts';
import { TrustLine } from './TrustLine';

/** Reads the approval for the next booking; undefined if none is needed, 'incomplete' if something is missing. */
export type ReadApproval = () => Approval | undefined | 'incomplete';

/**
 * Part of the form of a new booking: how well the player is known, and the approval of a colleague for a blocked
 * player.
 */
export function BookTrust({
  venue,
  player,
  cause,
  read,
}: {
  venue: number;
  player: FoundPlayer;
  /** The refusal of the last attempt to book for this player; null if there is none. */
  cause: Error | null;
  /** Set to the function that reads the approval. */
  read: RefObject<ReadApproval | null>;
}) {
  const approval = useApproval({ venue, permission: 'player.block', amount_paise: 0 });
  const way = useApprovalWay(approval);
  const { onRefused } = approval;
  useEffect(() => {
    if (cause !== null && (hasCode(cause, 'approval_needed') || isApprovalRefusal(cause))) onRefused(cause);
    // Each refusal is handled once.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `onRefused` is new at each render and does the same
  }, [cause]);
  useEffect(() => {
    read.current = () => approval.read(way);
    return () => {
      read.current = null;
    };
  });
  return (
    <div className="mt-3 grid gap-3">
      <TrustLine player={player} />
      {approval.isNeeded && (
        <ApprovalFields
          form={approval}
          what={standingTexts.bookAllTheSame(player.name)}
          onClose={() => approval.clear()}
        />
      )}
    </div>
  );
}
