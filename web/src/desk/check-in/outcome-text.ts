import { courtName } from '@/lib/court-name';
import { chipDay, minutesIn, timeText } from '@/lib/dates';
import { rupees } from '@/lib/money';
import type { ScanOutcome } from './scan-outcome';
import { checkInTexts } from './texts';

/** The sentence of an outcome. */
export function outcomeText({ code, params }: ScanOutcome, zone: string): string {
  const outcomes = checkInTexts.outcomes;
  const at = !params.at ? '' : timeText(minutesIn(zone, new Date(params.at)));
  const day = !params.day ? '' : chipDay(params.day);
  const start = typeof params.minute === 'number' ? timeText(params.minute) : '';
  switch (code) {
    case 'due':
      return outcomes.due(rupees((params.amount_paise ?? 0) / 100));
    case 'already_in':
      return outcomes.already_in(at, params.by ?? '');
    case 'wrong_day':
      return outcomes.wrong_day(day, start);
    case 'moved':
      return outcomes.moved(day, start, courtName(params.court ?? ''));
    case 'court_taken':
      return outcomes.court_taken(start, courtName(params.court ?? ''));
    case 'other_venue':
      return outcomes.other_venue(params.venue ?? '');
    case 'too_early':
    case 'over':
      return outcomes[code](at);
    default:
      return outcomes[code]();
  }
}

/** The advice about an outcome; null if there is none. */
export function adviceText({ code, isWrittenDown }: ScanOutcome): string | null {
  // An arrival that this device could not keep is never sent, so it will not be checked.
  if (code === 'real_unlisted' && isWrittenDown !== true) return null;
  const advice = checkInTexts.advice;
  return Object.hasOwn(advice, code) ? advice[code as keyof typeof advice] : null;
}
