import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, Lock, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { failureMessage } from '@/api/failure-message';
import { dayIn, fullDay } from '@/lib/dates';
import { rupees } from '@/lib/money';
import { toast } from '@/lib/toast';
import { LoadFailure } from '@/ui/LoadFailure';
import { Notice } from '@/ui/Notice';
import { Loading, Skeleton } from '@/ui/Skeleton';
import { call, type Answer } from '@/desk/api/client';
import { hasCode } from '@/desk/api/problem';
import { useExpiredProof } from '@/desk/api/use-expired-proof';
import { useWrite } from '@/desk/api/use-write';
import { Proven } from '@/desk/passkeys/Proven';
import { AccountCard, AccountForm, NO_REASON, type Reason } from './AccountForm';
import { erasureQuery, hasNumber, type Erasure, type Player } from './player';
import { playersTexts } from './texts';
import { useLateFailure } from './use-late-failure';
import { useRereadPlayer } from './use-reread-player';

/**
 * Shows what is erased of a player, what stays and what has to be done first, and erases the player with a reason.
 */
export function ErasePanel({ player, zone, onClose }: { player: Player; zone: string; onClose: () => void }) {
  const [reason, setReason] = useState(NO_REASON);
  const day = (at: string) => fullDay(dayIn(zone, new Date(at)));
  return (
    <AccountCard title={playersTexts.eraseTitle(player.name)} hint={playersTexts.eraseHint} onClose={onClose}>
      <Proven>
        {(onProofNeeded) => (
          <ErasureForm
            player={player}
            day={day}
            reason={reason}
            onReason={setReason}
            onProofNeeded={onProofNeeded}
            onErased={onClose}
          />
        )}
      </Proven>
    </AccountCard>
  );
}

function ErasureForm({
  player,
  day,
  reason,
  onReason,
  onProofNeeded,
  onErased,
}: {
  player: Player;
  /** The venue's day of an instant. */
  day: (at: string) => string;
  reason: Reason;
  onReason: (reason: Reason) => void;
  onProofNeeded: () => void;
  onErased: () => void;
}) {
  const queryClient = useQueryClient();
  const query = useQuery(erasureQuery(player.id));
  const reread = useRereadPlayer();
  const tellLate = useLateFailure(playersTexts.eraseTitle(player.name), playersTexts.eraseSubmit);
  useExpiredProof(query.error, erasureQuery(player.id).queryKey, onProofNeeded);
  const erase = useWrite<Answer<'post', '/api/desk/players/{player}/erasure'>, string>({
    write: (why, key) =>
      call('post', '/api/desk/players/{player}/erasure', { params: { player: player.id }, body: { reason: why }, key }),
    onSuccess: ({ erase_at }) => {
      const done = playersTexts.eraseDone(day(erase_at));
      toast.success(hasNumber(player) ? `${done} ${playersTexts.isTold}` : done);
      onErased();
      // The player cannot be erased again, so the server would refuse to read this preview again.
      queryClient.removeQueries({ queryKey: erasureQuery(player.id).queryKey });
      void reread();
    },
    onError: (cause) => {
      tellLate(cause);
      if (hasCode(cause, 'proof_needed')) onProofNeeded();
      // Something was booked or asked for meanwhile: the list below says what.
      if (hasCode(cause, 'player_tied')) void query.refetch();
      if (hasCode(cause, 'player_erased')) void reread();
    },
  });
  const erasure = query.data;
  if (erasure === undefined) {
    if (query.error === null || hasCode(query.error, 'proof_needed')) {
      return (
        <Loading label={playersTexts.lookLoading}>
          <Skeleton className="h-40 w-full" />
        </Loading>
      );
    }
    return (
      <LoadFailure
        title={playersTexts.lookFailed}
        message={failureMessage(query.error)}
        retryLabel={playersTexts.retry}
        isBusy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }
  return (
    <>
      <ErasureSummary
        erasure={erasure}
        day={day(erasure.erase_at)}
        hasStrikes={player.strikes > 0}
        isBlocked={player.block !== null}
      />
      {erasure.ties.length > 0 ? (
        <Notice tone="warn" title={playersTexts.notYet} isLive>
          <ul className="mt-1 grid gap-1.5">
            {erasure.ties.map(({ kind, count, amount_paise }) => (
              <li key={kind}>{playersTexts.tie[kind](count, rupees(amount_paise / 100))}</li>
            ))}
          </ul>
        </Notice>
      ) : (
        <AccountForm
          reason={reason}
          submit={playersTexts.eraseSubmit}
          danger
          isBusy={erase.isPending}
          error={erase.error}
          onReason={onReason}
          onSubmit={(why) => erase.mutate(why)}
        />
      )}
    </>
  );
}

function ErasureSummary({
  erasure,
  day,
  hasStrikes,
  isBlocked,
}: {
  erasure: Erasure;
  /** The day on which the data are erased. */
  day: string;
  hasStrikes: boolean;
  isBlocked: boolean;
}) {
  const { numbers, sessions, notes, messages, games, bills, as_name, has_picture } = erasure;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SummaryList
        title={playersTexts.goesNow}
        icon={<Lock aria-hidden="true" className="mt-0.5 size-4 shrink-0" />}
        className="sm:col-span-2"
      >
        {[
          playersTexts.goesNowLock,
          playersTexts.goesSessions(sessions),
          // A guest without a number gets no message.
          ...(numbers > 0 ? [playersTexts.goesNowTold] : []),
        ]}
      </SummaryList>
      <SummaryList
        title={playersTexts.goes(day)}
        icon={<X aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warn" />}
      >
        {[
          numbers > 0 ? playersTexts.goesPerson(numbers) : playersTexts.goesName,
          ...(has_picture ? [playersTexts.goesPicture] : []),
          playersTexts.goesWords(notes, messages),
        ]}
      </SummaryList>
      <SummaryList title={playersTexts.stays} icon={<Check aria-hidden="true" className="mt-0.5 size-4 shrink-0" />}>
        {[
          playersTexts.staysGames(games, as_name),
          playersTexts.staysBills(bills),
          playersTexts.staysReceipts,
          playersTexts.staysDays,
          // They are kept under the number.
          ...(hasStrikes && numbers > 0 ? [playersTexts.staysStrikes] : []),
          ...(isBlocked ? [playersTexts.staysBlock] : []),
          playersTexts.staysBackups,
        ]}
      </SummaryList>
    </div>
  );
}

function SummaryList({
  title,
  icon,
  className = '',
  children,
}: {
  title: string;
  icon: ReactNode;
  className?: string;
  children: readonly string[];
}) {
  return (
    <div className={`grid content-start gap-2 ${className}`}>
      <h5 className="text-small font-bold">{title}</h5>
      <ul className="grid gap-1.5 text-small">
        {children.map((line) => (
          <li key={line} className="flex gap-2">
            {icon}
            <span className="figures min-w-0 wrap-anywhere">{line}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
