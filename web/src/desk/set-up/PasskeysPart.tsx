import { useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { dateTimeWithYear } from '@/lib/dates';
import { useOnline } from '@/lib/online';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { call } from '@/desk/api/client';
import { meQuery } from '@/desk/api/me';
import { hasCode, isOutcomeUnknown } from '@/desk/api/problem';
import type { components } from '@/desk/api/schema';
import { sessionsQuery } from '@/desk/api/sessions';
import { useWrite } from '@/desk/api/use-write';
import { toastWriteFailure, writeMessage } from '@/desk/api/write-failure';
import { AddPasskey } from '@/desk/enrol/AddPasskey';
import { supportsPasskeys } from '@/desk/passkeys/supports-passkeys';
import { passkeyTexts } from '@/desk/passkeys/texts';
import { devicesTexts } from './device-texts';
import { keysTexts } from './texts';
import { PartStatus } from '@/desk/layout/PartStatus';
import { ProvenForKeys } from '@/desk/passkeys/Proven';
import { closeOnEscape } from '@/desk/lib/close-on-escape';
import { focusOnce } from '@/desk/lib/focus-once';
import { useIsShown } from '@/desk/lib/use-is-shown';

type Passkey = components['schemas']['Passkey'];

const PASSKEYS = ['passkeys'];

/** The person's own passkeys: lists, adds and removes them. */
export function PasskeysPart({ zone }: { zone: string }) {
  const queryClient = useQueryClient();
  const [isAdding, setIsAdding] = useState(false);
  // Kept here, so that a typed name stays while a new proof is requested.
  const [typed, setTyped] = useState<string>();
  const [toRemove, setToRemove] = useState<Passkey | null>(null);
  const query = useQuery({
    queryKey: PASSKEYS,
    queryFn: async ({ signal }) => (await call('get', '/api/desk/me/passkeys', { signal })).passkeys,
    // Tried without a network, too, so that the part can say why it is empty.
    networkMode: 'offlineFirst',
  });
  async function reread() {
    await queryClient.invalidateQueries({ queryKey: PASSKEYS });
    await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
    await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  }
  if (query.data === undefined)
    return (
      <PartStatus
        query={query}
        loading={keysTexts.loading}
        failed={keysTexts.failed}
        retry={keysTexts.retry}
        height="h-14"
      />
    );
  return (
    <>
      {query.data.length === 0 && <p className="text-quiet">{passkeyTexts.none}</p>}
      <ul className="rows">
        {query.data.map((passkey) => (
          <PasskeyRow
            key={passkey.id}
            passkey={passkey}
            zone={zone}
            onRemove={() => {
              setIsAdding(false);
              setToRemove(passkey);
            }}
          />
        ))}
      </ul>
      {toRemove !== null && (
        <ProvenForKeys key={toRemove.id}>
          {(onProofNeeded) => (
            <RemovePasskey
              passkey={toRemove}
              onProofNeeded={onProofNeeded}
              // A question may be ended late, by an answer, while the one about another passkey is open.
              onEnd={() => setToRemove((latest) => (latest?.id === toRemove.id ? null : latest))}
              reread={reread}
            />
          )}
        </ProvenForKeys>
      )}
      {!supportsPasskeys() ? (
        <p className="text-small text-quiet">{passkeyTexts.unsupported}</p>
      ) : isAdding ? (
        <ProvenForKeys>
          {(onProofNeeded) => (
            <AddPasskey
              isOpened
              typed={typed}
              onType={setTyped}
              onProofNeeded={onProofNeeded}
              onAdded={(me) => {
                setIsAdding(false);
                queryClient.setQueryData(meQuery.queryKey, me);
                void reread();
              }}
            />
          )}
        </ProvenForKeys>
      ) : (
        <Button
          variant="outline"
          size="sm"
          className="justify-self-start"
          icon={<KeyRound aria-hidden="true" className="size-4.5" />}
          onClick={() => {
            setToRemove(null);
            setTyped(undefined);
            setIsAdding(true);
          }}
        >
          {passkeyTexts.add}
        </Button>
      )}
    </>
  );
}

function PasskeyRow({ passkey, zone, onRemove }: { passkey: Passkey; zone: string; onRemove: () => void }) {
  const { label, added_at, last_used_at } = passkey;
  const used =
    last_used_at === null ? passkeyTexts.neverUsed : passkeyTexts.lastUsed(dateTimeWithYear(last_used_at, zone));
  return (
    <li className="flex items-center gap-3 py-3">
      <span className="grid size-10 shrink-0 place-items-center rounded-md bg-raised text-quiet">
        <KeyRound aria-hidden="true" className="size-5" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-bold">{label}</span>
        <span className="figures block text-small text-quiet">
          {passkeyTexts.addedAt(dateTimeWithYear(added_at, zone))} · {used}
        </span>
      </span>
      <Button
        variant="ghost"
        size="sm"
        className="-mr-3 shrink-0"
        aria-label={passkeyTexts.removeNamed(label)}
        onClick={onRemove}
      >
        {passkeyTexts.remove}
      </Button>
    </li>
  );
}

function RemovePasskey({
  passkey: { id, label },
  onProofNeeded,
  onEnd,
  reread,
}: {
  passkey: Passkey;
  onProofNeeded: () => void;
  onEnd: () => void;
  reread: () => Promise<void>;
}) {
  const online = useOnline();
  const isShown = useIsShown();
  const remove = useWrite<undefined>({
    write: (_, key) => call('delete', '/api/desk/me/passkeys/{id}', { params: { id }, key }),
    onSuccess: () => {
      toast.success(passkeyTexts.removed(label));
      onEnd();
      return reread();
    },
    onError: (cause) => {
      // It was removed elsewhere meanwhile: nothing is left to ask about.
      const isGone = hasCode(cause, 'not_found');
      if (isGone || !isShown()) toastWriteFailure(cause, keysTexts.notDone);
      else if (hasCode(cause, 'proof_needed')) onProofNeeded();
      if (isGone) onEnd();
      if (isGone || isOutcomeUnknown(cause)) void reread();
    },
  });
  return (
    <div className="grid gap-3">
      {remove.error !== null && (
        <Notice tone="bad" tight isLive>
          {writeMessage(remove.error)}
        </Notice>
      )}
      <p className="font-semibold">{passkeyTexts.removeAsk(label)}</p>
      {!online && <p className="text-small text-warn">{devicesTexts.offline}</p>}
      <div className="flex flex-wrap gap-2">
        <Button
          ref={focusOnce}
          variant="danger"
          size="sm"
          isBusy={remove.isPending}
          disabled={!online}
          onKeyDown={closeOnEscape(onEnd)}
          onClick={() => remove.mutate()}
        >
          {passkeyTexts.remove}
        </Button>
        <Button variant="ghost" size="sm" onKeyDown={closeOnEscape(onEnd)} onClick={onEnd}>
          {passkeyTexts.keep}
        </Button>
      </div>
    </div>
  );
}
