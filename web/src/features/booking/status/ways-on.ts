import type { HeldCourt } from '@/api/own-courts';
import type { Refusal } from '@/lib/navigation-state';

/**
 * What a player can do whose court is held and not booked: pay at the court or online, see which games are still to be paid
 * (`unpaid`), ask the desk, or go back to the confirm window.
 */
export type WayOn = 'court' | 'online' | 'unpaid' | 'desk' | 'finish';

/** Rules that are about this player's paying at the court: another try would end the same. */
const NOT_AT_COURT: Record<string, readonly WayOn[]> = {
  too_many_unpaid: ['unpaid'],
  pay_at_desk: ['desk'],
};
/** Rules that are about this player's paying online. */
const NOT_ONLINE = new Set(['online_payment_off', 'too_little_to_pay_online']);

/** The ways on, the best one first. */
export function waysOn(hold: Pick<HeldCourt, 'mayPayOnline'>, refusal: Refusal | undefined): readonly WayOn[] {
  const online: WayOn[] = hold.mayPayOnline && !NOT_ONLINE.has(refusal?.code ?? '') ? ['online'] : [];
  if (refusal === undefined) return ['finish'];
  const instead = NOT_AT_COURT[refusal.code];
  // Once a game of theirs is cancelled, the confirm window takes this one.
  if (instead !== undefined) return [...online, ...instead, 'finish'];
  return ['court', ...online];
}
