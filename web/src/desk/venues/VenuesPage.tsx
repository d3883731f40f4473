import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { ChevronLeft, Plus } from 'lucide-react';
import { useState } from 'react';
import { failureMessage } from '@/api/failure-message';
import { useOnline } from '@/lib/online';
import { useTitle } from '@/lib/title';
import { useMedia } from '@/lib/use-media';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { LoadFailure } from '@/ui/LoadFailure';
import { Notice } from '@/ui/Notice';
import { Loading, Skeleton } from '@/ui/Skeleton';
import { loadFailureOf } from '@/desk/api/load-failure';
import { may, useMe } from '@/desk/api/me';
import { keepFocus } from '@/desk/lib/keep-focus';
import { paths } from '@/desk/lib/paths';
import { Proven } from '@/desk/passkeys/Proven';
import { changeEdit, changeNewVenueEdit, dropNewVenueEdit, unchangedEdit, useEdits, useNewVenueEdit } from './edits';
import { NewVenueForm } from './NewVenueForm';
import { venuesTexts } from './texts';
import { useOrder } from './use-venue-writes';
import { VenueFacts } from './VenueFacts';
import { VenueForm } from './VenueForm';
import { VenueList } from './VenueList';
import { venuesQuery, type Venue } from './venues';

/** The address of the form of a new venue. */
const NEW = 'new';

