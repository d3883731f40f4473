import { rupees } from '@/lib/money';
import type { Figure, Rate } from './report';
import { reportsTexts } from './texts';

/** Tenths of a percent as text: 531 → "53 %", or "53.1 %" with a decimal; null → "–". */
export function percentText(tenths: number | null, decimals: 0 | 1 = 0): string {
  if (tenths === null) return '–';
  return `${(tenths / 10).toFixed(decimals)} %`;
}

export function moneyText(paise: number): string {
  return rupees(paise / 100);
}

/** A difference: the text on the screen, the text for screen readers, and whether it is above or below. */
export interface Difference {
  text: string;
  spoken: string;
  sign: 1 | 0 | -1;
}

function signed(text: string, sign: number): string {
  return sign > 0 ? `+${text}` : sign < 0 ? `−${text}` : text;
}

/** The difference of a figure from the period before; null without that period, and if its figure is not above 0. */
export function changeOf({ value, before, change_tenths }: Figure): Difference | null {
  if (before === null) return null;
  const sign = Math.sign(value - before) as Difference['sign'];
  // A change from zero or less has no percentage.
  if (change_tenths === null) return null;
  const percent = percentText(Math.abs(change_tenths), Math.abs(change_tenths) < 100 ? 1 : 0);
  const spoken = sign > 0 ? reportsTexts.more(percent) : sign < 0 ? reportsTexts.less(percent) : reportsTexts.same;
  return { text: signed(percent, sign), spoken, sign };
}

/** The difference of a share from the period before, in points; null if there is nothing to compare. */
export function pointsOf({ points_tenths }: Rate): Difference | null {
  if (points_tenths === null) return null;
  const sign = Math.sign(points_tenths) as Difference['sign'];
  const count = Math.abs(points_tenths) / 10;
  const points = count.toFixed(1).replace('.0', '');
  const change = sign > 0 ? reportsTexts.pointsUp(count, points) : reportsTexts.pointsDown(count, points);
  return {
    text: reportsTexts.points(count, signed(points, sign)),
    spoken: sign === 0 ? reportsTexts.same : change,
    sign,
  };
}
