import { Link } from '@tanstack/react-router';
import { ChevronRight, CircleUserRound, History, IdCard, LogOut, MessageSquareHeart } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSingleMutation } from '@/api/use-single-mutation';
import { paths } from '@/lib/paths';
import { endSession } from '@/lib/session';
import { toast } from '@/lib/toast';
import { endServerSession } from './api/logout';
import { profileTexts } from './texts';

const row =
  'group flex min-h-17 w-full items-center gap-4 px-4 py-3 text-left font-semibold transition-colors duration-150 hover:bg-raised focus-visible:-outline-offset-3 md:px-5';

/** The five entries of the profile (spec §2, profile menu). */
export function ProfileMenu() {
  const logout = useSingleMutation({
    mutationFn: endServerSession,
    onSuccess: () => {
      endSession();
      // In place of the profile: the browser's back would show it as it was left, without its player.
      window.location.replace(paths.home().to);
    },
  });

  function showAvailableSoon() {
    toast.success(profileTexts.soon, profileTexts.soonTitle);
  }

  return (
    <nav aria-label={profileTexts.menuLabel}>
      <ul className="rows overflow-hidden rounded-xl border border-line bg-card">
        <li>
          <Link {...paths.profileUpdate()} className={row}>
            <Entry icon={<CircleUserRound />} label={profileTexts.edit} hint={profileTexts.editHint} />
          </Link>
        </li>
        <li>
          <Link {...paths.bookingHistory()} className={row}>
            <Entry icon={<History />} label={profileTexts.history} hint={profileTexts.historyHint} />
          </Link>
        </li>
        <li>
          <button type="button" className={row} onClick={showAvailableSoon}>
            <Entry icon={<IdCard />} label={profileTexts.membership} />
          </button>
        </li>
        <li>
          <button type="button" className={row} onClick={showAvailableSoon}>
            <Entry icon={<MessageSquareHeart />} label={profileTexts.feedback} />
          </button>
        </li>
        <li>
          <button
            type="button"
            className={row}
            aria-disabled={logout.isPending || undefined}
            onClick={() => logout.mutate()}
          >
            <Entry icon={<LogOut />} label={logout.isPending ? profileTexts.loggingOut : profileTexts.logOut} plain />
          </button>
        </li>
      </ul>
    </nav>
  );
}

function Entry({
  icon,
  label,
  hint,
  plain = false,
}: {
  icon: ReactNode;
  label: string;
  hint?: string;
  plain?: boolean;
}) {
  return (
    <>
      <span
        aria-hidden="true"
        className="grid size-11 shrink-0 place-items-center rounded-md bg-raised [&>svg]:size-5.5"
      >
        {icon}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block">{label}</span>
        {hint !== undefined && <span className="block text-small font-medium text-quiet">{hint}</span>}
      </span>
      {!plain && (
        <ChevronRight
          aria-hidden="true"
          className="size-5 shrink-0 text-quiet transition-transform duration-150 group-hover:translate-x-0.5"
        />
      )}
    </>
  );
}
