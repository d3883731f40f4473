import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { dateTimeWithYear } from '@/lib/dates';
import { useOnline } from '@/lib/online';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/Button';
import { controlClass, TextField } from '@/ui/Field';
import { Notice } from '@/ui/Notice';
import { call } from '@/desk/api/client';
import { meQuery, activeVenues, allVenuesOf, useMe, type Me } from '@/desk/api/me';
import { hasCode } from '@/desk/api/problem';
import type { components } from '@/desk/api/schema';
import { sessionsQuery } from '@/desk/api/sessions';
import { useExpiredProof } from '@/desk/api/use-expired-proof';
import { useWrite } from '@/desk/api/use-write';
import { toastWriteFailure, writeMessage } from '@/desk/api/write-failure';
import { zoneOf } from '@/desk/api/zone-of';
import { isWrongLength, LABEL_LENGTH } from '@/desk/lib/label-length';
import { rememberPaired } from '@/desk/lib/paired-device';
import { isPressedAgain } from '@/lib/pressed-again';
import { useIsShown } from '@/desk/lib/use-is-shown';
import { devicesTexts } from './device-texts';
import { noVenueText } from '@/desk/layout/missing-venue';
import { PartStatus } from '@/desk/layout/PartStatus';
import { Proven } from '@/desk/passkeys/Proven';
import { keysTexts } from './texts';

type Device = components['schemas']['Device'];

const DEVICES = ['devices'];

/** The paired devices of the person's venues: lists, pairs and unpairs them, after a proof by a passkey or a code. */
export function DevicesPart() {
  const [isOpen, setIsOpen] = useState(false);
  // Kept here, so that what is entered stays while a new proof is requested.
  const [entered, setEntered] = useState<Entered>({ label: '', venue: undefined });
  if (!isOpen) {
    return (
      <Button variant="outline" size="sm" className="justify-self-start" onClick={() => setIsOpen(true)}>
        {devicesTexts.manage}
      </Button>
    );
  }
  const onEnter = (changes: Partial<Entered>) => setEntered((before) => ({ ...before, ...changes }));
  return (
    <Proven>{(onProofNeeded) => <Devices entered={entered} onEnter={onEnter} onProofNeeded={onProofNeeded} />}</Proven>
  );
}

/** Returns a call that reads the person, the paired devices and the sessions again. */
function useReread() {
  const queryClient = useQueryClient();
  return async () => {
    await queryClient.invalidateQueries({ queryKey: DEVICES });
    await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
    await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  };
}

/** What is entered for this device. */
interface Entered {
  /** The name. */
  label: string;
  /** The venue; undefined until one is chosen. */
  venue: number | undefined;
}

interface PairFormProps {
  entered: Entered;
  onEnter: (changes: Partial<Entered>) => void;
}

function Devices({ onProofNeeded, ...form }: PairFormProps & { onProofNeeded: () => void }) {
  const me = useMe();
  const query = useQuery({
    queryKey: DEVICES,
    queryFn: async ({ signal }) => (await call('get', '/api/desk/devices', { signal })).devices,
    // Requested without a network, too: the request fails instead of waiting.
    networkMode: 'offlineFirst',
    staleTime: 0,
  });
  useExpiredProof(query.error, DEVICES, onProofNeeded);
  if (me === undefined) return null;
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
      {query.data.length === 0 && <p className="text-quiet">{devicesTexts.none}</p>}
      <ul className="rows">
        {query.data.map((device) => (
          <DeviceRow key={device.id} device={device} me={me} />
        ))}
      </ul>
      {me.device === null && <PairForm me={me} {...form} />}
    </>
  );
}

