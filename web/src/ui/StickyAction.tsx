import type { ReactNode } from 'react';

export interface StickyActionProps {
  /** The button, and what belongs beside it. */
  children: ReactNode;
  /** At most two lines above the button, such as the court and its price. */
  summary?: ReactNode;
}

/** The main action: fixed to the lower edge on phones, in the column on larger screens. */
export function StickyAction({ children, summary }: StickyActionProps) {
  return (
    <>
      {/* A margin reserves the height that the fixed bar covers; an empty block would count as a layout shift. */}
      <div aria-hidden="true" className={`md:hidden ${summary === undefined ? 'mb-28' : 'mb-42'}`} />
      <div className="gutter fixed inset-x-0 bottom-0 z-20 -translate-y-(--hold-bar,0px) border-t border-line bg-paper pt-3.5 pb-[max(1.125rem,env(safe-area-inset-bottom))] md:static md:z-auto md:mt-8 md:translate-y-0 md:border-0 md:bg-transparent md:p-0">
        {summary !== undefined && <div className="mb-3">{summary}</div>}
        {children}
      </div>
    </>
  );
}
