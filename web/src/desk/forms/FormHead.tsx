import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '@/ui/IconButton';
import { focusOnce } from '@/desk/lib/focus-once';

/** The head of a form: its title, what is below the title, and a button that closes the form. */
export function FormHead({
  as: Heading = 'h2',
  id,
  title,
  close,
  takesFocus = true,
  onClose,
  children,
}: {
  /** The level of the title. That of a form in a sheet, `h2`, is larger. */
  as?: 'h2' | 'h3' | 'h4';
  /** The id of the title. */
  id?: string;
  title: string;
  /** The label of the button that closes the form. */
  close: string;
  /** Whether the title takes the focus when it appears. */
  takesFocus?: boolean;
  onClose: () => void;
  children?: ReactNode;
}) {
  return (
    <header className="flex items-start gap-3">
      <div className="min-w-0 flex-1">
        <Heading
          id={id}
          ref={takesFocus ? focusOnce : undefined}
          tabIndex={takesFocus ? -1 : undefined}
          className={`display wrap-anywhere outline-none ${Heading === 'h2' ? 'text-[2rem] leading-none' : 'text-h4'}`}
        >
          {title}
        </Heading>
        {children}
      </div>
      <IconButton
        label={close}
        variant="ghost"
        icon={<X aria-hidden="true" className="size-5" />}
        onClick={onClose}
        className="-mt-2 -mr-2"
      />
    </header>
  );
}
