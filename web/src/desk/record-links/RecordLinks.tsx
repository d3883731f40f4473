import { Link } from '@tanstack/react-router';
import { may, useMe } from '@/desk/api/me';
import { paths } from '@/desk/lib/paths';
import { recordLinksTexts } from './texts';

const link = 'flex min-h-11 items-center text-small font-bold underline underline-offset-4';

/** Links to the messages about a booking or to a player, and to the audit of them. */
export function RecordLinks({ about }: { about: { order: string } | { player: string } }) {
  const me = useMe();
  const isBooking = 'order' in about;
  return (
    <div className="flex flex-wrap gap-x-5">
      {may(me, 'message.read') && (
        <Link {...paths.messages(about)} className={link}>
          {isBooking ? recordLinksTexts.bookingMessages : recordLinksTexts.playerMessages}
        </Link>
      )}
      {may(me, 'audit.read') && (
        <Link {...paths.audit(about)} className={link}>
          {isBooking ? recordLinksTexts.bookingAudit : recordLinksTexts.playerAudit}
        </Link>
      )}
    </div>
  );
}
