import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import type { Dispatch, SetStateAction } from 'react';
import { failureMessage } from '@/api/failure-message';
import { useOnline } from '@/lib/online';
import { useTitle } from '@/lib/title';
import { EmptyScreen } from '@/ui/EmptyScreen';
import { LoadFailure } from '@/ui/LoadFailure';
import { Notice } from '@/ui/Notice';
import { PageHeading } from '@/ui/PageHeading';
import { Loading, Skeleton } from '@/ui/Skeleton';
import { loadFailureOf } from '@/desk/api/load-failure';
import { may, useIsSamePerson, useMe, type Me } from '@/desk/api/me';
import { useExpiredProof } from '@/desk/api/use-expired-proof';
import { keepFocus } from '@/desk/lib/keep-focus';
import { paths } from '@/desk/lib/paths';
import { useIsShown } from '@/desk/lib/use-is-shown';
import { Proven } from '@/desk/passkeys/Proven';
import { brandQuery, textsQuery, type BrandSettings } from './brand';
import { BrandForm } from './BrandForm';
import { changedFields, isForm, partOf, rebaseFields, typedOf, type Field, type Part, type TypedFields } from './draft';
import { useDraft, useTypedText, type Draft, type TypedText } from './edits';
import { MessageTexts } from './MessageTexts';
import { PartList } from './PartList';
import { Preview } from './Preview';
import { brandTexts } from './texts';

/** The operator's brand in parts, with the player's home page beside it as it would look. */
export function BrandPage() {
  useTitle(brandTexts.title);
  const me = useMe();
  const { part } = useParams({ strict: false }) as { part?: string };
  const [draft, setDraft] = useDraft();
  const [typedText, setTypedText] = useTypedText();
  if (me === undefined) return null;
  if (!may(me, 'setup.read')) return <EmptyScreen text={brandTexts.notAllowed} />;
  const shown = partOf(part);
  return (
    <div ref={keepFocus} tabIndex={-1} className="relative min-h-0 flex-1 overflow-y-auto outline-none">
      <div className="gutter mx-auto grid w-full max-w-3xl gap-6 py-8 lg:max-w-6xl">
        <div>
          <Link
            {...(shown === undefined ? paths.setUp() : paths.brand())}
            className="-ml-1 flex min-h-11 w-fit items-center gap-1 text-small font-semibold text-quiet hover:text-ink"
          >
            <ChevronLeft aria-hidden="true" className="size-4.5" />
            {shown === undefined ? brandTexts.back : brandTexts.all}
          </Link>
          <PageHeading
            title={shown === undefined ? brandTexts.title : brandTexts.parts[shown]}
            subtitle={shown === undefined ? brandTexts.text : brandTexts.partTexts[shown]}
          />
        </div>
        <Proven>
          {(onProofNeeded) => (
            <Brand
              me={me}
              part={shown}
              draft={draft}
              onDraft={setDraft}
              typedText={typedText}
              onTypedText={setTypedText}
              onProofNeeded={onProofNeeded}
            />
          )}
        </Proven>
      </div>
    </div>
  );
}

