import { useQuery } from '@tanstack/react-query';
import { Link as RouterLink } from '@tanstack/react-router';
import { ChevronLeft, UserPlus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useOnline } from '@/lib/online';
import { useTitle } from '@/lib/title';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/Button';
import { LoadFailure } from '@/ui/LoadFailure';
import { PageHeading } from '@/ui/PageHeading';
import { Loading, Skeleton } from '@/ui/Skeleton';
import { useMe } from '@/desk/api/me';
import { useExpiredProof } from '@/desk/api/use-expired-proof';
import { zoneOf } from '@/desk/api/zone-of';
import { keepFocus } from '@/desk/lib/keep-focus';
import { paths } from '@/desk/lib/paths';
import { useIsShown } from '@/desk/lib/use-is-shown';
import { Proven } from '@/desk/passkeys/Proven';
import { MemberRow } from './MemberRow';
import { NewLink } from './NewLink';
import { newDraft, useDraft } from './draft';
import { staffFailure, staffQuery } from './staff';
import type { ShownLink, StaffProps } from './staff-props';
import { StaffForm } from './StaffForm';
import { staffTexts } from './texts';

/** Manages the staff of the desks. */
export function StaffPage() {
  useTitle(staffTexts.title);
  const me = useMe();
  const [draft, setDraft] = useDraft();
  // Kept here, so that a link that is shown once stays after the proof has expired.
  const [shown, setShown] = useState<ShownLink | null>(null);
  const isShown = useIsShown();
  function showLink(made: ShownLink) {
    if (isShown()) setShown(made);
    else toast.forAnyone('warning', staffTexts.linkNotShown(made.name));
  }
  if (me === undefined) return null;
  return (
    <div ref={keepFocus} tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto outline-none">
      <div className="gutter mx-auto grid w-full max-w-3xl gap-6 py-8">
        <div>
          <RouterLink
            {...paths.setUp()}
            className="-ml-1 flex min-h-11 w-fit items-center gap-1 text-small font-semibold text-quiet hover:text-ink"
          >
            <ChevronLeft aria-hidden="true" className="size-4.5" />
            {staffTexts.back}
          </RouterLink>
          <PageHeading title={staffTexts.title} subtitle={staffTexts.text} />
        </div>
        {shown !== null && (
          <NewLink shown={shown} business={me.business.name} zone={zoneOf(me, null)} onDone={() => setShown(null)} />
        )}
        <Proven>
          {(onProofNeeded) => (
            <Staff me={me} draft={draft} onDraft={setDraft} onLink={showLink} onProofNeeded={onProofNeeded} />
          )}
        </Proven>
      </div>
    </div>
  );
}

function Staff({ me, draft: kept, onDraft, onLink, onProofNeeded }: StaffProps) {
  const online = useOnline();
  const query = useQuery(staffQuery);
  useExpiredProof(query.error, staffQuery.queryKey, onProofNeeded);
  // A draft of a member who is not in the list any more is not shown.
  const isGone = query.data !== undefined && query.data.every(({ id }) => id !== kept?.id);
  const draft = kept !== null && kept.id !== null && isGone ? null : kept;
  const adder = useRef<HTMLButtonElement>(null);
  const hadDraft = useRef(draft !== null);
  useEffect(() => {
    if (hadDraft.current && draft === null) adder.current?.focus({ preventScroll: true });
    hadDraft.current = draft !== null;
  }, [draft]);
  const offline = !online && <p className="text-small text-warn">{staffTexts.offline}</p>;
  if (query.data === undefined) {
    return query.error === null ? (
      <>
        {offline}
        <Loading label={staffTexts.loading}>
          <Skeleton className="h-40 w-full" />
        </Loading>
      </>
    ) : (
      <LoadFailure
        title={staffTexts.failed}
        message={staffFailure(query.error)}
        retryLabel={staffTexts.retry}
        isBusy={query.isFetching}
        onRetry={() => void query.refetch()}
        strip
      />
    );
  }
  const form = draft !== null && (
    <StaffForm
      key={draft.id ?? 'new'}
      me={me}
      draft={draft}
      onDraft={onDraft}
      onLink={onLink}
      onProofNeeded={onProofNeeded}
    />
  );
  return (
    <>
      {draft?.id === null
        ? form
        : draft === null && (
            <Button
              ref={adder}
              variant="deep"
              size="md"
              className="justify-self-start"
              disabled={!online}
              icon={<UserPlus aria-hidden="true" className="size-5" />}
              onClick={() => onDraft(newDraft(me))}
            >
              {staffTexts.add}
            </Button>
          )}
      {offline}
      <ul className="rows rounded-xl border border-line bg-card px-5">
        {query.data.map((member) =>
          member.id === draft?.id ? (
            <li key={member.id} className="py-5">
              {form}
            </li>
          ) : (
            <MemberRow
              key={member.id}
              me={me}
              member={member}
              isFormOpen={draft !== null}
              onDraft={onDraft}
              onLink={onLink}
              onProofNeeded={onProofNeeded}
            />
          ),
        )}
      </ul>
    </>
  );
}
