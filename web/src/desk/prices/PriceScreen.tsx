import { useIsMutating, useQuery } from '@tanstack/react-query';
import { History, RotateCcw } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { chipDay } from '@/lib/dates';
import { useOnline } from '@/lib/online';
import { useMedia } from '@/lib/use-media';
import { Button } from '@/ui/Button';
import { CourtDrawing } from '@/ui/CourtDrawing';
import { Notice } from '@/ui/Notice';
import { activeVenues, type Me } from '@/desk/api/me';
import { VenuePicker } from '@/desk/layout/VenuePicker';
import { useShortcuts } from '@/desk/lib/use-shortcuts';
import { countText } from '@/desk/lib/count-text';
import { useShortcutName } from '@/desk/lib/single-keys';
import { MOST_PRICE_PAISE } from '@/desk/lib/typed-paise';
import { FromFile } from '@/desk/publishing/FromFile';
import { ScreenTabs } from '@/desk/publishing/ScreenTabs';
import { shownPreview } from '@/desk/publishing/shown-preview';
import { VersionsDialog } from '@/desk/publishing/VersionsDialog';
import { Brushes } from './Brushes';
import { isEmpty, NO_DRAFT, undoLastStep, useDraft, validFromOf, type Draft } from './draft';
import { groupsOf, type Group } from './groups';
import { PriceGrid } from './PriceGrid';
import { priceRange } from './price-range';
import { pricePreviewQuery, pricesPublishing, type Prices } from './prices';
import { changeOf, PublishPanel } from './PublishPanel';
import { SpecialPrices } from './SpecialPrices';
import { pricesTexts } from './texts';
import { applyStrokes, pricesIn, strokeOf, weeksOf, type Area } from './week';

/**
 * A digit that is typed less than this many milliseconds after another one belongs to the same price, unless hours were painted between
 * them.
 */
const TYPING_MILLISECONDS = 1_500;
const NOTHING_TYPED = { digits: '', at: -Infinity };
/** The highest price that is typed, in rupees. */
const MOST_RUPEES = MOST_PRICE_PAISE / 100;