/** Venues and courts: the list, and the chosen venue beside it, or in its place on narrow screens. */
export function VenuesPage() {
  useTitle(venuesTexts.title);
  const me = useMe();
  const navigate = useNavigate();
  const online = useOnline();
  const isWide = useMedia('(width >= 64rem)');
  const { venue: chosen } = useParams({ strict: false }) as { venue?: string };
  const query = useQuery(venuesQuery);
  const zone = query.data?.time_zone ?? '';
  const edits = useEdits();
  const added = useNewVenueEdit(zone);
  if (me === undefined) return null;
  const canEdit = may(me, 'setup.edit');
  const venues = query.data?.venues;
  const shown = venues?.find(({ id }) => String(id) === chosen);
  const isNew = chosen === NEW && canEdit;
  const hasPane = chosen !== undefined;
  const open = (venue?: string) => void navigate(paths.venues(venue));
  return (
    <div ref={keepFocus} tabIndex={-1} className="flex min-h-0 min-w-0 flex-1 outline-none">
      {(isWide || !hasPane) && (
        <div className="relative min-h-0 min-w-0 flex-1 overflow-y-auto px-4 pt-4 pb-8 min-[40rem]:px-5 min-[64rem]:w-88 min-[64rem]:flex-none min-[64rem]:border-r min-[64rem]:border-line">
          <Link
            {...paths.setUp()}
            className="-ml-1 flex min-h-11 w-fit items-center gap-1 text-small font-semibold text-quiet hover:text-ink"
          >
            <ChevronLeft aria-hidden="true" className="size-4.5" />
            {venuesTexts.back}
          </Link>
          <h1 className="display mb-4 text-h2">{venuesTexts.title}</h1>
          <div className="grid gap-3">
            {!online && <Notice tone="warn" tight isLive title={venuesTexts.offline} />}
            {query.isError && venues !== undefined && online && (
              <LoadFailure
                title={venuesTexts.stale}
                message={failureMessage(query.error)}
                retryLabel={venuesTexts.retry}
                isBusy={query.isFetching}
                onRetry={() => void query.refetch()}
                strip
              />
            )}
            {list()}
          </div>
        </div>
      )}
      {(isWide || hasPane) && (
        <div className="relative min-h-0 min-w-0 flex-1 overflow-y-auto px-4 pt-4 pb-8 min-[40rem]:px-6">
          {!isWide && (
            <Link
              {...paths.venues()}
              className="-ml-1 flex min-h-11 w-fit items-center gap-1 text-small font-semibold text-quiet hover:text-ink"
            >
              <ChevronLeft aria-hidden="true" className="size-4.5" />
              {venuesTexts.toList}
            </Link>
          )}
          <div className="mx-auto w-full max-w-6xl">{pane()}</div>
        </div>
      )}
    </div>
  );

  /** Shown while the venues load, or after they did not load. */
  function missing() {
    const failure = loadFailureOf(query);
    if (failure === null) {
      return (
        <Loading label={venuesTexts.loading}>
          <Skeleton className="h-20 w-full" />
          <Skeleton className="h-20 w-full" />
        </Loading>
      );
    }
    return (
      <LoadFailure
        title={venuesTexts.failed}
        message={failureMessage(failure)}
        retryLabel={venuesTexts.retry}
        isBusy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }

  function list() {
    if (venues === undefined) return missing();
    return (
      <>
        {venues.length === 0 ? (
          <EmptyState title={venuesTexts.empty} text={canEdit ? venuesTexts.emptyText : venuesTexts.emptyRead} />
        ) : (
          <OrderedList venues={venues} chosen={shown?.id ?? null} canEdit={canEdit} />
        )}
        {canEdit && !isNew && (
          <Button
            variant={hasPane ? 'outline' : 'lime'}
            size="md"
            disabled={!online}
            icon={<Plus aria-hidden="true" className="size-5" />}
            onClick={() => open(NEW)}
          >
            {venuesTexts.add}
          </Button>
        )}
      </>
    );
  }

  function pane() {
    // On narrow screens the list, which has the failure and its button, is not shown.
    if (query.data === undefined || venues === undefined) return isWide ? null : missing();
    if (isNew) {
      return (
        <>
          <h2 className="display mb-4 text-h2">{venuesTexts.newTitle}</h2>
          <Proven>
            {(onProofNeeded) => (
              <NewVenueForm
                edited={added}
                onEdited={(edit) => changeNewVenueEdit(zone, edit)}
                onProofNeeded={onProofNeeded}
                onAdded={(id, isShown) => {
                  dropNewVenueEdit();
                  if (isShown) void navigate({ ...paths.venues(String(id)), replace: true });
                }}
                onClose={() => {
                  dropNewVenueEdit();
                  open();
                }}
              />
            )}
          </Proven>
        </>
      );
    }
    if (shown === undefined) {
      if (venues.length === 0) return null;
      return <EmptyState text={hasPane ? venuesTexts.gone : venuesTexts.choose} />;
    }
    const isOnly = venues.filter((venue) => venue.is_active).length === 1;
    return (
      <>
        <div className="mb-4 flex flex-wrap items-center gap-3">
          <h2 className="display text-h2 wrap-anywhere">{shown.fields.name}</h2>
          {!shown.is_active && (
            <span className="rounded-full bg-raised px-3 py-1 text-small font-bold text-quiet">
              {venuesTexts.retired}
            </span>
          )}
        </div>
        {canEdit ? (
          <Proven around={(form) => <VenueFacts venue={shown}>{form}</VenueFacts>}>
            {(onProofNeeded) => form(shown, isOnly, onProofNeeded)}
          </Proven>
        ) : (
          <VenueFacts venue={shown}>
            <p className="text-quiet">{venuesTexts.readOnly}</p>
          </VenueFacts>
        )}
      </>
    );
  }

  function form(venue: Venue, isOnly: boolean, onProofNeeded: () => void) {
    return (
      <VenueForm
        key={venue.id}
        venue={venue}
        edited={edits.get(venue.id) ?? unchangedEdit(venue)}
        isOnly={isOnly}
        onEdited={(edit) => changeEdit(venue, edit)}
        onProofNeeded={onProofNeeded}
      />
    );
  }
}

function OrderedList({ venues, chosen, canEdit }: { venues: Venue[]; chosen: number | null; canEdit: boolean }) {
  const online = useOnline();
  const [needsProof, setNeedsProof] = useState(false);
  const order = useOrder(() => setNeedsProof(true));
  return (
    <>
      <VenueList
        venues={venues}
        chosen={chosen}
        canOrder={canEdit}
        isBusy={order.isPending || !online}
        onOrder={(next, message) => {
          setNeedsProof(false);
          order.mutate({ venues: next, message });
        }}
      />
      {needsProof && (
        <Proven isOver around={(form) => <div className="rounded-xl border border-line bg-card p-4">{form}</div>}>
          {() => null}
        </Proven>
      )}
    </>
  );
}
