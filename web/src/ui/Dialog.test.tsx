import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Dialog, type DialogProps } from './Dialog';
import { Toasts } from './Toasts';

afterEach(cleanup);

function open(props: Partial<DialogProps> = {}) {
  const onClose = vi.fn<() => void>();
  render(
    <Dialog open title="A window" onClose={onClose} {...props}>
      {props.children ?? <p>Words</p>}
    </Dialog>,
  );
  return { onClose, dialog: screen.getByRole<HTMLDialogElement>('dialog', { name: 'A window' }) };
}

test('a press and click outside the window closes it', () => {
  const { onClose, dialog } = open();
  fireEvent.pointerDown(dialog);
  fireEvent.click(dialog);
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('a press that begins inside and ends outside the window does not close it', () => {
  const { onClose, dialog } = open();
  fireEvent.pointerDown(screen.getByText('Words'));
  fireEvent.click(dialog);
  expect(onClose).not.toHaveBeenCalled();
});

test('Escape closes the window, and a file chooser that is closed without a choice does not', () => {
  const { onClose, dialog } = open({ children: <input type="file" aria-label="File" /> });
  fireEvent(screen.getByLabelText('File'), new Event('cancel', { bubbles: true }));
  expect(onClose).not.toHaveBeenCalled();
  fireEvent(dialog, new Event('cancel', { cancelable: true }));
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('a window without closeOnBackdrop stays open when a player clicks beside it', () => {
  const { onClose, dialog } = open({ closeOnBackdrop: false });
  fireEvent.pointerDown(dialog);
  fireEvent.click(dialog);
  expect(onClose).not.toHaveBeenCalled();
});

test('a window that cannot be dismissed comes back when the browser closes it', async () => {
  const { onClose, dialog } = open({ dismissable: false });
  dialog.close();
  await vi.waitFor(() => expect(dialog.open).toBe(true));
  expect(onClose).not.toHaveBeenCalled();
});

test('a dismissable window reports that the browser closed it', () => {
  const { onClose, dialog } = open();
  dialog.removeAttribute('open');
  fireEvent(dialog, new Event('close'));
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('toasts are inside the topmost window, and in the page once it is closed', () => {
  const toasts = <Toasts toasts={[{ id: 1, type: 'info', text: 'News' }]} onDismiss={() => {}} milliseconds={4000} />;
  const withWindow = (isOpen: boolean) => (
    <>
      {toasts}
      <Dialog open={isOpen} title="A window" onClose={() => {}}>
        <p>Words</p>
      </Dialog>
    </>
  );
  const { rerender } = render(withWindow(false));
  expect(screen.getByText('News').closest('dialog')).toBeNull();
  rerender(withWindow(true));
  expect(within(screen.getByRole('dialog')).getByText('News')).toBeTruthy();
  rerender(withWindow(false));
  expect(screen.getByText('News').isConnected).toBe(true);
  expect(screen.getByText('News').closest('dialog')).toBeNull();
});