/** The week of prices with the preview of a change beside it, or below it on narrow screens. */
export function PriceScreen({
  me,
  venue,
  prices,
  courts,
  failure,
  onVenue,
  onCourts,
}: {
  me: Me;
  venue: Me['venues'][number];
  prices: Prices;
  courts: string | undefined;
  /** Shown if the prices could not be read again. */
  failure: ReactNode;
  onVenue: (venue: number) => void;
  onCourts: (courts: string) => void;
}) {
  const root = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLElement>(null);
  const shortcut = useShortcutName();
  useShortcuts(root);
  useEffect(() => {
    // The week takes the focus, so that its keys work from the start.
    root.current?.querySelector<HTMLElement>('[data-place][tabindex="0"]')?.focus({ preventScroll: true });
  }, []);
  const online = useOnline();
  const isWide = useMedia('(width >= 80rem)');
  const [draft, setDraft] = useDraft(venue.id);
  const isPublishing = useIsMutating({ mutationKey: pricesPublishing(venue.id) }) > 0;
  const [isListing, setIsListing] = useState(false);
  const before = weeksOf(prices.weeks);
  const [chosen, setBrush] = useState<number | null | undefined>();
  const groups = groupsOf(prices);
  const group = groups.find(({ key }) => key === courts) ?? groups[0];
  const validFrom = validFromOf(draft, prices);
  const query = useQuery(pricePreviewQuery(venue.id, changeOf(prices, draft, validFrom)));
  const preview = shownPreview(query);
  const isReverting = draft.revertTo !== null;
  const isOff = isReverting || isPublishing;
  // Only the server knows the prices of an earlier version.
  const after = isReverting
    ? weeksOf(query.data?.weeks ?? prices.weeks)
    : applyStrokes(before, prices.starts, draft.strokes);
  const scale = pricesIn(before, after);
  const brush = chosen === undefined ? (scale.at(-1) ?? null) : chosen;
  const typed = useRef(NOTHING_TYPED);
  if (group === undefined) return null;

  function change(to: (now: Draft) => Draft) {
    // A change during publishing would be lost with the draft when it is published.
    if (!isPublishing) setDraft(to);
  }
  const paint = (area: Area, price: number | null) => {
    // The next digit begins another price.
    typed.current = NOTHING_TYPED;
    change((now) => ({ ...now, strokes: [...now.strokes, strokeOf(prices, group.courts, area, price)] }));
  };
  const undo = () => change(undoLastStep);
  function type(key: string) {
    const now = performance.now();
    const earlier = now - typed.current.at < TYPING_MILLISECONDS ? typed.current.digits : '';
    const digits = key === 'Backspace' ? earlier.slice(0, -1) : earlier + key;
    if (Number(digits) > MOST_RUPEES) return;
    typed.current = { digits, at: now };
    if (digits !== '') setBrush(Number(digits) * 100);
  }

  const newest = prices.versions[0];
  const isUpcoming = (newest?.valid_from ?? '') > prices.today;
  const content = (
    <PublishPanel
      venue={venue.id}
      prices={prices}
      draft={draft}
      before={before}
      after={after}
      validFrom={validFrom}
      isPublishing={isPublishing}
      onDraft={change}
      onPublished={() => setDraft(() => NO_DRAFT)}
    />
  );
  const classes = 'scheme-dark rounded-xl bg-deep p-5 text-ink';
  return (
    <div ref={root} tabIndex={-1} className="flex min-h-0 min-w-0 flex-1 outline-none">
      <div className="relative min-h-0 min-w-0 flex-1 overflow-y-auto px-4 pb-8 min-[40rem]:px-5">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
          <VenuePicker venues={activeVenues(me)} venue={venue} onVenue={onVenue} />
          <Groups groups={groups} group={group} onGroup={onCourts} />
          <Button
            variant="outline"
            size="sm"
            className="ml-auto max-[40rem]:order-2"
            disabled={isPublishing}
            icon={<History aria-hidden="true" className="size-4.5" />}
            onClick={() => setIsListing(true)}
          >
            {pricesTexts.versions.title}
          </Button>
        </div>
        <div className="mt-2 mb-3 flex flex-wrap items-center gap-x-5 gap-y-1">
          <h1 className="display text-h2">{pricesTexts.title}</h1>
          <ScreenTabs venue={venue.id} current="prices" texts={pricesTexts.screens} />
          <p className="ml-auto text-small text-quiet">{`${pricesTexts.unit(prices.slot_minutes)}, ${group.name}`}</p>
        </div>
        <div className="mb-3 grid gap-3 empty:hidden">
          {!online && <Notice tone="warn" tight isLive title={pricesTexts.offline} />}
          {online && failure}
          {isUpcoming && newest !== undefined && (
            <Notice tone="note" tight title={pricesTexts.upcoming(newest.version, chipDay(newest.valid_from ?? ''))} />
          )}
          {!prices.is_published_here && <FromFile text={pricesTexts.fromFile} />}
        </div>
        <div className="mb-3">
          <Brushes scale={scale} brush={brush} isOff={isOff} onBrush={setBrush}>
            {/* Not `disabled` after the last step, because that would take the focus away from it. */}
            <Button
              variant="ghost"
              size="sm"
              disabled={isPublishing}
              aria-disabled={isEmpty(draft)}
              className="shrink-0 whitespace-nowrap aria-disabled:opacity-50"
              aria-keyshortcuts={shortcut('Z')}
              icon={<RotateCcw aria-hidden="true" className="size-4.5" />}
              onClick={undo}
            >
              {pricesTexts.undo}
            </Button>
          </Brushes>
        </div>
        <PriceGrid
          prices={prices}
          before={before}
          after={after}
          group={group}
          onPaint={isOff ? undefined : (area) => paint(area, brush)}
          onStop={(area) => {
            if (!isOff) paint(area, null);
          }}
          onDigit={type}
        />
        <SpecialPrices prices={prices} />
        {!isWide && (
          <section
            ref={panel}
            aria-label={pricesTexts.panel}
            tabIndex={-1}
            className={`${classes} mt-6 max-w-2xl scroll-mt-4 outline-none`}
          >
            {content}
          </section>
        )}
        {!isWide && !isEmpty(draft) && (
          <div className="sticky -bottom-8 z-10 -mx-4 mt-4 -mb-8 flex items-center justify-between gap-3 border-t border-line bg-card px-4 py-2.5 min-[40rem]:-mx-5 min-[40rem]:px-5">
            <span className="figures font-bold">
              {preview === undefined ? '' : pricesTexts.change(countText(preview.changed), preview.changed)}
            </span>
            <Button
              size="sm"
              onClick={() => {
                panel.current?.scrollIntoView({ block: 'start' });
                // The panel is before the button: from the button, Tab would lead away from what is shown.
                panel.current?.focus({ preventScroll: true });
              }}
            >
              {pricesTexts.toPreview}
            </Button>
          </div>
        )}
      </div>
      {isWide && (
        <aside aria-label={pricesTexts.panel} className={`${classes} m-3 ml-0 w-96 shrink-0 overflow-y-auto`}>
          {content}
        </aside>
      )}
      {isListing && (
        <VersionsDialog
          versions={prices.versions}
          texts={pricesTexts.versions}
          describe={(version) => [priceRange(version)]}
          zone={venue.time_zone}
          onClose={() => setIsListing(false)}
          onRevert={(version) => {
            setIsListing(false);
            change(() => ({ ...NO_DRAFT, revertTo: version }));
          }}
        />
      )}
    </div>
  );
}

/** The groups of courts, and a list of the single ones. */
function Groups({
  groups,
  group,
  onGroup,
}: {
  groups: readonly Group[];
  group: Group;
  onGroup: (key: string) => void;
}) {
  const wide = groups.filter(({ kind }) => kind !== 'court');
  const single = groups.filter(({ kind }) => kind === 'court');
  const classes =
    'flex min-h-10 items-center gap-2 rounded-[12px] border border-transparent px-3 text-[.9375rem] font-semibold whitespace-nowrap text-quiet hover:text-ink aria-pressed:border-line aria-pressed:bg-card aria-pressed:text-ink';
  return (
    <div
      role="group"
      aria-label={pricesTexts.courts}
      className="scrollbar-none flex max-w-full items-stretch overflow-x-auto rounded-md bg-raised p-0.5 max-[40rem]:order-3"
    >
      {wide.map((one) => (
        <button
          key={one.key}
          type="button"
          aria-pressed={one === group}
          onClick={() => onGroup(one.key)}
          className={classes}
        >
          {one.kind !== 'all' && (
            <CourtDrawing type={one.kind === 'indoor' ? 'indoor' : 'outdoor'} className="h-6 w-3 shrink-0" />
          )}
          {one.name}
        </button>
      ))}
      {single.length > 0 && (
        <select
          aria-label={pricesTexts.oneCourt}
          value={group.kind === 'court' ? group.key : ''}
          onChange={(event) => onGroup(event.target.value)}
          className={`min-h-10 rounded-[12px] px-3 text-[.9375rem] font-semibold ${group.kind === 'court' ? 'bg-card text-ink' : 'bg-transparent text-quiet'}`}
        >
          <option value="" disabled>
            {pricesTexts.oneCourt}
          </option>
          {single.map((one) => (
            <option key={one.key} value={one.key}>
              {one.name}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}
