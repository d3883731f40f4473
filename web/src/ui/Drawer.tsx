import { Drawer as Sheet } from '@base-ui/react/drawer';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { uiTexts } from './texts';

export interface DrawerProps {
  open: boolean;
  onClose: () => void;
  title: string;
  paragraph?: string;
  children?: ReactNode;
  /** CSS height of the sheet; the specification's default is half the screen. */
  height?: string;
  closeLabel?: string;
}

/** The bottom sheet of the specification §2. Its code is large: open it through `openDrawer` of lib/drawer. */
export function Drawer({
  open,
  onClose,
  title,
  paragraph,
  children,
  height = '50dvh',
  closeLabel = uiTexts.close,
}: DrawerProps) {
  return (
    <Sheet.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Sheet.Portal>
        <Sheet.Backdrop className="drawer-backdrop fixed inset-0 bg-scrim" />
        <Sheet.Viewport className="fixed inset-0 flex items-end justify-center">
          <Sheet.Popup
            className="drawer relative flex w-full max-w-2xl flex-col rounded-t-2xl bg-card text-ink"
            style={{ height }}
          >
            <div aria-hidden="true" className="mx-auto mt-2.5 h-1.5 w-11 shrink-0 rounded-full bg-line" />
            <div className="flex items-start justify-between gap-4 px-5 pt-3 md:px-7">
              <div>
                <Sheet.Title className="display text-h3">{title}</Sheet.Title>
                {paragraph !== undefined && paragraph !== '' && (
                  <Sheet.Description className="mt-1.5 text-quiet">{paragraph}</Sheet.Description>
                )}
              </div>
              <Sheet.Close
                aria-label={closeLabel}
                className="-mt-1 -mr-2 grid size-11 shrink-0 place-items-center rounded-md text-quiet hover:bg-raised hover:text-ink"
              >
                <X aria-hidden="true" className="size-5" />
              </Sheet.Close>
            </div>
            <Sheet.Content className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-4 pb-[max(1.25rem,env(safe-area-inset-bottom))] md:px-7">
              {children}
            </Sheet.Content>
          </Sheet.Popup>
        </Sheet.Viewport>
      </Sheet.Portal>
    </Sheet.Root>
  );
}
