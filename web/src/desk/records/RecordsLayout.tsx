import { ChevronDown, ChevronUp, ListFilter } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { useOnline } from '@/lib/online';
import { useMedia } from '@/lib/use-media';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { IconButton } from '@/ui/IconButton';
import { KeyHint } from '@/desk/booking/KeyHint';
import { useShortcuts } from '@/desk/lib/use-shortcuts';
import { neighbourOf } from '@/desk/lib/list-steps';
import { useShortcutName } from '@/desk/lib/single-keys';
import { useRowFocus } from '@/desk/lib/use-row-focus';
import { recordsTexts } from './texts';

export interface RecordsLayoutProps {
  title: string;
  /** The number of filters that are on. */
  filtersOn: number;
  filters: ReactNode;
  /** Switches all filters off. */
  onClear: () => void;
  /** The rows: links with their id in `data-row`. */
  children: ReactNode;
  /** The id of the opened record; undefined if none is opened. */
  opened: string | undefined;
  /** The opened record; null if none is opened. */
  detail: ReactNode;
  /** The text in its place if there is room and no record is opened. */
  choose: string;
}

/**
 * A list of records: filters at the left, the list, and the opened record at the right. Below 80rem the filters are a
 * sheet, below 64rem the opened record replaces the list. `J` and `K` go through the rows, `F` leads to the filters.
 */
export function RecordsLayout(props: RecordsLayoutProps) {
  const { title, filtersOn, filters, onClear, children, opened, detail, choose } = props;
  const isWide = useMedia('(width >= 80rem)');
  const online = useOnline();
  const [isFiltering, setFiltering] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const side = useRef<HTMLElement>(null);
  const list = useRef<HTMLElement>(null);
  const last = useRef<{ id: string; among: readonly string[] } | null>(null);
  useShortcuts(root);
  useRowFocus(root, opened);

  function rowsNow() {
    return [...(list.current?.querySelectorAll<HTMLElement>('a[data-row]') ?? [])];
  }
  /**
   * Moves the focus on from the row that had it last, found by its id: the list may have changed, or a button may
   * have the focus.
   */
  function step(by: 1 | -1) {
    const rows = rowsNow();
    const from = last.current?.id ?? rows.find((row) => row.getAttribute('aria-current') === 'true')?.dataset['row'];
    const next = neighbourOf(rows.map(idOf), last.current?.among ?? [], from, by);
    rows.find((row) => idOf(row) === next)?.focus();
  }

  function filter() {
    if (isWide) side.current?.querySelector<HTMLElement>('select, input')?.focus();
    else setFiltering(true);
  }

  const filterButton = <FilterButton count={isWide ? 0 : filtersOn} onPress={filter} isHeading={isWide} />;
  return (
    <div ref={root} tabIndex={-1} className="flex min-h-0 min-w-0 flex-1 outline-none">
      {isWide && (
        <aside
          ref={side}
          aria-label={recordsTexts.filter}
          className="grid w-64 shrink-0 content-start gap-4 overflow-y-auto border-r border-line p-5"
        >
          {filterButton}
          {filters}
          {filtersOn > 0 && <Clear onClear={onClear} />}
        </aside>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only notes which row has the focus */}
      <section
        ref={list}
        aria-label={title}
        onFocus={({ target }) => {
          const id = target.closest<HTMLElement>('a[data-row]')?.dataset['row'];
          if (id !== undefined) last.current = { id, among: rowsNow().map(idOf) };
        }}
        className={`relative min-h-0 min-w-0 flex-1 overflow-y-auto ${detail === null ? '' : 'max-lg:hidden'}`}
      >
        <div className="sticky top-0 z-10 flex min-h-16 items-center gap-2 border-b border-line bg-paper px-4 py-2.5 lg:px-5">
          <h1 className="display min-w-0 flex-1 text-h2">{title}</h1>
          {!isWide && filterButton}
          <Steps onStep={step} />
        </div>
        <div className="px-4 pb-8 lg:px-5">
          {!online && <p className="pt-3 text-small text-warn">{recordsTexts.offline}</p>}
          {children}
        </div>
      </section>
      <div
        className={`relative min-h-0 overflow-y-auto border-line lg:w-[24rem] lg:shrink-0 lg:border-l xl:w-[26rem] ${detail === null ? 'max-lg:hidden' : 'min-w-0 flex-1 lg:flex-none'}`}
      >
        {!online && detail !== null && (
          // On narrow screens the list, which says so too, is not shown.
          <p className="px-4 pt-4 text-small text-warn lg:hidden">{recordsTexts.offline}</p>
        )}
        {detail ?? (
          <div className="grid h-full place-content-center p-6">
            <p className="max-w-60 text-center text-quiet">{choose}</p>
          </div>
        )}
      </div>
      {!isWide && (
        <Dialog
          open={isFiltering}
          onClose={() => setFiltering(false)}
          title={recordsTexts.filter}
          size="sm"
          footer={
            <div className="flex gap-3">
              {filtersOn > 0 && <Clear onClear={onClear} />}
              <Button size="md" wide onClick={() => setFiltering(false)}>
                {recordsTexts.show}
              </Button>
            </div>
          }
        >
          <div className="grid gap-4">{filters}</div>
        </Dialog>
      )}
    </div>
  );
}

function idOf(row: HTMLElement): string {
  return row.dataset['row'] ?? '';
}

function FilterButton({ count, onPress, isHeading }: { count: number; onPress: () => void; isHeading: boolean }) {
  const shortcut = useShortcutName();
  if (isHeading) {
    return (
      <button
        type="button"
        aria-keyshortcuts={shortcut('F')}
        onClick={onPress}
        className="flex min-h-11 items-center gap-2 text-left text-small font-bold"
      >
        <ListFilter aria-hidden="true" className="size-4.5" />
        {recordsTexts.filter}
        <KeyHint>{'F'}</KeyHint>
      </button>
    );
  }
  return (
    <Button
      variant="outline"
      size="sm"
      aria-keyshortcuts={shortcut('F')}
      icon={<ListFilter aria-hidden="true" className="size-4.5" />}
      onClick={onPress}
    >
      {recordsTexts.filter}
      {count > 0 && <span className="sr-only">{`, ${recordsTexts.filtersOn(count)}`}</span>}
      {count > 0 && (
        <span
          aria-hidden="true"
          className="figures ml-2 inline-grid size-6 place-items-center rounded-full bg-solid text-[.8125rem] text-on-solid"
        >
          {count}
        </span>
      )}
    </Button>
  );
}

function Clear({ onClear }: { onClear: () => void }) {
  return (
    <Button variant="outline" size="sm" className="shrink-0" onClick={onClear}>
      {recordsTexts.clear}
    </Button>
  );
}

function Steps({ onStep }: { onStep: (by: 1 | -1) => void }) {
  const shortcut = useShortcutName();
  return (
    <div className="flex shrink-0 max-[40rem]:hidden">
      <IconButton
        variant="ghost"
        label={recordsTexts.previous}
        aria-keyshortcuts={shortcut('K')}
        icon={<ChevronUp aria-hidden="true" className="size-5" />}
        onClick={() => onStep(-1)}
      />
      <IconButton
        variant="ghost"
        label={recordsTexts.next}
        aria-keyshortcuts={shortcut('J')}
        icon={<ChevronDown aria-hidden="true" className="size-5" />}
        onClick={() => onStep(1)}
      />
    </div>
  );
}
