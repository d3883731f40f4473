import { afterEach, expect, test } from 'vitest';
import { pressShortcut } from './press-shortcut';

afterEach(() => document.body.replaceChildren());

/** Adds a button with a key, and records its presses. */
function button(key: string, onPress: () => void, isOff = false): void {
  const element = document.createElement('button');
  element.setAttribute('aria-keyshortcuts', key);
  if (isOff) element.setAttribute('aria-disabled', 'true');
  element.addEventListener('click', onPress);
  document.body.append(element);
}

test('a key presses its button in upper and lower case, and does nothing without a button', () => {
  const pressed: string[] = [];
  button('W', () => pressed.push('W'));
  expect([pressShortcut('w'), pressShortcut('W'), pressShortcut('i')]).toEqual([true, true, false]);
  expect(pressed).toEqual(['W', 'W']);
});

test('of two toasts, Z undoes the newest', () => {
  const pressed: string[] = [];
  button('Z', () => pressed.push('booking'));
  button('Z', () => pressed.push('check-in'));
  button('Z', () => pressed.push('busy'), true);
  pressShortcut('z');
  expect(pressed).toEqual(['check-in']);
});
