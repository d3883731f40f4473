import { useEffect, useId, useRef, type ReactNode } from 'react';
import { X } from 'lucide-react';
import { enterModal } from './open-modals';
import { uiTexts } from './texts';

export interface DialogProps {
  open: boolean;
  /** Called, if `dismissable`, on Escape, on the close button and, with `closeOnBackdrop`, on a click beside the window. */
  onClose: () => void;
  title: string;
  /** Hides the title visually, for content that has its own. */
  titleHidden?: boolean;
  children: ReactNode;
  /** Shown in the title bar, so that it stays visible while the content scrolls: a timer. */
  beside?: ReactNode;
  /** Stays at the bottom of the window while the content scrolls, except on a short screen. */
  footer?: ReactNode;
  size?: 'sm' | 'md' | 'lg';
  closeLabel?: string;
  /** False while work is under way that must not be ended. */
  dismissable?: boolean;
  /** False if a stray tap beside the window would lose something. */
  closeOnBackdrop?: boolean;
}

const widths = { sm: 'md:max-w-md', md: 'md:max-w-xl', lg: 'md:max-w-3xl' };

/**
 * A modal window on the native dialog. On phones it is at the lower edge, within the thumb's reach; on larger screens
 * in the middle. The focus begins on its title, so that a second Enter presses no button.
 */
export function Dialog({
  open,
  onClose,
  title,
  titleHidden = false,
  beside,
  children,
  footer,
  size = 'md',
  closeLabel = uiTexts.close,
  dismissable = true,
  closeOnBackdrop = true,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const pressedBeside = useRef(false);
  const id = useId();

  useEffect(() => {
    const element = dialog.current;
    if (!element || !open) return;
    const before = document.activeElement;
    if (!element.open) element.showModal();
    heading.current?.focus({ preventScroll: true });
    const leave = enterModal(element);
    return () => {
      leave();
      element.close();
      // A window that is removed from the page does not restore the focus by itself.
      if (document.activeElement === document.body && before instanceof HTMLElement)
        before.focus({ preventScroll: true });
    };
  }, [open]);

  if (!open) return null;
  return (
    // Escape is the native cancel event; the click is only the mouse's shortcut for the close button.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        // A file chooser that is closed without a choice sends the same event, which bubbles from its field.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        if (dismissable) onClose();
      }}
      onClose={(event) => {
        // Browsers close the window at a second Escape without a cancel event; if it was shown again meanwhile, it is
        // open here.
        if (event.target !== event.currentTarget || event.currentTarget.open) return;
        if (dismissable) onClose();
        else event.currentTarget.showModal();
      }}
      onPointerDown={(event) => {
        pressedBeside.current = event.target === event.currentTarget;
      }}
      onClick={(event) => {
        // A press that began inside, to select text, and ended on the backdrop must not close the window.
        const isBeside = pressedBeside.current && event.target === event.currentTarget;
        pressedBeside.current = false;
        if (isBeside && closeOnBackdrop && dismissable) onClose();
      }}
      className={`dialog m-0 mt-auto w-full max-w-none overflow-hidden rounded-t-2xl bg-card p-0 text-ink backdrop:bg-scrim md:m-auto md:w-[calc(100%-4rem)] md:rounded-2xl ${widths[size]}`}
    >
      <div className={`dialog-parts flex max-h-[inherit] flex-col ${footer === undefined ? '' : 'dialog-footed'}`}>
        <header
          className={`flex gap-3 bg-card px-5 pb-2 md:px-7 ${beside === undefined ? 'items-start pt-5 md:pt-6' : 'items-center pt-4'}`}
        >
          <h2
            ref={heading}
            id={id}
            tabIndex={-1}
            className={
              titleHidden
                ? 'sr-only'
                : `display min-w-0 ${beside === undefined ? 'pt-1.5 text-h3' : 'text-h4 md:text-h3'}`
            }
          >
            {title}
          </h2>
          {beside !== undefined && <div className="ml-auto shrink-0">{beside}</div>}
          {dismissable && (
            <button
              type="button"
              aria-label={closeLabel}
              onClick={onClose}
              className={`-mr-2 grid size-11 ${beside === undefined ? '-mt-1 ml-auto' : ''} shrink-0 place-items-center rounded-md text-quiet transition-colors hover:bg-raised hover:text-ink`}
            >
              <X aria-hidden="true" className="size-5" />
            </button>
          )}
        </header>
        {/* A scrollable part must be focusable, so that it can be scrolled by keyboard. */}
        <div
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          className="min-h-0 overflow-y-auto overscroll-contain px-5 pb-5 focus-visible:-outline-offset-3 md:px-7 md:pb-7"
        >
          {children}
        </div>
        {footer !== undefined && (
          <footer className="border-t border-line px-5 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] md:px-7 md:pb-6">
            {footer}
          </footer>
        )}
      </div>
    </dialog>
  );
}
