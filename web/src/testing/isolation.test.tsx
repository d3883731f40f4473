import { render } from '@testing-library/react';
import { useEffect } from 'react';
import { describe, expect, test, vi } from 'vitest';

test('a call without a stand-in fails without reaching a network, before a stand-in and after it', async () => {
  await expect(fetch('/api/app-config')).rejects.toThrow('Failed to fetch');
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('from the stand-in')));
  expect(await (await fetch('/api/app-config')).text()).toBe('from the stand-in');
  vi.unstubAllGlobals();
  await expect(fetch('/api/app-config')).rejects.toThrow('Failed to fetch');
});

describe('what a test rendered', () => {
  let isRunning = false;
  function Screen() {
    useEffect(() => {
      isRunning = true;
      return () => {
        isRunning = false;
      };
    }, []);
    return <p>A screen</p>;
  }

  test('is there until the end of the test', () => {
    render(<Screen />);
    expect(document.body.textContent).toBe('A screen');
    expect(isRunning).toBe(true);
  });

  test('is removed after it, with its effects', () => {
    expect(document.body.textContent).toBe('');
    expect(isRunning).toBe(false);
  });
});
