import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link as RouterLink, useNavigate } from '@tanstack/react-router';
import { ChevronLeft, LogOut, MonitorSmartphone } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { dateTimeText } from '@/lib/dates';
import { chooseTheme, useTheme, type Theme } from '@/lib/theme';
import { useStore } from '@/lib/store';
import { useTitle } from '@/lib/title';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/Button';
import { LanguageSwitch } from '@/ui/LanguageSwitch';
import { PageHeading } from '@/ui/PageHeading';
import { call } from '@/desk/api/client';
import { may, useMe } from '@/desk/api/me';
import { sessionsQuery, type Session } from '@/desk/api/sessions';
import { reportSignedOutHere } from '@/desk/api/signed-out';
import { useWrite } from '@/desk/api/use-write';
import { toastWriteFailure } from '@/desk/api/write-failure';
import { zoneOf } from '@/desk/api/zone-of';
import { keepFocus } from '@/desk/lib/keep-focus';
import { paths } from '@/desk/lib/paths';
import { isPressedAgain } from '@/lib/pressed-again';
import { roleTexts } from '@/desk/lib/role-texts';
import { dropPersonalStores } from '@/desk/lib/personal-store';
import { forgetSession } from '@/desk/api/keep';
import { forgetWritten, writtenStore } from '@/desk/api/written';
import { KeyList } from '@/desk/keys/KeyList';
import { SingleKeysSwitch } from '@/desk/keys/SingleKeysSwitch';
import { shortcutTexts } from '@/desk/keys/texts';
import { passkeyTexts } from '@/desk/passkeys/texts';
import { AppPart, appText } from './AppPart';
import { devicesTexts } from './device-texts';
import { DevicesPart } from './DevicesPart';
import { PartStatus } from '@/desk/layout/PartStatus';
import { PasskeysPart } from './PasskeysPart';
import { PinPart } from './PinPart';
import { keysTexts } from './texts';

const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

/** A person's own ways to sign in and sessions, and the settings of the desk on this device. */
export function KeysPage() {
  useTitle(keysTexts.title);
  const me = useMe();
  if (me === undefined) return null;
  const zone = zoneOf(me, null);
  return (
    <div ref={keepFocus} tabIndex={-1} className="relative min-h-0 flex-1 overflow-y-auto outline-none">
      <div className="gutter mx-auto grid w-full max-w-3xl gap-8 py-8">
        <div>
          <RouterLink
            {...paths.setUp()}
            className="-ml-1 flex min-h-11 w-fit items-center gap-1 text-small font-semibold text-quiet hover:text-ink"
          >
            <ChevronLeft aria-hidden="true" className="size-4.5" />
            {keysTexts.back}
          </RouterLink>
          <PageHeading
            title={keysTexts.title}
            subtitle={`${keysTexts.signedInAs(me.staff.name)} · ${roleTexts[me.staff.role]}`}
            action={<SignOut />}
          />
        </div>
        <Section title={passkeyTexts.title} text={passkeyTexts.text}>
          <PasskeysPart zone={zone} />
        </Section>
        <Section title={keysTexts.app} text={appText(me)}>
          <AppPart />
        </Section>
        <Section title={devicesTexts.pin} text={me.has_pin ? devicesTexts.pinOn : devicesTexts.pinOff}>
          <PinPart />
        </Section>
        {may(me, 'device.pair') && (
          <Section title={devicesTexts.devices} text={devicesTexts.devicesText}>
            <DevicesPart />
          </Section>
        )}
        <Sessions zone={zone} />
        <Appearance />
        <Section title={shortcutTexts.title}>
          <SingleKeysSwitch />
          <details>
            <summary className="flex min-h-11 cursor-pointer items-center text-small font-bold underline underline-offset-4 focus-visible:focus-ring">
              {shortcutTexts.show}
            </summary>
            <KeyList />
          </details>
        </Section>
      </div>
    </div>
  );
}

