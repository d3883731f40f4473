import { weekdayTimeText } from '@/lib/dates';
import type { Message } from './messages';
import { messagesTexts } from './texts';

/** Says in one line what became of a message, and when. */
export function stateText(message: Message, zone: string): string {
  const { state, due_at, ended_at, tries, failure } = message;
  const time = weekdayTimeText(due_at ?? ended_at ?? message.written_at, zone);
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

/** The tone of a state. */
export const STATE_TONES = { waiting: 'note', sent: 'good', dropped: 'plain', failed: 'bad' } as const;

/** Why a message was not sent; null if it was sent, or if no reason was recorded. */
export function reasonText({ reason }: Pick<Message, 'reason'>): string | null {
  return reason === null ? null : messagesTexts.reasons[reason];
}
