import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { isPressedAgain } from '@/lib/pressed-again';
import { useTopModal } from './open-modals';
import { uiTexts } from './texts';

/** One toast to show. */
export interface ToastShown {
  id: number;
  type: 'success' | 'error' | 'warning' | 'info';
  title?: string;
  text: string;
  /** A button, such as one that undoes what the toast reports. */
  action?: { label: string; key?: string; run: () => void };
  /** How long it is shown, in milliseconds; as long as the others if absent. */
  milliseconds?: number;
}

export interface ToastsProps {
  toasts: readonly ToastShown[];
  onDismiss: (id: number) => void;
  /** How long a toast is shown, in milliseconds; the timer begins again when it is neither hovered nor focused. */
  milliseconds: number;
  closeLabel?: string;
  /** At the lower edge instead of the upper one; an open window leaves no space for them there. */
  atBottom?: boolean;
}

/** Distance between the toasts and an open window, in pixels. */
const GAP = 8;

const icons = {
  success: <CircleCheck aria-hidden="true" className="size-6 shrink-0 text-good" />,
  error: <CircleAlert aria-hidden="true" className="size-6 shrink-0 text-bad" />,
  warning: <TriangleAlert aria-hidden="true" className="size-6 shrink-0 text-warn" />,
  info: <Info aria-hidden="true" className="size-6 shrink-0 text-note" />,
};

/**
 * The toasts, above everything else and announced politely. While a modal window of `open-modals` is open they are rendered inside it:
 * everything outside is inert, and could neither be read nor dismissed. The window leaves space for them (`--toasts` in
 * theme.css).
 */
export function Toasts({
  toasts,
  onDismiss,
  milliseconds,
  closeLabel = uiTexts.dismiss,
  atBottom = false,
}: ToastsProps) {
  const layer = useRef<HTMLDivElement>(null);
  const newest = toasts.at(-1)?.id;
  const hasToasts = toasts.length > 0;
  const modal = useTopModal();
  // Moving this element between parents keeps the cards and their timers.
  const [host] = useState(() => document.createElement('div'));
  useEffect(() => () => host.remove(), [host]);
  const focusedBefore = useRef<EventTarget>(null);

  /** Dismisses a toast whose button was used; the focus returns to where it was, because the button disappears. */
  function close(id: number) {
    const hadFocus = layer.current?.contains(document.activeElement) === true;
    onDismiss(id);
    if (hadFocus && focusedBefore.current instanceof HTMLElement) focusedBefore.current.focus({ preventScroll: true });
  }

  useLayoutEffect(() => {
    // A window that was just removed from the page is still registered as the topmost one until its own clean-up runs.
    (modal?.isConnected === true ? modal : document.body).append(host);
    const element = layer.current;
    if (!element || newest === undefined || typeof element.showPopover !== 'function') return;
    // Showing it again moves the layer above a window that opened meanwhile.
    element.showPopover();
    return () => {
      // An element removed from the page is already hidden.
      if (element.isConnected) element.hidePopover();
    };
  }, [newest, modal, host]);

  // Their lower edge depends on their number, their text and the width of the screen.
  useLayoutEffect(() => {
    const element = layer.current;
    const { style } = document.documentElement;
    if (!element || !hasToasts || atBottom) return;
    const watch = new ResizeObserver(() => {
      style.setProperty('--toasts', `${Math.ceil(element.getBoundingClientRect().bottom + GAP)}px`);
    });
    watch.observe(element);
    return () => {
      watch.disconnect();
      style.removeProperty('--toasts');
    };
  }, [hasToasts, atBottom]);

  return createPortal(
    // The handler only records where the focus came from.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={layer}
      popover="manual"
      role="status"
      aria-live="polite"
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) focusedBefore.current = relatedTarget;
      }}
      className={`pointer-events-none fixed inset-x-0 [view-transition-name:toasts] m-0 mx-auto grid w-full max-w-md gap-2 overflow-visible border-0 bg-transparent px-4 md:px-0 [&:not(:popover-open)]:hidden ${
        atBottom
          ? 'top-auto bottom-20 md:bottom-6 md:ml-24'
          : 'top-[max(.75rem,env(safe-area-inset-top))] md:top-5 md:mr-6'
      }`}
    >
      {toasts.map((toast) => (
        <ToastCard
          key={toast.id}
          toast={toast}
          onDismiss={onDismiss}
          onClose={close}
          milliseconds={toast.milliseconds ?? milliseconds}
          closeLabel={closeLabel}
        />
      ))}
    </div>,
    host,
  );
}

function ToastCard({
  toast,
  onDismiss,
  onClose,
  milliseconds,
  closeLabel,
}: {
  toast: ToastShown;
  /** Called when its time is over. */
  onDismiss: (id: number) => void;
  /** Called when one of its buttons was used. */
  onClose: (id: number) => void;
  milliseconds: number;
  closeLabel: string;
}) {
  const dismiss = useEffectEvent(() => onDismiss(toast.id));
  const [isHovered, setIsHovered] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  const isPaused = isHovered || isFocused;
  useEffect(() => {
    if (isPaused) return;
    const timer = window.setTimeout(dismiss, milliseconds);
    return () => window.clearTimeout(timer);
  }, [isPaused, milliseconds]);
  return (
    <div
      onMouseEnter={() => setIsHovered(true)}
      onMouseLeave={() => setIsHovered(false)}
      onFocus={() => setIsFocused(true)}
      onBlur={() => setIsFocused(false)}
      className="toast pointer-events-auto flex items-start gap-3 rounded-lg border border-line bg-card py-3 pr-1.5 pl-4 text-ink shadow-pass"
    >
      {icons[toast.type]}
      <div className="min-w-0 flex-1 py-0.5">
        {toast.title !== undefined && <p className="font-bold">{toast.title}</p>}
        <p className={toast.title === undefined ? 'font-semibold' : 'text-small text-quiet'}>{toast.text}</p>
      </div>
      {toast.action !== undefined && (
        <button
          type="button"
          aria-keyshortcuts={toast.action.key}
          onClick={(event) => {
            // The second press of a double click may be on the toast that took the place of the first one.
            if (isPressedAgain(event)) return;
            toast.action?.run();
            onClose(toast.id);
          }}
          className="-my-1.5 flex min-h-11 shrink-0 items-center rounded-md px-3 font-bold underline underline-offset-4 hover:bg-raised"
        >
          {toast.action.label}
        </button>
      )}
      <button
        type="button"
        aria-label={closeLabel}
        onClick={() => onClose(toast.id)}
        className="-my-1.5 grid size-11 shrink-0 place-items-center rounded-md text-quiet hover:text-ink"
      >
        <X aria-hidden="true" className="size-4.5" />
      </button>
    </div>
  );
}
