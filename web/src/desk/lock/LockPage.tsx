import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Navigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { failureMessage } from '@/api/failure-message';
import { useTitle } from '@/lib/title';
import { Avatar } from '@/ui/Avatar';
import { Button } from '@/ui/Button';
import { LoadFailure } from '@/ui/LoadFailure';
import { Spinner } from '@/ui/Spinner';
import { call } from '@/desk/api/client';
import { loadFailureOf } from '@/desk/api/load-failure';
import { hasCode } from '@/desk/api/problem';
import type { components } from '@/desk/api/schema';
import { focusOnce } from '@/desk/lib/focus-once';
import { rememberPaired } from '@/desk/lib/paired-device';
import { paths } from '@/desk/lib/paths';
import { OutsideLayout } from '@/desk/layout/OutsideLayout';
import { sendUnansweredLock, takeHandedOverBy } from '@/desk/api/lock-device';
import { PinPad } from './PinPad';
import { lockTexts } from './texts';

type Person = components['schemas']['PersonAtDevice'];

/** Asks who unlocks this paired device and for their PIN, and leads back to the screen where the device was. */
export function LockPage() {
  useTitle(lockTexts.title);
  const { to = '/' } = useSearch({ from: '/lock' });
  const query = useQuery({
    queryKey: ['lock'],
    queryFn: ({ signal }) => call('get', '/api/desk/lock', { signal }),
    staleTime: 0,
    // Tried without a network, too, so that the page can say why no person is listed.
    networkMode: 'offlineFirst',
    retry: (count, cause) => !hasCode(cause, 'not_paired') && count < 1,
  });
  const queryClient = useQueryClient();
  // Removes answers to the last requests of the previous screen that came after its data were removed.
  useEffect(() => {
    queryClient.removeQueries({ predicate: ({ queryKey: [first] }) => first !== 'lock' });
  }, [queryClient]);
  useEffect(() => sendUnansweredLock(), []);
  const [leaving] = useState(takeHandedOverBy);
  // The chosen person; undefined until one was chosen, null after the choice was undone.
  const [chosen, setChosen] = useState<Person | null>();
  const isUnpaired = hasCode(query.error, 'not_paired');
  useEffect(() => {
    if (isUnpaired) rememberPaired(false);
  }, [isUnpaired]);

  if (isUnpaired) return <Navigate {...paths.signIn({ to })} replace />;
  const device = query.data;
  const failure = loadFailureOf(query);
  const byCode = (
    <Button variant="ghost" size="sm" render={<Link {...paths.signIn({ to })} />} className="-ml-4 justify-self-start">
      {lockTexts.byCode}
    </Button>
  );
  if (device === undefined) {
    return (
      <OutsideLayout title={lockTexts.title}>
        {failure === null ? (
          <Spinner label={lockTexts.title} />
        ) : (
          <div className="grid gap-6">
            <LoadFailure
              title={lockTexts.failed}
              message={failureMessage(failure)}
              retryLabel={lockTexts.retry}
              isBusy={query.isFetching}
              onRetry={() => void query.refetch()}
            />
            {byCode}
          </div>
        )}
      </OutsideLayout>
    );
  }
  const person = chosen === undefined ? nextPerson(device.people, leaving) : chosen;
  const place = `${device.venue} · ${device.label}`;
  if (person !== null) {
    return (
      <OutsideLayout title={person.name} subtitle={place}>
        <PinPad key={person.id} person={person} to={to} onOther={() => setChosen(null)} />
        <div className="mt-4">{byCode}</div>
      </OutsideLayout>
    );
  }
  return (
    <OutsideLayout title={device.people.length === 0 ? lockTexts.title : lockTexts.who} subtitle={place}>
      <div className="grid gap-6">
        {device.people.length === 0 ? (
          <p>{lockTexts.nobody}</p>
        ) : (
          <ul className="grid gap-2.5 min-[30rem]:grid-cols-3">
            {device.people.map((one, index) => (
              <li key={one.id}>
                <button
                  ref={index === 0 ? focusOnce : undefined}
                  type="button"
                  onClick={() => setChosen(one)}
                  className="flex h-full min-h-14 w-full items-center gap-3 rounded-lg border border-line bg-card p-3 text-left font-bold hover:border-edge min-[30rem]:min-h-32 min-[30rem]:flex-col min-[30rem]:justify-center min-[30rem]:text-center"
                >
                  <Avatar name={one.name} size="md" />
                  <span className="min-w-0 break-words">{one.name}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
        {byCode}
      </div>
    </OutsideLayout>
  );
}

/** The person who takes over after `leaving`, if only one other person can. */
function nextPerson(people: readonly Person[], leaving: string | null): Person | null {
  const [next, ...more] = people.filter(({ id }) => id !== leaving);
  return leaving === null || next === undefined || more.length > 0 ? null : next;
}
