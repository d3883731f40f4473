import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { failureMessage } from '@/api/failure-message';
import { fullDay } from '@/lib/dates';
import { toast } from '@/lib/toast';
import { Avatar } from '@/ui/Avatar';
import { Button } from '@/ui/Button';
import { TextField } from '@/ui/Field';
import { LoadFailure } from '@/ui/LoadFailure';
import { Notice } from '@/ui/Notice';
import { Loading, Skeleton } from '@/ui/Skeleton';
import { call, type Answer } from '@/desk/api/client';
import type { Me } from '@/desk/api/me';
import { hasCode } from '@/desk/api/problem';
import { useExpiredProof } from '@/desk/api/use-expired-proof';
import { useWrite } from '@/desk/api/use-write';
import { PlayerLine } from '@/desk/search/PlayerLine';
import { MOST_CHARACTERS, useFind } from '@/desk/search/use-find';
import { Proven } from '@/desk/passkeys/Proven';
import { AccountCard, AccountForm, NO_REASON, type Reason } from './AccountForm';
import { mergeRefusalText } from './decision-message';
import { mergeQuery, type Merge, type Player } from './player';
import { findTexts } from '@/desk/search/texts';
import { playersTexts } from './texts';
import { useLateFailure } from './use-late-failure';
import { useRereadPlayer } from './use-reread-player';

/** Merges another number of the same player into this account: choose it, see what moves, and give a reason. */
export function MergePanel({
  player,
  venue,
  onClose,
}: {
  player: Player;
  venue: Me['venues'][number];
  onClose: () => void;
}) {
  const [reason, setReason] = useState(NO_REASON);
  const [text, setText] = useState('');
  const [other, setOther] = useState<string | null>(null);
  return (
    <AccountCard title={playersTexts.mergeTitle(player.name)} hint={playersTexts.mergeHint} onClose={onClose}>
      {other === null ? (
        <Choose venue={venue} player={player} text={text} onText={setText} onChosen={setOther} />
      ) : (
        <Proven>
          {(onProofNeeded) => (
            <MergeForm
              player={player}
              other={other}
              reason={reason}
              onReason={setReason}
              onOther={() => setOther(null)}
              onProofNeeded={onProofNeeded}
              onMerged={onClose}
            />
          )}
        </Proven>
      )}
    </AccountCard>
  );
}

