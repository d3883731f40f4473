import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { Checkbox } from './Checkbox';
import { DateField } from './DateField';
import { TextField } from './Field';
import { GenderPicker } from './GenderPicker';
import { PasswordField } from './PasswordField';

afterEach(cleanup);

test('a field with an error has the border of an error, keeps its label and refers to the message', () => {
  render(<TextField label="Email" error="Invalid email address" />);
  const field = screen.getByLabelText('Email');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(field.className).toContain('border-bad');
  const message = screen.getByRole('alert');
  expect(message.textContent).toBe('Invalid email address');
  expect(field.getAttribute('aria-describedby')).toBe(message.id);
});

test('an error that comes while its field has the focus is scrolled into view, another one is not', () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue();
  const form = (name?: string, email?: string) => (
    <>
      <TextField label="Name" error={name} />
      <TextField label="Email" error={email} />
    </>
  );
  const { rerender } = render(form());
  screen.getByLabelText('Email').focus();
  rerender(form('Enter your name'));
  expect(scrolled).not.toHaveBeenCalled();
  rerender(form('Enter your name', 'Invalid email address'));
  expect(scrolled.mock.contexts).toEqual([screen.getByText('Invalid email address')]);
  scrolled.mockRestore();
});

test('a password is shown and hidden again', async () => {
  const user = userEvent.setup();
  render(<PasswordField label="Password" />);
  const field = screen.getByLabelText<HTMLInputElement>('Password');
  expect(field.type).toBe('password');
  await user.click(screen.getByRole('button', { name: 'Show password' }));
  expect(field.type).toBe('text');
  await user.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(field.type).toBe('password');
});

test('a click on a date opens the native picker', () => {
  const showPicker = vi.fn<() => void>();
  render(<DateField label="Birthdate" />);
  const field = screen.getByLabelText<HTMLInputElement>('Birthdate');
  field.showPicker = showPicker;
  fireEvent.click(field);
  expect(showPicker).toHaveBeenCalledTimes(1);
});

test('a disabled gender picker does not change', async () => {
  const user = userEvent.setup();
  const onChange = vi.fn<(value: string) => void>();
  const options = [
    { value: 'male', label: 'Male' },
    { value: 'female', label: 'Female' },
    { value: 'other', label: 'Other' },
  ];
  const { rerender } = render(<GenderPicker legend="Gender" options={options} value="" onChange={onChange} disabled />);
  await user.click(screen.getByText('Female'));
  expect(onChange).not.toHaveBeenCalled();
  rerender(<GenderPicker legend="Gender" options={options} value="" onChange={onChange} />);
  await user.click(screen.getByText('Female'));
  expect(onChange).toHaveBeenCalledExactlyOnceWith('female');
});

test('each click on a checkbox changes it between true and false', async () => {
  const user = userEvent.setup();
  const changes: boolean[] = [];
  render(<Checkbox label="I agree" onChange={(event) => changes.push(event.target.checked)} />);
  await user.click(screen.getByRole('checkbox', { name: 'I agree' }));
  await user.click(screen.getByRole('checkbox', { name: 'I agree' }));
  expect(changes).toEqual([true, false]);
});
