import { useLocation } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { lazyPart } from '@/lib/lazy-part';
import { may, type Me } from '@/desk/api/me';
import { openPart } from '@/desk/lib/part-translations';
import { reportScan, useScannedPasses } from '@/desk/lib/scanned';
import { useScanner } from '@/desk/scanner/use-scanner';
import { useEver } from './use-ever';
import { shownVenue } from './shown-venue';

const load = () => openPart(() => import('@/desk/check-in/ScanLayer'), 'check-in');
const ScanLayer = lazyPart(async () => (await load()).ScanLayer);

/** When the part that shows scans loads, in milliseconds after the frame: a scan may come without a network. */
const PREPARE_MILLISECONDS = 4_000;

/** Listens to hand scanners on every screen, and shows what a pass led to; the check-in screen shows that itself. */
export function Scanner({ me }: { me: Me }) {
  const { pathname } = useLocation();
  const mayCheckIn = may(me, 'attendance.mark');
  const id = shownVenue(pathname, me);
  const venue = me.venues.find((one) => one.id === id);
  useScanner((text) => {
    if (mayCheckIn && venue !== undefined) reportScan(text);
  });
  useEffect(() => {
    if (!mayCheckIn) return;
    const prepare = () =>
      void load().then(
        ({ prepareScans }) => prepareScans(),
        () => {},
      );
    const timer = window.setTimeout(prepare, PREPARE_MILLISECONDS);
    return () => window.clearTimeout(timer);
  }, [mayCheckIn]);
  // The check-in screen of a venue that is not one of the person's takes no pass.
  const isElsewhere = pathname !== `/v/${String(id)}/check-in`;
  const wasUsed = useEver(useScannedPasses().length > 0 && isElsewhere);
  if (!wasUsed || !isElsewhere || venue === undefined) return null;
  return (
    <Suspense>
      <ScanLayer key={venue.id} me={me} venue={venue} />
    </Suspense>
  );
}
