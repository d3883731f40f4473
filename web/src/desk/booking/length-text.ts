import { panelTexts } from './texts';

/** The length of a booking: in hours if it is whole half hours ("1 h", "1.5 h"), else in minutes ("45 min"). */
export function lengthText(minutes: number): string {
  return minutes % 30 === 0 ? panelTexts.hours(String(minutes / 60)) : panelTexts.minutes(minutes);
}
