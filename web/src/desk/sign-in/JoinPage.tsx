import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { failureMessage } from '@/api/failure-message';
import { newRetrySecret } from '@/lib/retry-secret';
import { useTitle } from '@/lib/title';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { Spinner } from '@/ui/Spinner';
import { call } from '@/desk/api/client';
import { keepEnrolled } from '@/desk/api/keep';
import { meQuery, type Me } from '@/desk/api/me';
import { hasCode, isOutcomeUnknown } from '@/desk/api/problem';
import { reportSignedIn } from '@/desk/api/signed-in';
import { useWrite } from '@/desk/api/use-write';
import { forgetLinkToken, linkToken } from '@/desk/lib/link-token';
import { rememberLock } from '@/desk/lib/locked-device';
import { paths } from '@/desk/lib/paths';
import { AddApp } from '@/desk/enrol/AddApp';
import { AddPasskey } from '@/desk/enrol/AddPasskey';
import { OutsideLayout } from '@/desk/layout/OutsideLayout';
import { supportsPasskeys } from '@/desk/passkeys/supports-passkeys';
import { passkeyTexts } from '@/desk/passkeys/texts';
import { deskJoinTexts } from './texts';

/**
 * Uses the one-time link that opened the page. The person then adds a passkey or an authenticator app if the server
 * asks for one (`must_enrol`).
 */
export function JoinPage() {
  useTitle(deskJoinTexts.title);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [token] = useState(linkToken);
  const [secret] = useState(newRetrySecret);
  const use = useWrite<Me, string>({
    write: (link, key) => call('post', '/api/desk/links/use', { body: { token: link, retry_secret: secret }, key }),
    onSuccess: (me) => {
      forgetLinkToken();
      rememberLock(null);
      queryClient.setQueryData(meQuery.queryKey, me);
      reportSignedIn(me);
    },
  });
  const begin = useEffectEvent(() => {
    if (token !== null) use.mutate(token);
  });
  useEffect(() => begin(), []);

  // There is no link if a person reloads the page or was sent here to enrol.
  const isUsed = token === null || use.isSuccess;
  const me = useQuery({ ...meQuery, enabled: isUsed });
  const isEnrolled = isUsed && me.data?.must_enrol === false;
  const leave = useEffectEvent(() => navigate({ ...paths.start(), replace: true }));
  useEffect(() => {
    if (isEnrolled) void leave();
  }, [isEnrolled]);

  const failure = use.error ?? (me.data === undefined ? me.error : null);
  if (failure !== null) {
    const needsSignIn = hasCode(failure, 'link_unknown') || hasCode(failure, 'signed_out');
    // Without an answer about the link, no title says that it did not work.
    const title = use.error === null || isOutcomeUnknown(use.error) ? undefined : deskJoinTexts.linkFailed;
    return (
      <OutsideLayout title={deskJoinTexts.title}>
        <div className="grid gap-6">
          <Notice tone="bad" title={title} isLive>
            {failureMessage(failure)}
          </Notice>
          {needsSignIn ? (
            <Button variant="outline" render={<Link {...paths.signIn()} />}>
              {deskJoinTexts.toSignIn}
            </Button>
          ) : (
            <Button
              isBusy={use.isPending || me.isFetching}
              onClick={() => {
                if (isUsed || token === null) void me.refetch();
                else use.mutate(token);
              }}
            >
              {deskJoinTexts.retry}
            </Button>
          )}
        </div>
      </OutsideLayout>
    );
  }
  if (me.data === undefined || isEnrolled) {
    return (
      <OutsideLayout title={deskJoinTexts.title}>
        <Spinner label={deskJoinTexts.using} />
      </OutsideLayout>
    );
  }
  const onAdded = (enrolled: Me) => {
    queryClient.setQueryData(meQuery.queryKey, enrolled);
    keepEnrolled(enrolled);
  };
  const [first = ''] = me.data.staff.name.split(' ');
  return (
    <OutsideLayout title={deskJoinTexts.welcome(first)} subtitle={deskJoinTexts.explain}>
      <div className="grid gap-6">
        {supportsPasskeys() && (
          <>
            <p>{passkeyTexts.text}</p>
            <AddPasskey onAdded={onAdded} />
            <p className="border-t border-line pt-6 font-semibold">{passkeyTexts.orApp}</p>
          </>
        )}
        <AddApp onAdded={onAdded} />
      </div>
    </OutsideLayout>
  );
}