function DeviceRow({
  device: { id, label, venue, paired_by, paired_at, last_seen_at, current },
  me,
}: {
  device: Device;
  me: Me;
}) {
  const online = useOnline();
  const reread = useReread();
  const place = allVenuesOf(me).find((one) => one.id === venue);
  const zone = zoneOf(me, venue);
  const unpair = useWrite<undefined>({
    write: (_, key) => call('delete', '/api/desk/devices/{id}', { params: { id }, key }),
    onSuccess: () => {
      if (current) rememberPaired(false);
      // The server ends all sessions on the device but that of the person who unpairs it there.
      toast.success(current ? devicesTexts.unpairedHere(label) : devicesTexts.unpaired(label));
    },
    onError: (cause) => toastWriteFailure(cause, keysTexts.notDone),
    onSettled: reread,
  });
  return (
    <li className="flex items-center gap-3 py-3">
      <span className="min-w-0 flex-1">
        <span className="block font-bold">
          {[label, place?.name, current ? devicesTexts.here : undefined].filter(Boolean).join(' · ')}
        </span>
        <span className="figures block text-small text-quiet">
          {`${devicesTexts.lastSeen(dateTimeWithYear(last_seen_at, zone))} · ${devicesTexts.pairedBy(paired_by ?? '–', dateTimeWithYear(paired_at, zone))}`}
        </span>
      </span>
      <Button
        variant="ghost"
        size="sm"
        className="-mr-3 shrink-0"
        isBusy={unpair.isPending}
        disabled={!online}
        aria-label={devicesTexts.unpairNamed(label)}
        onClick={(event) => {
          if (!isPressedAgain(event)) unpair.mutate();
        }}
      >
        {devicesTexts.unpair}
      </Button>
    </li>
  );
}

/** Pairs this device. A failure after the form was left is shown as a toast. */
function PairForm({ me, entered, onEnter }: PairFormProps & { me: Me }) {
  const online = useOnline();
  const reread = useReread();
  // A retired venue may have no board, and so nothing for a device to show.
  const venues = activeVenues(me);
  const venue = (venues.find(({ id }) => id === entered.venue) ?? venues[0])?.id;
  const [wasTried, setWasTried] = useState(false);
  const text = entered.label.trim();
  const isShown = useIsShown();
  const isWrong = isWrongLength(text);
  const pair = useWrite<{ id: string }, { label: string; venue: number }>({
    write: (body, key) =>
      call('post', '/api/desk/venues/{venue}/devices', {
        params: { venue: body.venue },
        body: { label: body.label },
        key,
      }),
    onSuccess: (_, body) => {
      rememberPaired(true);
      toast.success(devicesTexts.paired(body.label));
    },
    onError: (cause) => {
      if (!isShown()) toastWriteFailure(cause, keysTexts.notDone);
    },
    onSettled: reread,
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    setWasTried(true);
    if (online && !isWrong && venue !== undefined) pair.mutate({ label: text, venue });
  }
  if (venue === undefined) return <p className="text-quiet">{noVenueText(me, devicesTexts.noVenue)}</p>;
  return (
    <form noValidate onSubmit={submit} className="grid max-w-sm gap-3">
      {pair.error !== null && !hasCode(pair.error, 'proof_needed') && (
        <Notice tone="bad" tight isLive>
          {writeMessage(pair.error)}
        </Notice>
      )}
      <TextField
        label={devicesTexts.label}
        hint={devicesTexts.labelHint}
        error={wasTried && isWrong ? devicesTexts.labelWrong : undefined}
        autoComplete="off"
        maxLength={LABEL_LENGTH.most}
        value={entered.label}
        onChange={(event) => onEnter({ label: event.target.value })}
      />
      {venues.length > 1 && (
        <label className="grid gap-1.5 text-small font-semibold">
          {devicesTexts.venue}
          <select
            value={venue}
            onChange={(event) => onEnter({ venue: Number(event.target.value) })}
            className={controlClass(undefined)}
          >
            {venues.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      {!online && <p className="text-small text-warn">{devicesTexts.offline}</p>}
      <Button type="submit" variant="deep" size="sm" isBusy={pair.isPending} disabled={!online}>
        {devicesTexts.pairHere}
      </Button>
    </form>
  );
}