function Brand({
  me,
  part,
  draft,
  onDraft,
  typedText,
  onTypedText,
  onProofNeeded,
}: {
  me: Me;
  part: Part | undefined;
  draft: Draft | null;
  onDraft: Dispatch<SetStateAction<Draft | null>>;
  typedText: TypedText | null;
  onTypedText: Dispatch<SetStateAction<TypedText | null>>;
  onProofNeeded: () => void;
}) {
  const online = useOnline();
  const isShown = useIsShown();
  const isSamePerson = useIsSamePerson();
  const query = useQuery(brandQuery);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const isProofOver = useExpiredProof(query.error, brandQuery.queryKey, onProofNeeded);
  // The version that was read when the typing began: the server refuses to overwrite a later change by another
  // person.
  const settings = draft?.seen ?? query.data;
  if (settings === undefined) {
    const failure = loadFailureOf(query);
    return failure === null ? (
      <Loading label={brandTexts.loading}>
        <Skeleton className="h-64 w-full" />
      </Loading>
    ) : (
      <LoadFailure
        title={brandTexts.failed}
        message={failureMessage(failure)}
        retryLabel={brandTexts.retry}
        isBusy={query.isFetching}
        onRetry={() => void query.refetch()}
        strip
      />
    );
  }
  const before = typedOf(settings.brand, settings.version);
  const typed = draft?.typed ?? before;
  const mayEdit = may(me, 'setup.edit');
  // The messages to players have a form of their own.
  const hasFields = part === undefined || isForm(part);

  function edit(changes: Partial<TypedFields>) {
    if (settings === undefined) return;
    const next = { ...typed, ...changes };
    // Compared as typed: a space at the end is the start of the next word.
    const isUnchanged = Object.entries(next).every(([field, value]) => value === before[field as Field]);
    onDraft(isUnchanged ? null : { seen: settings, typed: next });
  }
  /** Ends the draft; what was typed while it was saved stays unsaved, on top of it. */
  function keepTypedSince(saved: BrandSettings, sent: TypedFields) {
    onDraft((latest) => {
      const now = typedOf(saved.brand, saved.version);
      // After the page was left, a draft that is not the one that was sent may be another person's. It keeps the version that
      // its writer has seen.
      if (!isShown()) return latest !== null && changedFields(latest.typed, sent).length === 0 ? null : latest;
      // Without a draft, the fields were put back meanwhile to what they were before.
      const over = rebaseFields(latest?.typed ?? before, sent, now);
      return changedFields(over, now).length === 0 ? null : { seen: saved, typed: over };
    });
  }
  /** Reads the brand again and puts the unsaved changes on top of it. */
  async function rebase() {
    // A change of a text names the version of the brand, too.
    void queryClient.invalidateQueries({ queryKey: textsQuery.queryKey });
    const now = await queryClient.fetchQuery({ ...brandQuery, staleTime: 0 }).catch(() => null);
    // After the page was left, the draft may be another person's, who has not seen this version.
    if (now === null || !isSamePerson()) return;
    const next = typedOf(now.brand, now.version);
    // The newest draft: the person may type while the brand is read.
    onDraft((latest) => {
      if (latest === null) return null;
      const over = rebaseFields(latest.typed, typedOf(latest.seen.brand, latest.seen.version), next);
      return changedFields(over, next).length === 0 ? null : { seen: now, typed: over };
    });
  }

  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_21rem]">
      <div className="grid min-w-0 gap-5">
        {!mayEdit && hasFields && <Notice tight>{brandTexts.readOnly}</Notice>}
        {!online && <Notice tone="warn" tight isLive title={brandTexts.offline} />}
        {query.isError && online && !isProofOver && (
          <LoadFailure
            title={brandTexts.stale}
            message={failureMessage(query.error)}
            retryLabel={brandTexts.retry}
            isBusy={query.isFetching}
            onRetry={() => void rebase()}
            strip
          />
        )}
        {mayEdit && hasFields && settings.version === 0 && (
          <Notice title={brandTexts.first} tight>
            {brandTexts.firstText}
          </Notice>
        )}
        {mayEdit && hasFields && settings.version > 0 && !settings.is_managed_here && (
          <Notice tone="warn" title={brandTexts.ofFile} tight>
            {brandTexts.ofFileText}
          </Notice>
        )}
        {part === 'messages' && (
          <MessageTexts
            name={settings.brand.name}
            mayEdit={mayEdit}
            typed={typedText}
            onTyped={onTypedText}
            onChanged={rebase}
            onProofNeeded={onProofNeeded}
          />
        )}
        <BrandForm
          settings={settings}
          part={part !== undefined && isForm(part) ? part : undefined}
          mayEdit={mayEdit}
          typed={typed}
          before={before}
          onEdit={edit}
          onSaved={keepTypedSince}
          onDiscarded={() => onDraft(null)}
          onChangedMeanwhile={rebase}
          onPart={(to) => void navigate(paths.brand(to))}
          onProofNeeded={onProofNeeded}
        >
          {part === undefined && <PartList settings={settings} typed={typed} before={before} />}
        </BrandForm>
      </div>
      <Preview typed={typed} logo={settings.logo} />
    </div>
  );
}
