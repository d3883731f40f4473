import { dayIn } from '@/lib/dates';
import { dayMomentIn } from '@/desk/booking/moment-in';
import type { Message } from './messages';
import { messagesTexts } from './texts';

/** Says in one line what became of a message, and when. */
export function stateText(message: Message, zone: string): string {
  const { state, written_at, due_at, ended_at, tries, failure } = message;
  // The list shows the day on which it was written. A reminder may be due months later.
  const time = dayMomentIn(due_at ?? ended_at ?? written_at, zone, dayIn(zone, new Date(written_at)));
  switch (state) {
    case 'waiting': {
      const due = messagesTexts.due(time);
      return failure === null ? due : `${messagesTexts.tries(tries)} · ${due}`;
    }
    case 'sent':
      return messagesTexts.sentAt(time);
    case 'dropped':
      return messagesTexts.droppedAt(time);
    case 'failed':
      return messagesTexts.failedAt(time);
  }
}

export const STATE_TONES = { waiting: 'note', sent: 'good', dropped: 'plain', failed: 'bad' } as const;

/** Why a message was dropped; null if it was not, or if no reason was recorded. */
export function reasonText({ reason }: Pick<Message, 'reason'>): string | null {
  return reason === null ? null : messagesTexts.reasons[reason];
}
