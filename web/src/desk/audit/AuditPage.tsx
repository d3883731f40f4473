import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTitle } from '@/lib/title';
import { EmptyState } from '@/ui/EmptyState';
import { clockOffset } from '@/desk/api/connection';
import { allVenuesOf, may, useMe, type Me } from '@/desk/api/me';
import { useServerNow } from '@/desk/lib/use-server-now';
import { zoneOf } from '@/desk/api/zone-of';
import { DayGroups } from '@/desk/records/DayGroups';
import { ChoiceFilter, DaysFilter, OrderFilter, PlayerFilter, VenueFilter } from '@/desk/records/fields';
import { countFilters } from '@/desk/records/filters';
import { RecordsLayout } from '@/desk/records/RecordsLayout';
import { RecordsList } from '@/desk/records/RecordsList';
import { useRecordsAddress } from '@/desk/records/use-records-address';
import { auditQuery, type Entry, type Names } from './audit';
import { EntryDetail } from './EntryDetail';
import { EntryRow } from './EntryRow';
import type { EntryContext } from './sentences';
import { auditTexts } from './texts';

/** Shows who did what at the desk. */
export function AuditPage() {
  useTitle(auditTexts.title);
  const me = useMe();
  if (me === undefined) return null;
  if (may(me, 'audit.read')) return <Audit me={me} />;
  return (
    <div className="grid flex-1 place-content-center">
      <EmptyState text={auditTexts.notAllowed} />
    </div>
  );
}

const NO_NAMES: Names = { staff: {}, players: {}, courts: {} };

function Audit({ me }: { me: Me }) {
  const { search, open, filters, clear, close } = useRecordsAddress('audit');
  const pages = useInfiniteQuery(auditQuery(search));
  const now = useServerNow(clockOffset(), 30_000);
  const entries = pages.data?.pages.flatMap((page) => page.entries) ?? [];
  const opened = entries.find(({ id }) => String(id) === search.open);
  const names = useNames(pages.data?.pages);
  const contextOf = (entry: Entry | undefined): EntryContext => ({
    names,
    venues: allVenuesOf(me),
    zone: zoneOf(me, entry?.venue ?? null),
  });
  const isOwn = me.staff.role === 'desk';
  return (
    <RecordsLayout
      title={auditTexts.title}
      filtersOn={countFilters(search)}
      onClear={clear}
      choose={auditTexts.choose}
      filters={
        <>
          <PlayerFilter {...filters} name={search.player === undefined ? undefined : names.players[search.player]} />
          <VenueFilter {...filters} me={me} />
          {isOwn ? (
            <p className="text-small text-quiet">{auditTexts.own}</p>
          ) : (
            <ChoiceFilter
              label={auditTexts.person}
              any={auditTexts.anybody}
              options={people(names)}
              value={search.person}
              onValue={(person) => filters.onSearch({ person })}
            />
          )}
          <ChoiceFilter
            label={auditTexts.what}
            any={auditTexts.anything}
            options={[{ value: '1', label: auditTexts.money }]}
            value={search.money}
            onValue={(money) => filters.onSearch({ money })}
          />
          <OrderFilter {...filters} />
          <DaysFilter {...filters} />
        </>
      }
      opened={open}
      detail={
        open === undefined ? null : (
          <EntryDetail entry={opened} pages={pages} context={contextOf(opened)} onClose={close} />
        )
      }
    >
      <RecordsList
        pages={pages}
        isEmpty={entries.length === 0}
        empty={auditTexts.empty}
        emptyText={auditTexts.emptyText}
        failed={auditTexts.failed}
      >
        <DayGroups items={entries} at={({ at }) => at} zone={({ venue }) => zoneOf(me, venue)} now={now}>
          {(entry) => <EntryRow key={entry.id} entry={entry} context={contextOf(entry)} search={search} />}
        </DayGroups>
      </RecordsList>
    </RecordsLayout>
  );
}

/** The names of the ids on all pages; until those of another filter come, the earlier ones, which the filters show. */
function useNames(pages: readonly { names: Names }[] | undefined): Names {
  const [last, setLast] = useState<{ pages: typeof pages; names: Names }>({ pages: undefined, names: NO_NAMES });
  if (pages === undefined || pages === last.pages) return last.names;
  const names = namesOf(pages);
  setLast({ pages, names });
  return names;
}

function namesOf(pages: readonly { names: Names }[]): Names {
  return pages.reduce<Names>(
    (all, { names }) => ({
      staff: { ...all.staff, ...names.staff },
      players: { ...all.players, ...names.players },
      courts: { ...all.courts, ...names.courts },
    }),
    NO_NAMES,
  );
}

/** The members of staff by name. */
function people({ staff }: Names): { value: string; label: string }[] {
  return Object.entries(staff)
    .map(([value, label]) => ({ value, label }))
    .toSorted((one, other) => one.label.localeCompare(other.label));
}
