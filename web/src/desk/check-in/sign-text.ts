import { courtName } from '@/lib/court-name';
import { chipDay, minutesIn, timeText } from '@/lib/dates';
import { rupees } from '@/lib/money';
import type { Sign, SignCode } from './sign';
import { checkInTexts } from './texts';

/** The sentence of a sign. */
export function signText({ code, params }: Sign, zone: string): string {
  const signs = checkInTexts.signs;
  const at = !params.at ? '' : timeText(minutesIn(zone, new Date(params.at)));
  const day = !params.day ? '' : chipDay(params.day);
  const start = typeof params.minute === 'number' ? timeText(params.minute) : '';
  switch (code) {
    case 'due':
      return signs.due(rupees((params.amount_paise ?? 0) / 100));
    case 'already_in':
      return signs.already_in(at, params.by ?? '');
    case 'wrong_day':
      return signs.wrong_day(day, start);
    case 'moved':
      return signs.moved(day, start, courtName(params.court ?? ''));
    case 'other_venue':
      return signs.other_venue(params.venue ?? '');
    case 'too_early':
    case 'over':
      return signs[code](at);
    default:
      return signs[code]();
  }
}

/** The advice about an outcome, beside its buttons; null if there is none. */
export function adviceText(code: SignCode): string | null {
  const advice = checkInTexts.advice;
  return Object.hasOwn(advice, code) ? advice[code as keyof typeof advice] : null;
}
