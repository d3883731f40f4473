import { Link } from '@tanstack/react-router';
import { may, useMe } from '@/desk/api/me';
import { paths } from '@/desk/lib/paths';
import { linksTexts } from './links-texts';

/** Lead to what the player was told about a booking. */
export function PanelLinks({ order }: { order: string }) {
  const me = useMe();
  return (
    <div className="mt-3 flex flex-wrap gap-x-5">
      {may(me, 'message.read') && (
        <Link
          {...paths.messages({ order })}
          className="flex min-h-11 items-center text-small font-bold underline underline-offset-4"
        >
          {linksTexts.messages}
        </Link>
      )}
    </div>
  );
}
