import { minutesOfDay } from '@/lib/dates';

/** The parts of a day as a language says them before the hour. */
export interface PartsOfDay {
  morning: string;
  noon: string;
  evening: string;
  night: string;
}

/**
 * For a sentence in Indian languages: returns "7:00 PM" with its part of the day in words and without AM or PM. Text
 * that is not a time is returned unchanged.
 */
export function hourWithPartOfDay(parts: PartsOfDay): (time: string) => string {
  return (time) => {
    const minutes = minutesOfDay(time);
    if (minutes === null) return time;
    return `${parts[partOf(minutes / 60)]} ${time.slice(0, -' AM'.length)}`;
  };
}

function partOf(hour: number): keyof PartsOfDay {
  if (hour < 4 || hour >= 20) return 'night';
  if (hour < 12) return 'morning';
  return hour < 16 ? 'noon' : 'evening';
}
