import { useIsMutating, useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { chipDay } from '@/lib/dates';
import { useOnline } from '@/lib/online';
import { useMedia } from '@/lib/use-media';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { activeVenues, type Me } from '@/desk/api/me';
import { VenuePicker } from '@/desk/layout/VenuePicker';
import { countText } from '@/desk/lib/count-text';
import { keepFocus } from '@/desk/lib/keep-focus';
import { FromFile } from '@/desk/publishing/FromFile';
import { ScreenTabs } from '@/desk/publishing/ScreenTabs';
import { shownPreview } from '@/desk/publishing/shown-preview';
import { VersionsDialog } from '@/desk/publishing/VersionsDialog';
import { changeOf, isPublished, publishedHours, useDraft, wasPublished, type Draft, type Hours } from './draft';
import { hoursPreviewQuery, hoursPublishing, type DeskHours, type Span } from './hours';
import { Limits } from './Limits';
import { PreviewPanel } from './PreviewPanel';
import { SpecialDays } from './SpecialDays';
import { hoursTexts } from './texts';
import { WeekEditor } from './WeekEditor';

/** The week, special days and limits, with the preview of a change beside them, or below them on narrow screens. */
export function HoursScreen({
  me,
  venue,
  hours,
  failure,
  onVenue,
}: {
  me: Me;
  venue: Me['venues'][number];
  hours: DeskHours;
  /** That the hours could not be read again; null if they could. */
  failure: ReactNode;
  onVenue: (venue: number) => void;
}) {
  const root = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLElement>(null);
  const online = useOnline();
  const isWide = useMedia('(width >= 80rem)');
  const [kept, setDraft] = useDraft(venue.id);
  const isDone = kept !== null && wasPublished(kept, hours);
  const draft = isDone ? null : kept;
  useEffect(() => {
    if (isDone) setDraft(null);
  }, [isDone, setDraft]);
  const [isListing, setIsListing] = useState(false);
  const [generation, setGeneration] = useState(0);
  const published = publishedHours(hours);
  const shown = draft?.hours ?? published;
  const isPublishing = useIsMutating({ mutationKey: hoursPublishing(venue.id) }) > 0;
  // Only the server knows the hours of an earlier version, so the editor is off while one is brought back. A change
  // during publishing would be lost with the draft when it is published.
  const isOff = isPublishing || (draft !== null && draft.hours === null);
  const change = draft !== null && draft.base === hours.version ? changeOf(draft, hours) : null;
  const preview = shownPreview(useQuery(hoursPreviewQuery(venue.id, change)));
  const slot = hours.slot_minutes;
  useEffect(() => keepFocus(root.current), []);

  function edit(to: Partial<Hours>) {
    const now = { ...shown, ...to };
    // A draft that equals the published hours is dropped. If another person published meanwhile, its author is asked instead.
    if (isPublished(now, hours) && (draft === null || draft.base === hours.version)) setDraft(null);
    else
      setDraft({
        base: draft?.base ?? hours.version,
        hours: now,
        revertTo: null,
        validFrom: draft?.validFrom ?? null,
      });
  }

  const scheduled = hours.weeks.at(-1)?.valid_from ?? '';
  function replace(to: Draft | null) {
    setDraft(to);
    if (to?.hours !== draft?.hours) setGeneration((count) => count + 1);
  }
  const content = (
    <PreviewPanel
      venue={venue.id}
      hours={hours}
      draft={draft}
      isPublishing={isPublishing}
      onDraft={(to) => {
        if (!isPublishing) replace(to);
      }}
      onPublished={() => replace(null)}
    />
  );
  const classes = 'scheme-dark rounded-xl bg-deep p-5 text-ink outline-none';
  return (
    <div ref={root} tabIndex={-1} className="flex min-h-0 min-w-0 flex-1 outline-none">
      <div className="relative min-h-0 min-w-0 flex-1 overflow-y-auto px-4 pb-8 min-[40rem]:px-5">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
          <VenuePicker venues={activeVenues(me)} venue={venue} onVenue={onVenue} />
          <Button
            variant="outline"
            size="sm"
            className="ml-auto"
            disabled={isPublishing}
            icon={<History aria-hidden="true" className="size-4.5" />}
            onClick={() => setIsListing(true)}
          >
            {hoursTexts.versions.title}
          </Button>
        </div>
        <div className="mt-2 mb-3 flex flex-wrap items-center gap-x-5 gap-y-1">
          <h1 className="display text-h2">{hoursTexts.title}</h1>
          <ScreenTabs venue={venue.id} current="hours" texts={hoursTexts.screens} />
          <p className="ml-auto text-small text-quiet">{hoursTexts.slots(slot)}</p>
        </div>
        <div className="mb-3 grid gap-3 empty:hidden">
          {!online && <Notice tone="warn" tight isLive title={hoursTexts.offline} />}
          {online && failure}
          {scheduled > hours.today && <Notice tone="note" tight title={hoursTexts.upcoming(chipDay(scheduled))} />}
          {!hours.is_published_here && <FromFile text={hoursTexts.fromFile} />}
        </div>
        <p className="mb-2 text-small text-quiet">{hoursTexts.howTo}</p>
        <WeekEditor
          generation={generation}
          week={shown.week}
          before={published.week}
          slot={slot}
          isOff={isOff}
          onChange={(week) => edit({ week })}
        />
        <SpecialDays
          days={shown.specialDays}
          today={hours.today}
          slot={slot}
          weekOf={(day) => weekOf(shown.week, day)}
          isOff={isOff}
          onChange={(specialDays) => edit({ specialDays })}
        />
        <Limits hours={shown} isOff={isOff} onChange={edit} />
        {!isWide && (
          <section
            ref={panel}
            aria-label={hoursTexts.panel}
            tabIndex={-1}
            className={`${classes} mt-6 max-w-2xl scroll-mt-4`}
          >
            {content}
          </section>
        )}
        {!isWide && draft !== null && (
          <div className="sticky -bottom-8 z-10 -mx-4 mt-4 -mb-8 flex items-center justify-between gap-3 border-t border-line bg-card px-4 py-2.5 min-[40rem]:-mx-5 min-[40rem]:px-5">
            <span className="figures text-small font-bold">{summary(preview)}</span>
            <Button
              size="sm"
              onClick={() => {
                panel.current?.scrollIntoView({ block: 'start' });
                // The panel is before the button: from the button, Tab would lead away from what is shown.
                panel.current?.focus({ preventScroll: true });
              }}
            >
              {hoursTexts.toPreview}
            </Button>
          </div>
        )}
      </div>
      {isWide && (
        <aside
          aria-label={hoursTexts.panel}
          tabIndex={-1}
          className={`${classes} m-3 ml-0 w-96 shrink-0 overflow-y-auto`}
        >
          {content}
        </aside>
      )}
      {isListing && (
        <VersionsDialog
          versions={hours.versions}
          texts={hoursTexts.versions}
          describe={(version) => [
            hoursTexts.slotsAWeek(version.slots_a_week),
            version.special_days > 0 ? hoursTexts.specialCount(version.special_days) : '',
          ]}
          zone={venue.time_zone}
          onClose={() => setIsListing(false)}
          onRevert={(version) => {
            setIsListing(false);
            replace({ base: hours.version, hours: null, revertTo: version, validFrom: null });
          }}
        />
      )}
    </div>
  );
}

/** The hours of the week on a date. */
function weekOf(week: Hours['week'], day: string): readonly Span[] {
  const weekday = (new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7;
  return week[weekday] ?? [];
}

function summary(preview: { opened: number; closed: number } | undefined): string {
  if (preview === undefined) return '';
  const { opened, closed } = preview;
  const parts = [
    opened > 0 && hoursTexts.opensSlots(countText(opened), opened),
    closed > 0 && hoursTexts.closesSlots(countText(closed), closed),
  ].filter(Boolean);
  return parts.length === 0 ? hoursTexts.sameAgain : parts.join(', ');
}
