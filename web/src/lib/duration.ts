import { perLocale } from './language';

const unitFormat = (unit: string) =>
  perLocale((locale) => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }));
const minute = unitFormat('minute');
const units = [
  { seconds: 3600, format: unitFormat('hour') },
  { seconds: 60, format: minute },
  { seconds: 1, format: unitFormat('second') },
];

/** A length of time in hours, minutes and seconds: 5400 → "1 घंटा 30 मिनट", 0 → "0 मिनट". */
export function duration(seconds: number): string {
  if (seconds === 0) return minute().format(0);
  let left = seconds;
  const parts = units.map((unit) => {
    const count = Math.floor(left / unit.seconds);
    left %= unit.seconds;
    return count === 0 ? '' : unit.format().format(count);
  });
  return parts.filter((part) => part !== '').join(' ');
}
