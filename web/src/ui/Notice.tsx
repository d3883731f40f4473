import type { ReactNode } from 'react';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';

/** The kind of message. */
export type Tone = 'good' | 'bad' | 'warn' | 'note';

const tones: Record<Tone, { box: string; icon: ReactNode }> = {
  good: { box: 'bg-good-tint text-good', icon: <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0" /> },
  bad: { box: 'bg-bad-tint text-bad', icon: <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" /> },
  warn: {
    box: 'bg-warn-tint text-warn',
    icon: <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />,
  },
  note: { box: 'bg-note-tint text-note', icon: <Info aria-hidden="true" className="mt-0.5 size-5 shrink-0" /> },
};

export interface NoticeProps {
  tone?: Tone;
  title?: string;
  children?: ReactNode;
  /** A button or link at its end. */
  action?: ReactNode;
  /** Reduces the height, for narrow places. */
  tight?: boolean;
  /** Whether it is announced at once when it appears, such as an error caused by a tap. */
  isLive?: boolean;
}

/** A message that stays on the page. */
export function Notice({ tone = 'note', title, children, action, tight = false, isLive = false }: NoticeProps) {
  return (
    <div
      role={isLive ? 'alert' : undefined}
      className={`flex flex-wrap ${action === undefined ? 'items-start' : 'items-center'} gap-x-3 gap-y-2 rounded-lg ${tight ? 'px-3.5 py-2' : 'px-4 py-3.5'} ${tones[tone].box}`}
    >
      {tones[tone].icon}
      <div className="min-w-0 flex-1 basis-40">
        {title !== undefined && <p className="font-bold">{title}</p>}
        {children !== undefined && <div className="text-[.9375rem] text-ink">{children}</div>}
      </div>
      {action}
    </div>
  );
}
