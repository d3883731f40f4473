import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FromFile } from './FromFile';

test('the switch stays on one line and can be copied as the program takes it', () => {
  const { container } = render(<FromFile text="Importing needs --take-over now." />);
  expect(container.textContent).toBe('Importing needs --take-over now.');
  expect(screen.getByText('--take-over').className).toContain('whitespace-nowrap');
});
