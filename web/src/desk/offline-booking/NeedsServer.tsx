import { useQuery } from '@tanstack/react-query';
import { CloudOff } from 'lucide-react';
import { useEffect, useEffectEvent, useId } from 'react';
import { hasModifier } from '@/lib/has-modifier';
import type { Connection } from '@/lib/online';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/Button';
import type { BoardBooking } from '@/desk/api/board';
import { may, type Me } from '@/desk/api/me';
import { drawerQuery } from '@/desk/api/money';
import { cancelAtDeskTexts } from '@/desk/booking/cancel-texts';
import { moveTexts } from '@/desk/move/texts';
import { neededText } from '@/desk/lib/needed-text';
import { areSingleKeysOn } from '@/desk/lib/single-keys';
import { takeMoneyTexts } from '@/desk/pay/texts';

/** Shows actions that the person who is signed in may do, but that need the server: disabled, with the reason. */
export function NeedsServer({
  me,
  venue,
  isRetired,
  isOver,
  booking,
  connection,
}: {
  me: Me;
  venue: number;
  isRetired: boolean;
  /** Whether play has ended. */
  isOver: boolean;
  booking: BoardBooking;
  connection: Exclude<Connection, 'open'>;
}) {
  const reason = useId();
  const hasQr = useQuery({ ...drawerQuery(venue), enabled: false }).data?.provider_qr === true;
  const isConfirmed = booking.status === 'confirmed';
  const isOpen = isConfirmed && !isOver;
  const canGetTime = isOpen && !isRetired;
  const disabledActions = [
    ...(canGetTime && booking.attendance !== 'absent' && may(me, 'booking.move')
      ? [{ name: moveTexts.move, key: 'm' }]
      : []),
    ...(canGetTime && may(me, 'booking.extend') ? [{ name: moveTexts.add, key: 'e' }] : []),
    ...(isOpen && may(me, 'booking.cancel') ? [{ name: cancelAtDeskTexts.open, key: 'x' }] : []),
    ...(isConfirmed && booking.due_paise > 0 && hasQr && may(me, 'payment.take')
      ? [{ name: takeMoneyTexts.qrShow }]
      : []),
    ...(booking.paid_paise > 0 && may(me, 'payment.void') ? [{ name: takeMoneyTexts.void }] : []),
  ];
  useStoppedKeys(
    disabledActions.flatMap(({ key }) => key ?? []),
    neededText(connection),
  );
  if (disabledActions.length === 0) return null;
  return (
    <section aria-labelledby={reason} className="grid gap-2.5 border-t border-line pt-4">
      <h3 id={reason} className="flex items-center gap-2 text-small font-bold text-warn">
        <CloudOff aria-hidden="true" className="size-4.5 shrink-0" />
        {neededText(connection)}
      </h3>
      <div className="flex flex-wrap gap-2.5">
        {disabledActions.map(({ name }) => (
          <Button key={name} variant="outline" size="sm" disabled aria-describedby={reason}>
            {name}
          </Button>
        ))}
      </div>
    </section>
  );
}

/** Says why these keys do nothing. A key that was handled already is not reported. */
function useStoppedKeys(keys: readonly string[], reason: string): void {
  const stop = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || hasModifier(event) || event.repeat) return;
    if (event.target instanceof Element && event.target.closest('input, select, textarea, dialog') !== null) return;
    if (!keys.includes(event.key.toLowerCase()) || !areSingleKeysOn()) return;
    event.preventDefault();
    toast.info(reason);
  });
  useEffect(() => {
    document.addEventListener('keydown', stop);
    return () => document.removeEventListener('keydown', stop);
  }, []);
}
