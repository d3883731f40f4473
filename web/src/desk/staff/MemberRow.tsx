import { Link2, Pencil } from 'lucide-react';
import { useState } from 'react';
import { useOnline } from '@/lib/online';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/Button';
import { call } from '@/desk/api/client';
import { hasCode } from '@/desk/api/problem';
import { useWrite } from '@/desk/api/use-write';
import { toastWriteFailure } from '@/desk/api/write-failure';
import { roleTexts } from '@/desk/lib/role-texts';
import { draftOf } from './draft';
import { staffFailure, useRereadStaff, type Link, type Member } from './staff';
import type { StaffProps } from './staff-props';
import { staffTexts } from './texts';
import { focusOnce } from '@/desk/lib/focus-once';

/** Shows a member of staff with name, role and venues, and the actions for them that the server allows. */
export function MemberRow({
  me,
  member,
  isFormOpen,
  onDraft,
  onLink,
  onProofNeeded,
}: Omit<StaffProps, 'draft'> & {
  member: Member;
  /** Whether the form of another or a new member is open. */
  isFormOpen: boolean;
}) {
  const online = useOnline();
  const reread = useRereadStaff();
  const [isConfirming, setIsConfirming] = useState(false);
  const { id, full_name: name, phone, role, venues, active, version } = member;
  const isMe = id === me.staff.id;
  const fail = (cause: Error) => {
    if (hasCode(cause, 'proof_needed')) onProofNeeded();
    else toastWriteFailure(cause, staffTexts.notDone, staffFailure);
    // The member was changed since the list was read.
    if (hasCode(cause, 'not_found')) void reread();
  };
  const makeLink = useWrite<Link>({
    write: (_, key) => call('post', '/api/desk/staff/{id}/links', { params: { id }, key }),
    onSuccess: (link) => onLink({ name, phone, link }),
    onError: fail,
  });
  // The write gets the version that it changes: after a lost answer, the same change of a later one is another action.
  const setActive = useWrite<{ version: number }, { on: boolean; of: number }>({
    write: ({ on, of }, key) =>
      call('patch', '/api/desk/staff/{id}', { params: { id }, body: { active: on }, version: of, key }),
    onSuccess: (_, { on }) => {
      setIsConfirming(false);
      toast.success(on ? staffTexts.switchedOn(name) : staffTexts.switchedOff(name));
    },
    onError: fail,
    onSettled: reread,
  });
  const places =
    role === 'owner'
      ? staffTexts.allVenues
      : me.venues.flatMap((venue) => (venues.includes(venue.id) ? [venue.name] : [])).join(', ');
  const isDisabled = !online || isFormOpen;
  return (
    <li tabIndex={-1} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3.5 outline-none">
      <div className="min-w-0 flex-1 basis-60">
        <p className={`font-bold ${active ? '' : 'text-quiet'}`}>
          {name}
          {isMe && <span className="ml-2 rounded-full bg-raised px-2 py-0.5 text-[.75rem]">{staffTexts.you}</span>}
          {!active && <span className="ml-2 rounded-full bg-raised px-2 py-0.5 text-[.75rem]">{staffTexts.off}</span>}
        </p>
        <p className="figures text-small text-quiet">
          {[roleTexts[role], places, `${phone.slice(0, 5)} ${phone.slice(5)}`].filter(Boolean).join(' · ')}
        </p>
      </div>
      {isConfirming ? (
        <div className="grid basis-full gap-2.5">
          <p role="alert" className="text-small">
            {staffTexts.switchOffAsk(name)}
          </p>
          <div className="flex flex-wrap gap-2.5">
            <Button
              ref={focusOnce}
              variant="outline"
              size="sm"
              isBusy={setActive.isPending}
              disabled={!online}
              onClick={() => setActive.mutate({ on: false, of: version })}
            >
              {staffTexts.switchOff}
            </Button>
            <Button variant="ghost" size="sm" onClick={() => setIsConfirming(false)}>
              {staffTexts.keep}
            </Button>
          </div>
        </div>
      ) : (
        member.may_change && (
          <div className="-ml-3 flex flex-wrap max-md:basis-full">
            {active ? (
              <>
                <Button
                  variant="ghost"
                  size="sm"
                  disabled={isDisabled}
                  icon={<Pencil aria-hidden="true" className="size-4" />}
                  aria-label={staffTexts.changeNamed(name)}
                  onClick={() => onDraft(draftOf(member))}
                >
                  {staffTexts.change}
                </Button>
                <Button
                  variant="ghost"
                  size="sm"
                  disabled={isDisabled}
                  isBusy={makeLink.isPending}
                  icon={<Link2 aria-hidden="true" className="size-4" />}
                  aria-label={staffTexts.linkNamed(name)}
                  onClick={() => makeLink.mutate()}
                >
                  {staffTexts.link}
                </Button>
                {!isMe && (
                  <Button
                    variant="ghost"
                    size="sm"
                    disabled={isDisabled}
                    aria-label={staffTexts.switchOffNamed(name)}
                    onClick={() => setIsConfirming(true)}
                  >
                    {staffTexts.switchOff}
                  </Button>
                )}
              </>
            ) : (
              <Button
                variant="ghost"
                size="sm"
                disabled={isDisabled}
                isBusy={setActive.isPending}
                aria-label={staffTexts.switchOnNamed(name)}
                onClick={() => setActive.mutate({ on: true, of: version })}
              >
                {staffTexts.switchOn}
              </Button>
            )}
          </div>
        )
      )}
    </li>
  );
}
