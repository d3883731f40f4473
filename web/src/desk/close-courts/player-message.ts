import { addDays, hourText, timeText } from '@/lib/dates';
import { rupees } from '@/lib/money';

/* The words that players read about a closure. They are English in every language of the desk. */

const english = new Intl.DateTimeFormat('en-IN', { timeZone: 'UTC', weekday: 'short', day: 'numeric', month: 'short' });

/** "Court 3 on Sun, 22 Nov, 7 PM". */
export function placeInEnglish({ court, day, minute }: { court: string; day: string; minute: number }): string {
  return `${court} on ${english.format(new Date(`${day}T12:00:00Z`))}, ${hourText(minute)}`;
}

const weekday = new Intl.DateTimeFormat('en-IN', { timeZone: 'UTC', weekday: 'short' });

/** "Mon 6:24 PM", or "Mon, 30 Nov, 6:24 PM" from a week after `today` on: the weekday alone would be taken for today. */
export function momentInEnglish(day: string, minute: number, today: string): string {
  const date = new Date(`${day}T12:00:00Z`);
  return day < addDays(today, 7)
    ? `${weekday.format(date)} ${timeText(minute)}`
    : `${english.format(date)}, ${timeText(minute)}`;
}

/** The message that a clerk sends to one player by hand. `link` is a whole address. */
export function playerMessage(place: string, reason: string, link: string): string {
  return `Sorry, we had to close ${place} (${reason}). Choose another hour, or your money if you have paid: ${link}`;
}

/** What a closure does for the player of a booking. */
export interface ClosureOutcome {
  /** The end of the offer, "Mon 6:24 PM"; null if there is none. */
  until: string | null;
  paid_paise: number;
  back_paise: number;
}

/** What the text and the mail of a closure say, in short. */
export function closureMessage(venue: string, place: string, outcome: ClosureOutcome): string {
  return `Sorry, ${venue} closed ${place}. ${outcomeInEnglish(outcome)}`;
}

function outcomeInEnglish({ until, paid_paise, back_paise }: ClosureOutcome): string {
  if (until !== null) return `Choose another hour, or your money if you paid, by ${until}.`;
  if (paid_paise === 0) return 'Nothing was paid yet, so there is nothing to send back.';
  if (back_paise === 0) {
    return `Nothing of the ${rupees(paid_paise / 100)} that was paid comes back: it was rounded off in cash, or is too little to be sent.`;
  }
  // Half of a game that was on, or less than was paid, as a part was rounded off in cash or is too little to be sent.
  if (back_paise < paid_paise) return `${rupees(back_paise / 100)} goes back to you.`;
  return 'Your money goes back to you.';
}

/** The address that opens WhatsApp with a message to an Indian number. */
export function whatsAppAddress(digits: string, text: string): string {
  return `https://wa.me/91${digits}?text=${encodeURIComponent(text)}`;
}
