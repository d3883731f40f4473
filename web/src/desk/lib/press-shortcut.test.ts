import { afterEach, expect, test } from 'vitest';
import { pressShortcut } from './press-shortcut';

afterEach(() => document.body.replaceChildren());

/** Adds a button with a key. */
function addButton(key: string, onPress: () => void, isOff = false): void {
  const element = document.createElement('button');
  element.setAttribute('aria-keyshortcuts', key);
  if (isOff) element.setAttribute('aria-disabled', 'true');
  element.addEventListener('click', onPress);
  document.body.append(element);
}

test('a key presses its button in upper and lower case, and does nothing without a button', () => {
  const pressed: string[] = [];
  addButton('W', () => pressed.push('W'));
  expect([pressShortcut('w'), pressShortcut('W'), pressShortcut('i')]).toEqual([true, true, false]);
  expect(pressed).toEqual(['W', 'W']);
});

test('of several buttons with a key, the last one without aria-disabled is pressed', () => {
  const pressed: string[] = [];
  addButton('Z', () => pressed.push('booking'));
  addButton('Z', () => pressed.push('check-in'));
  addButton('Z', () => pressed.push('busy'), true);
  pressShortcut('z');
  expect(pressed).toEqual(['check-in']);
});

test('Escape for a disabled button does not press the one that closes what is around it', () => {
  const pressed: string[] = [];
  addButton('Escape', () => pressed.push('panel'));
  addButton('Escape', () => pressed.push('question'), true);
  expect(pressShortcut('Escape')).toBe(true);
  expect(pressed).toEqual([]);
});

test('a key presses nothing in a panel that is being closed', () => {
  const pressed: string[] = [];
  addButton('I', () => pressed.push('check-in'));
  document.body.toggleAttribute('data-closing', true);
  expect(pressShortcut('i')).toBe(false);
  document.body.toggleAttribute('data-closing', false);
  expect(pressShortcut('i')).toBe(true);
  expect(pressed).toEqual(['check-in']);
});