function Choose({
  venue,
  player,
  text,
  onText,
  onChosen,
}: {
  venue: Me['venues'][number];
  player: Player;
  text: string;
  onText: (text: string) => void;
  onChosen: (other: string) => void;
}) {
  const search = useFind(venue.id, text);
  const others = (search.found?.players ?? []).filter(({ id }) => id !== player.id);
  return (
    <div className="grid gap-3">
      <TextField
        label={playersTexts.mergeOther}
        hint={playersTexts.hint}
        type="search"
        autoComplete="off"
        maxLength={MOST_CHARACTERS}
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
      {search.failure !== null && (
        <LoadFailure
          strip
          title={playersTexts.listFailed}
          message={failureMessage(search.failure)}
          retryLabel={playersTexts.retry}
          isBusy={search.isFetching}
          onRetry={search.retry}
        />
      )}
      {/* It is there before its text, so that screen readers announce it. */}
      <p role="status" className="text-small text-quiet empty:sr-only">
        {search.isCurrent &&
          [others.length === 0 && playersTexts.mergeNobody, search.found?.more_players === true && findTexts.more]
            .filter(Boolean)
            .join(' ')}
      </p>
      {others.length > 0 && (
        <ul aria-label={playersTexts.hits} className="rows rounded-xl border border-line">
          {others.map((one) => (
            <li key={one.id}>
              <button
                type="button"
                onClick={() => onChosen(one.id)}
                className="flex min-h-14 w-full items-center gap-3 px-4 py-2.5 text-left hover:bg-raised"
              >
                <PlayerLine icon={<Avatar name={one.name} />} player={one} zone={venue.time_zone}>
                  {one.name}
                </PlayerLine>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function MergeForm({
  player,
  other,
  reason,
  onReason,
  onOther,
  onProofNeeded,
  onMerged,
}: {
  player: Player;
  other: string;
  reason: Reason;
  onReason: (reason: Reason) => void;
  onOther: () => void;
  onProofNeeded: () => void;
  onMerged: () => void;
}) {
  const query = useQuery(mergeQuery(player.id, other));
  const reread = useRereadPlayer();
  const tellLate = useLateFailure(playersTexts.mergeTitle(player.name), playersTexts.mergeSubmit);
  useExpiredProof(query.error, mergeQuery(player.id, other).queryKey, onProofNeeded);
  const merge = useWrite<Answer<'post', '/api/desk/players/{player}/merge'>, string>({
    write: (why, key) =>
      call('post', '/api/desk/players/{player}/merge', {
        params: { player: player.id },
        body: { other, reason: why },
        key,
      }),
    onSuccess: ({ games }) => {
      toast.success(playersTexts.mergeDone(games));
      onMerged();
      void reread();
    },
    onError: (cause) => {
      tellLate(cause);
      if (hasCode(cause, 'proof_needed')) onProofNeeded();
      if (hasCode(cause, 'cannot_merge')) void query.refetch();
    },
  });
  const back = (
    <Button variant="outline" size="sm" onClick={onOther} className="justify-self-start">
      {playersTexts.mergeChange}
    </Button>
  );
  const preview = query.data;
  if (preview === undefined) {
    if (query.error === null || hasCode(query.error, 'proof_needed')) {
      return (
        <Loading label={playersTexts.lookLoading}>
          <Skeleton className="h-40 w-full" />
        </Loading>
      );
    }
    return (
      <>
        <LoadFailure
          title={playersTexts.lookFailed}
          message={failureMessage(query.error)}
          retryLabel={playersTexts.retry}
          isBusy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
        {back}
      </>
    );
  }
  return (
    <>
      <AccountComparison merge={preview} />
      {preview.refused === null ? (
        <>
          <MergeWarnings merge={preview} />
          <AccountForm
            reason={reason}
            submit={playersTexts.mergeSubmit}
            danger
            isBusy={merge.isPending}
            error={merge.error}
            onReason={onReason}
            onSubmit={(why) => merge.mutate(why)}
          />
        </>
      ) : (
        <Notice tone="warn" isLive>
          {mergeRefusalText(preview.refused)}
        </Notice>
      )}
      {back}
    </>
  );
}

/** Both accounts beside each other, row by row. */
function AccountComparison({ merge: { kept, gone } }: { merge: Merge }) {
  const rows = [
    [playersTexts.mergeGames, kept.games, gone.games],
    [playersTexts.mergeAhead, kept.games_ahead, gone.games_ahead],
    [playersTexts.missed, kept.missed, gone.missed],
    [playersTexts.mergeBills, kept.bills, gone.bills],
    [playersTexts.mergeCoupons, kept.coupon_uses, gone.coupon_uses],
    [playersTexts.notes, kept.notes, gone.notes],
  ] as const;
  return (
    <table className="figures w-full table-fixed text-small">
      <thead>
        <tr className="border-b border-line align-bottom">
          <td />
          {(
            [
              [playersTexts.mergeStays, kept],
              [playersTexts.mergeGoes, gone],
            ] as const
          ).map(([title, side]) => (
            <th key={title} scope="col" className="pb-2 pl-3 text-left font-normal">
              <span className="block text-tiny text-quiet">{title}</span>
              <span className="block font-bold wrap-anywhere">{side.name}</span>
              <span className="block wrap-anywhere text-quiet">{side.phone ?? playersTexts.noNumber}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([label, here, there]) => (
          <tr key={label} className="border-b border-line last:border-0">
            <th scope="row" className="py-2 text-left font-normal text-quiet">
              {label}
            </th>
            <td className="py-2 pl-3">{here}</td>
            <td className="py-2 pl-3">
              {there}
              {there > 0 && <span className="sr-only"> {playersTexts.mergeMoves}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Says what a merge leads to, such as limits that both accounts reach together. */
function MergeWarnings({ merge: { kept, gone, block, max_open_unpaid, max_no_shows } }: { merge: Merge }) {
  const unpaid = kept.unpaid_ahead + gone.unpaid_ahead;
  const strikes = kept.strikes + gone.strikes;
  const lines = [
    ...(unpaid >= max_open_unpaid ? [playersTexts.clashUnpaid(unpaid, max_open_unpaid)] : []),
    ...(max_no_shows > 0 && strikes >= max_no_shows ? [playersTexts.clashStrikes(strikes)] : []),
    ...(block === null ? [] : [playersTexts.clashBlock(fullDay(block.last_day))]),
  ];
  return (
    <Notice title={playersTexts.clashTitle}>
      <ul className="mt-1 grid gap-1.5">
        <li>{playersTexts.clashLeads(gone.name)}</li>
        {kept.phone !== null && <li className="figures">{playersTexts.clashMessages(kept.phone)}</li>}
        {lines.map((line) => (
          <li key={line} className="text-warn">
            {line}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
