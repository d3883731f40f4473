import { waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { pause } from '@/lib/pause';
import { keepFocus } from './keep-focus';

afterEach(() => document.body.replaceChildren());

function page() {
  document.body.innerHTML = `
    <div id="screen" tabindex="-1"><div id="panel" tabindex="-1"><p><button id="one"></button></p></div>
    <button id="two"></button></div>`;
  const at = (id: string) => document.getElementById(id) as HTMLElement;
  return { at, stop: keepFocus(at('screen')), focused: () => document.activeElement?.id };
}

/** Waits for the observer, and then for the timer that it may have started, which moves the focus. */
async function observed(): Promise<void> {
  await Promise.resolve();
  await pause(0);
}

test('the nearest part around a removed element takes its focus, or else the screen', async () => {
  const { at, focused } = page();
  at('one').focus();
  at('one').parentElement?.remove();
  await waitFor(() => expect(focused()).toBe('panel'));
  at('two').focus();
  at('two').remove();
  await waitFor(() => expect(focused()).toBe('screen'));
});

test('the heading of a dialog takes the focus of what is removed from it', async () => {
  const { at, focused } = page();
  at('panel').insertAdjacentHTML(
    'beforeend',
    '<dialog open><h2 id="heading" tabindex="-1"></h2><button id="more"></button></dialog>',
  );
  at('more').focus();
  at('more').remove();
  await waitFor(() => expect(focused()).toBe('heading'));
});

test('the part around a button that is disabled takes its focus; a button that is enabled again at once keeps it', async () => {
  const { at, focused } = page();
  at('one').focus();
  at('one').toggleAttribute('disabled', true);
  await waitFor(() => expect(focused()).toBe('panel'));
  at('two').focus();
  at('two').toggleAttribute('disabled', true);
  await waitFor(() => expect(focused()).toBe('screen'));
  for (const id of ['one', 'two']) at(id).toggleAttribute('disabled', false);
  at('two').focus();
  at('two').toggleAttribute('disabled', true);
  at('two').toggleAttribute('disabled', false);
  at('one').toggleAttribute('disabled', true);
  await observed();
  expect(focused()).toBe('two');
});

test('an element that took the focus keeps it, and removing an element without the focus moves nothing', async () => {
  const { at, focused } = page();
  at('one').focus();
  at('one').remove();
  at('two').focus();
  await observed();
  expect(focused()).toBe('two');
  at('panel').remove();
  await observed();
  expect(focused()).toBe('two');
});

test('after it was stopped the focus is not moved, and without an element there is nothing to stop', async () => {
  const { at, stop, focused } = page();
  stop?.();
  at('one').focus();
  at('one').remove();
  await observed();
  expect(focused()).toBe('');
  expect(keepFocus(null)).toBeUndefined();
});
