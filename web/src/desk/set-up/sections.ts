import {
  Clock,
  KeyRound,
  MapPin,
  MessageSquareText,
  Palette,
  ScrollText,
  Tag,
  TicketPercent,
  UsersRound,
  type LucideIcon,
} from 'lucide-react';
import { may, activeVenues, type Me } from '@/desk/api/me';
import { lastVenue } from '@/desk/lib/last-venue';
import { paths } from '@/desk/lib/paths';

export type SectionName = 'brand' | 'venues' | 'hours' | 'prices' | 'coupons' | 'staff' | 'messages' | 'audit' | 'keys';

/** A screen of the set-up. */
export interface Section {
  name: SectionName;
  link: ReturnType<(typeof paths)[SectionName]>;
  Icon: LucideIcon;
}

export interface SectionGroup {
  name: 'venue' | 'people' | 'records' | 'you';
  entries: Section[];
}

/** The screens that a person may open, in groups; an empty group is left out. */
export function sectionsOf(me: Me): SectionGroup[] {
  const venue = lastVenue(activeVenues(me));
  const entry = (isAllowed: boolean, section: Section) => (isAllowed ? [section] : []);
  const ofVenue = (permission: string, section: (venue: number) => Section) =>
    venue !== undefined && may(me, permission) ? [section(venue)] : [];
  const groups: SectionGroup[] = [
    {
      name: 'venue',
      entries: [
        ...entry(may(me, 'setup.read'), { name: 'brand', link: paths.brand(), Icon: Palette }),
        ...entry(may(me, 'setup.read'), { name: 'venues', link: paths.venues(), Icon: MapPin }),
        ...ofVenue('hours.publish', (of) => ({ name: 'hours', link: paths.hours(of), Icon: Clock })),
        ...ofVenue('price.publish', (of) => ({ name: 'prices', link: paths.prices(of), Icon: Tag })),
        ...entry(may(me, 'coupon.edit'), { name: 'coupons', link: paths.coupons(), Icon: TicketPercent }),
      ],
    },
    {
      name: 'people',
      entries: entry(may(me, 'staff.manage'), { name: 'staff', link: paths.staff(), Icon: UsersRound }),
    },
    {
      name: 'records',
      entries: [
        ...entry(may(me, 'message.read'), { name: 'messages', link: paths.messages(), Icon: MessageSquareText }),
        ...entry(may(me, 'audit.read'), { name: 'audit', link: paths.audit(), Icon: ScrollText }),
      ],
    },
    { name: 'you', entries: [{ name: 'keys', link: paths.keys(), Icon: KeyRound }] },
  ];
  return groups.filter(({ entries }) => entries.length > 0);
}
