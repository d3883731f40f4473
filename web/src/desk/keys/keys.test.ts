import { expect, test } from 'vitest';
import { KEYS } from './keys';

type Line = (typeof KEYS)[number][1];

const sources = import.meta.glob<string>(['../**/*.ts', '../**/*.tsx', '!../**/*.test.*', '!../**/*.test-kit.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The files that bind keys, each with the lines of the list that show them. */
const LINES: Readonly<Record<string, readonly Line[]>> = {
  'app/Shell.tsx': ['screens', 'lock'],
  'board/BoardHead.tsx': ['walkIn', 'now', 'rain', 'block'],
  'board/SearchButton.tsx': ['find'],
  'booking/AddNoteButton.tsx': ['note'],
  'booking/PanelActions.tsx': ['checkIn', 'absent', 'cancel'],
  'booking/attendance.ts': ['undo'],
  'check-in/ArrivalRow.tsx': ['checkIn'],
  'check-in/ScanResult.tsx': ['undo'],
  'close-courts/CourtsPart.tsx': ['closing'],
  'close-courts/SpanPart.tsx': ['closing'],
  'close-day/ClosingList.tsx': ['dayEnd'],
  'coupons/CouponFacts.tsx': ['coupons'],
  'coupons/CouponsPage.tsx': ['coupons', 'records'],
  'day-money/MoneyTabs.tsx': ['moneyTabs'],
  'keys/KeysLayer.tsx': ['keys'],
  'layout/DaySwitch.tsx': ['days'],
  'lib/toast-undo.ts': ['undo'],
  'money/Drawer.tsx': ['drawer'],
  'move/MovePart.tsx': ['move', 'longer', 'shorter'],
  'move/MoveSurface.tsx': ['move', 'longer'],
  'offline-booking/NeedsServer.tsx': ['move', 'longer', 'cancel'],
  'offline-booking/OfflineBooking.tsx': ['checkIn', 'absent'],
  'pay/PayPart.tsx': ['split'],
  'pay/Tenders.tsx': ['tenders'],
  'payouts/PayoutsPage.tsx': ['payouts', 'records'],
  'prices/PriceScreen.tsx': ['undo'],
  'records/RecordsLayout.tsx': ['records'],
  'refunds/RefundFacts.tsx': ['giveBack'],
  'refunds/RefundsPage.tsx': ['records'],
  'reports/ReportHead.tsx': ['days'],
};

/** The single keys that a file binds, as the list writes them. */
function keysOf(source: string): string[] {
  const named = [...source.matchAll(/\bshortcut\('([^']+)'\)|\bkey: '([a-z])'/gi)];
  const compared = [...source.matchAll(/\bkey [!=]== '([a-z?])'/g)];
  const isAfterG = source.includes('useGoKeys((key)');
  return [
    ...named.map(([, name, key]) => (name ?? key ?? '').toUpperCase().replace('SHIFT+', '⇧ ')),
    ...compared.map(([, key = '']) => `${isAfterG ? 'G ' : ''}${key.toUpperCase()}`),
  ];
}

const bound = new Map(
  Object.entries(sources)
    .map(([path, source]) => [path.replace('../', '').replace('./', 'keys/'), keysOf(source)] as const)
    .filter(([, keys]) => keys.length > 0),
);

test('the list of keys shows every key that a screen binds', () => {
  const shown = (file: string) =>
    KEYS.filter(([, line]) => LINES[file]?.includes(line)).flatMap(([keys]): readonly string[] => keys);
  const missing = [...bound].flatMap(([file, keys]) =>
    keys.filter((key) => !shown(file).includes(key)).map((key) => `${file}: ${key}`),
  );
  expect(bound.size).toBeGreaterThan(20);
  expect(missing).toEqual([]);
});

test('every key of the list is bound by a screen', () => {
  // Enter is the native key of what has the focus.
  const lines = KEYS.filter(([, line]) => line !== 'open');
  const unbound = lines.flatMap(([keys, line]) => {
    const files = Object.keys(LINES).filter((file) => LINES[file]?.includes(line));
    const here = files.flatMap((file) => bound.get(file) ?? []);
    return keys.filter((key) => !here.includes(key)).map((key) => `${line}: ${key}`);
  });
  expect(unbound).toEqual([]);
});
