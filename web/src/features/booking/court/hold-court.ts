import { ApiFailure } from '@/api/api-failure';
import { succeeded } from '@/api/client';
import type { addTimes, WantedSlot } from '../api/add-times';
import type { Alternatives } from '../api/alternatives';

/** The reply of add_times: held, or refused. */
export type HoldReply = Awaited<ReturnType<typeof addTimes>>;
/** A held order, as add_times returns it. */
export type HeldOrder = Extract<HoldReply, { orderid: string }>;

/** The outcome of a request to hold a court. `message` is the server's for the player, empty if it sent none. */
export type HoldOutcome =
  | { kind: 'held'; order: HeldOrder }
  | { kind: 'taken'; alternatives: Alternatives | undefined }
  /** This player has already booked it. */
  | { kind: 'booked'; message: string }
  | { kind: 'refused'; message: string }
  | { kind: 'signed-out' }
  | { kind: 'failed'; message: string };

/** Dependencies of {@link holdCourt}. */
export interface HoldNeeds {
  request: (slot: WantedSlot) => Promise<HoldReply>;
  pause: (milliseconds: number) => Promise<void>;
  /** Called when the outcome is unknown and the request is repeated. */
  onFinding: () => void;
}

const ATTEMPTS = 3;
const PAUSE_MILLISECONDS = 1_200;

/**
 * Holds a court. If the outcome is unknown, the request is repeated: the same slot returns the same order, so a retry
 * learns the outcome and never holds twice.
 */
export async function holdCourt(slot: WantedSlot, needs: HoldNeeds): Promise<HoldOutcome> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return classifyReply(await needs.request(slot));
    } catch (cause) {
      if (!(cause instanceof ApiFailure)) throw cause;
      if (cause.endsSession) return { kind: 'signed-out' };
      if (!cause.hasUnknownOutcome || attempt === ATTEMPTS) return { kind: 'failed', message: cause.userMessage };
      needs.onFinding();
      await needs.pause(PAUSE_MILLISECONDS * attempt);
    }
  }
}

function classifyReply(reply: HoldReply): HoldOutcome {
  if ('orderid' in reply && succeeded(reply)) return { kind: 'held', order: reply };
  if (reply.code === 'slot_taken') {
    return { kind: 'taken', alternatives: ('alternatives' in reply ? reply.alternatives : null) ?? undefined };
  }
  if (reply.code === 'already_booked') return { kind: 'booked', message: reply.message };
  return { kind: 'refused', message: reply.message };
}