function Section({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      tabIndex={-1}
      className="rounded-xl border border-line bg-card p-5 outline-none md:p-6"
    >
      <h2 id={id} className="text-lead font-bold">
        {title}
      </h2>
      {text !== undefined && <p className="mt-0.5 text-quiet">{text}</p>}
      <div className="mt-4 grid gap-4">{children}</div>
    </section>
  );
}

function SignOut() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const written = useStore(writtenStore);
  const signOut = useWrite<undefined>({
    write: (_, key) => call('post', '/api/desk/sign-out', { key }),
    onSuccess: async () => {
      // All this does not wait for the sign-in, which may not load.
      forgetSession();
      dropPersonalStores();
      reportSignedOutHere();
      const forgotten = forgetWritten();
      await navigate({ ...paths.signIn(), replace: true });
      queryClient.clear();
      await forgotten;
    },
    onError: (cause) => toastWriteFailure(cause, keysTexts.notDone),
  });
  return (
    <Button
      variant="outline"
      size="sm"
      isBusy={signOut.isPending}
      icon={<LogOut aria-hidden="true" className="size-4.5" />}
      onClick={() => signOut.mutate()}
    >
      {written.length === 0 ? keysTexts.signOut : keysTexts.signOutAndForget(written.length)}
    </Button>
  );
}

function Sessions({ zone }: { zone: string }) {
  const query = useQuery(sessionsQuery);
  return (
    <Section title={keysTexts.sessions}>
      {query.data === undefined ? (
        <PartStatus
          query={query}
          loading={keysTexts.loading}
          failed={keysTexts.failed}
          retry={keysTexts.retry}
          height="h-14"
        />
      ) : (
        <ul className="rows">
          {query.data.map((session) => (
            <SessionRow key={session.id} session={session} zone={zone} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function SessionRow({
  session: { id, current, device, strength, last_seen_at },
  zone,
}: {
  session: Session;
  zone: string;
}) {
  const queryClient = useQueryClient();
  const end = useWrite<undefined>({
    write: (_, key) => call('delete', '/api/desk/me/sessions/{id}', { params: { id }, key }),
    onSuccess: () => toast.success(keysTexts.ended(device)),
    onError: (cause) => toastWriteFailure(cause, keysTexts.notDone),
    // Also after a failure: the session may have ended by itself.
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
  return (
    <Line
      icon={<MonitorSmartphone aria-hidden="true" className="size-5" />}
      title={current ? `${device} · ${keysTexts.here}` : device}
      text={`${keysTexts.strengths[strength]} · ${keysTexts.lastSeen(dateTimeText(last_seen_at, zone))}`}
      action={
        current ? null : (
          <Button
            variant="ghost"
            size="sm"
            className="-mr-3 shrink-0"
            isBusy={end.isPending}
            aria-label={keysTexts.endNamed(device)}
            onClick={(event) => {
              if (!isPressedAgain(event)) end.mutate();
            }}
          >
            {keysTexts.end}
          </Button>
        )
      }
    />
  );
}

function Line({ icon, title, text, action }: { icon: ReactNode; title: string; text: string; action: ReactNode }) {
  return (
    <li className="flex items-center gap-3 py-3">
      <span className="grid size-10 shrink-0 place-items-center rounded-md bg-raised text-quiet">{icon}</span>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-bold">{title}</span>
        <span className="figures block text-small text-quiet">{text}</span>
      </span>
      {action}
    </li>
  );
}

function Appearance() {
  const theme = useTheme();
  return (
    <Section title={keysTexts.look}>
      <LanguageSwitch className="-mx-2" />
      <div role="group" aria-label={keysTexts.theme} className="-mx-2 flex flex-wrap gap-1">
        {THEMES.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === theme}
            onClick={() => chooseTheme(one)}
            className="min-h-11 rounded-full px-3 text-small font-semibold text-quiet hover:bg-raised hover:text-ink aria-pressed:bg-solid aria-pressed:text-on-solid"
          >
            {keysTexts.themes[one]}
          </button>
        ))}
      </div>
    </Section>
  );
}
