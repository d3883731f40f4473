import { CloudOff } from 'lucide-react';
import { useId } from 'react';
import type { Connection } from '@/lib/online';
import { Button } from '@/ui/Button';
import type { BoardBooking } from '@/desk/api/board';
import { may, type Me } from '@/desk/api/me';
import { cancelAtDeskTexts } from '@/desk/booking/cancel-texts';
import { moveTexts } from '@/desk/move/texts';
import { neededText } from '@/desk/lib/needed-text';
import { takeMoneyTexts } from '@/desk/pay/texts';

/** What the reader could do with a booking if the server answered, switched off and with the reason. */
export function NeedsServer({
  me,
  booking,
  connection,
}: {
  me: Me;
  booking: BoardBooking;
  connection: Exclude<Connection, 'open'>;
}) {
  const reason = useId();
  const isOn = booking.status === 'confirmed';
  const off = [
    ...(isOn && may(me, 'booking.move') ? [moveTexts.move] : []),
    ...(isOn && may(me, 'booking.extend') ? [moveTexts.add] : []),
    ...(isOn && may(me, 'booking.cancel') ? [cancelAtDeskTexts.open] : []),
    ...(isOn && booking.due_paise > 0 && may(me, 'payment.take') ? [takeMoneyTexts.qrShow] : []),
    ...(booking.paid_paise > 0 && may(me, 'payment.void') ? [takeMoneyTexts.void] : []),
  ];
  if (off.length === 0) return null;
  return (
    <section aria-labelledby={reason} className="grid gap-2.5 border-t border-line pt-4">
      <h3 id={reason} className="flex items-center gap-2 text-small font-bold text-warn">
        <CloudOff aria-hidden="true" className="size-4.5 shrink-0" />
        {neededText(connection)}
      </h3>
      <div className="flex flex-wrap gap-2.5">
        {off.map((name) => (
          <Button key={name} variant="outline" size="sm" disabled aria-describedby={reason}>
            {name}
          </Button>
        ))}
      </div>
    </section>
  );
}
