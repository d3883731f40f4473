import type { HeldCourt } from '@/api/own-courts';
import type { Refusal } from '@/lib/navigation-state';

/**
 * The actions for a court that is held and not booked: pay at the court or online, show the unpaid games (`unpaid`),
 * contact the desk, or go back to the confirm window.
 */
export type RecoveryAction = 'court' | 'online' | 'unpaid' | 'desk' | 'finish';

/** Refusals that rule out payment at the court for this player: another attempt would fail the same way. */
const NOT_AT_COURT: Record<string, readonly RecoveryAction[]> = {
  too_many_unpaid: ['unpaid'],
  pay_at_desk: ['desk'],
};
/** Refusals that rule out online payment for this player or this amount. */
const NOT_ONLINE = new Set(['online_payment_off', 'too_little_to_pay_online']);

/** The possible actions, the best one first. */
export function recoveryActions(
  hold: Pick<HeldCourt, 'mayPayOnline'>,
  refusal: Refusal | undefined,
): readonly RecoveryAction[] {
  const online: RecoveryAction[] = hold.mayPayOnline && !NOT_ONLINE.has(refusal?.code ?? '') ? ['online'] : [];
  if (refusal === undefined) return ['finish'];
  if (refusal.code === 'call_the_desk') return ['desk'];
  const instead = NOT_AT_COURT[refusal.code];
  // After cancelling another game, the player can confirm this one in the confirm window.
  if (instead !== undefined) return [...online, ...instead, 'finish'];
  return ['court', ...online];
}
