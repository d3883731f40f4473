import { CircleCheck, CircleMinus, CircleX, Hourglass, Truck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Pill, type PillProps } from '@/ui/Pill';
import { statusAppearance, statusText, type StatusAppearance } from './booking-status';

const appearances: Record<StatusAppearance, { tone: PillProps['tone']; icon: ReactNode }> = {
  confirmed: { tone: 'good', icon: <CircleCheck aria-hidden="true" className="size-4 shrink-0" /> },
  'cancel-requested': { tone: 'warn', icon: <Hourglass aria-hidden="true" className="size-4 shrink-0" /> },
  cancelled: { tone: 'bad', icon: <CircleX aria-hidden="true" className="size-4 shrink-0" /> },
  'in-transit': { tone: 'note', icon: <Truck aria-hidden="true" className="size-4 shrink-0" /> },
  quiet: { tone: 'plain', icon: <CircleMinus aria-hidden="true" className="size-4 shrink-0" /> },
};

/** A booking's status: text, icon and colour together (spec §4, history card). */
export function StatusBadge({ type, status }: { type: string; status: string | undefined }) {
  const { tone, icon } = appearances[statusAppearance(type, status)];
  return (
    <Pill tone={tone} icon={icon}>
      <span className="whitespace-nowrap">{statusText(status)}</span>
    </Pill>
  );
}
