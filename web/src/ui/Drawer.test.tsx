import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Drawer } from './Drawer';

afterEach(cleanup);

function open(height?: string) {
  const onClose = vi.fn<() => void>();
  render(
    <Drawer open onClose={onClose} title="No code yet?" paragraph="Wait a little." height={height}>
      <p>Tips</p>
    </Drawer>,
  );
  return { onClose, sheet: screen.getByRole('dialog', { name: 'No code yet?' }) };
}

test('the sheet shows title, paragraph and content, with the given height', () => {
  const { sheet } = open('320px');
  expect(sheet.textContent).toContain('Wait a little.');
  expect(sheet.textContent).toContain('Tips');
  expect(sheet.style.height).toBe('320px');
});

test('the close button closes the sheet', () => {
  const { onClose } = open();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('Escape closes the sheet', () => {
  const { onClose, sheet } = open();
  fireEvent.keyDown(sheet, { key: 'Escape' });
  expect(onClose).toHaveBeenCalledTimes(1);
});
