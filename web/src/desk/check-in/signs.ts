import {
  ArrowRightLeft,
  BadgeCheck,
  Ban,
  CalendarX,
  CircleCheckBig,
  CircleHelp,
  Clock,
  FileX,
  Hourglass,
  IndianRupee,
  KeyRound,
  Lock,
  MapPinOff,
  OctagonAlert,
  ScanLine,
  ShieldX,
  ShieldQuestion,
  UserRoundSearch,
  type LucideIcon,
} from 'lucide-react';
import type { OutcomeCode } from './scan-outcome';

/** How an outcome looks and sounds: `notes` are pitches in hertz, played one after another. */
export interface Sign {
  tone: 'good' | 'warn' | 'bad' | 'note';
  Icon: LucideIcon;
  notes: readonly number[];
}

/** The notes end high for `good`, repeat one for `warn`, and end low for `bad`. */
export const signs: Record<OutcomeCode, Sign> = {
  checked_in: { tone: 'good', Icon: CircleCheckBig, notes: [660, 880] },
  real_pass: { tone: 'good', Icon: BadgeCheck, notes: [587, 784] },
  due: { tone: 'warn', Icon: IndianRupee, notes: [587, 587, 587] },
  too_early: { tone: 'warn', Icon: Clock, notes: [523, 523] },
  moved: { tone: 'warn', Icon: ArrowRightLeft, notes: [523, 659, 523] },
  over: { tone: 'warn', Icon: Hourglass, notes: [659, 587, 587] },
  real_unlisted: { tone: 'warn', Icon: ShieldQuestion, notes: [659, 659, 784] },
  court_taken: { tone: 'warn', Icon: UserRoundSearch, notes: [659, 523, 523] },
  already_in: { tone: 'bad', Icon: OctagonAlert, notes: [440, 330, 440, 330] },
  wrong_day: { tone: 'bad', Icon: CalendarX, notes: [440, 294] },
  other_venue: { tone: 'bad', Icon: MapPinOff, notes: [494, 330] },
  cancelled: { tone: 'bad', Icon: Ban, notes: [392, 311, 262] },
  day_closed: { tone: 'bad', Icon: Lock, notes: [392, 262] },
  unknown_booking: { tone: 'bad', Icon: CircleHelp, notes: [370, 247] },
  unknown_key: { tone: 'bad', Icon: KeyRound, notes: [311, 262, 220] },
  wrong_signature: { tone: 'bad', Icon: ShieldX, notes: [262, 196, 196] },
  not_a_pass: { tone: 'note', Icon: FileX, notes: [330, 262] },
  unverified: { tone: 'note', Icon: ScanLine, notes: [392, 392] },
};
