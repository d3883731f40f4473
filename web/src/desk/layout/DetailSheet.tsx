import { useRef, type ReactNode, type TouchEvent } from 'react';

/** How far a swipe to the right closes the sheet, in pixels. */
const SWIPE = 80;

/**
 * Shows the details of a desk screen: in a column if `isBeside`, else in a sheet from the right over the screen, which
 * a swipe to the right closes.
 */
export function DetailSheet({
  label,
  isBeside,
  onClose,
  children,
}: {
  label: string;
  isBeside: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const from = useRef<{ x: number; y: number } | null>(null);
  const classes = 'scheme-dark flex flex-col overflow-hidden bg-deep text-ink outline-none';
  if (isBeside) {
    return (
      <aside
        aria-label={label}
        tabIndex={-1}
        className={`${classes} my-3 mr-3 w-90 shrink-0 rounded-xl border border-line`}
      >
        {children}
      </aside>
    );
  }

  function onTouchEnd(event: TouchEvent) {
    if (from.current === null) return;
    const touch = event.changedTouches.item(0);
    const across = touch.clientX - from.current.x;
    if (across > SWIPE && across > 2 * Math.abs(touch.clientY - from.current.y)) onClose();
    from.current = null;
  }
  return (
    <aside
      aria-label={label}
      tabIndex={-1}
      onTouchStart={({ touches }) => {
        const touch = touches.item(0);
        from.current = { x: touch.clientX, y: touch.clientY };
      }}
      onTouchEnd={onTouchEnd}
      className={`${classes} detail-sheet fixed inset-y-0 right-0 z-40 w-full shadow-pass min-[40rem]:w-95 min-[40rem]:rounded-l-xl`}
    >
      {children}
    </aside>
  );
}
