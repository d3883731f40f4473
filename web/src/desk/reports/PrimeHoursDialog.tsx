import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight, Download } from 'lucide-react';
import { useState } from 'react';
import { courtName } from '@/lib/court-name';
import { chipDay, timeText } from '@/lib/dates';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { may, useMe } from '@/desk/api/me';
import { paths } from '@/desk/lib/paths';
import { downloadPrimeHours } from './download-table';
import { ExportDialog } from './ExportDialog';
import { moneyText } from './figure-text';
import { ListStatus } from './ListStatus';
import { primeHoursQuery } from './report';
import { reportsTexts } from './texts';

/** The rows that are shown at first; each press of the button shows as many more. */
const FIRST_ROWS = 60;

/** The courts behind the free prime hours. */
export function PrimeHoursDialog({ venue, onClose }: { venue: number; onClose: () => void }) {
  const [isSaving, setIsSaving] = useState(false);
  const [most, setMost] = useState(FIRST_ROWS);
  const me = useMe();
  const query = useQuery(primeHoursQuery(venue));
  const list = query.data;
  if (isSaving) return <ExportDialog download={() => downloadPrimeHours(venue)} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} size="md" title={reportsTexts.names['prime-hours']}>
      <div className="grid gap-3">
        {list !== undefined && (
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="figures font-bold" role="status">
              {`${reportsTexts.primeFree(list.free)} · ${moneyText(list.worth_paise)}`}
            </p>
            {me !== undefined && may(me, 'export.csv') && (
              <Button
                variant="outline"
                size="sm"
                icon={<Download aria-hidden="true" className="size-4.5" />}
                onClick={() => setIsSaving(true)}
              >
                {reportsTexts.table}
              </Button>
            )}
          </div>
        )}
        {list?.rows.length === 0 && <p className="text-quiet">{reportsTexts.noneFree}</p>}
        <ListStatus query={query} failed={reportsTexts.primeListFailed} onRetry={() => void query.refetch()} />
        {list !== undefined && list.rows.length > 0 && (
          <ul aria-label={reportsTexts.primeList} className="rows overflow-clip rounded-xl border border-line">
            {list.rows.slice(0, most).map(({ day, minute, court, court_name, price_paise }) => (
              <li key={`${day} ${minute} ${court}`}>
                <Link
                  {...paths.board(venue, { day, hour: Math.max(0, minute - 60) })}
                  className="flex min-h-14 items-center gap-3 px-3 py-2 hover:bg-raised"
                >
                  <span className="min-w-0 flex-1">
                    <span className="figures block font-bold">
                      {reportsTexts.place(chipDay(day), timeText(minute), courtName(court_name))}
                    </span>
                    <span className="block truncate text-small text-quiet">{list.venue_name}</span>
                  </span>
                  {price_paise !== null && (
                    <span className="figures shrink-0 text-small font-bold">{moneyText(price_paise)}</span>
                  )}
                  <ChevronRight aria-hidden="true" className="size-4.5 shrink-0 text-quiet" />
                </Link>
              </li>
            ))}
          </ul>
        )}
        {list !== undefined && list.rows.length > most && (
          <Button variant="outline" size="md" wide onClick={() => setMost(most + FIRST_ROWS)}>
            {reportsTexts.showMore}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
