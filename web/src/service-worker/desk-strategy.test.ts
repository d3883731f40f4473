import { expect, test } from 'vitest';
import { deskStrategy } from './desk-strategy';

const ORIGIN = 'https://play.example.in';
const strategy = (path: string, mode: RequestMode = 'cors', method = 'GET') =>
  deskStrategy({ method, mode, url: path.startsWith('http') ? path : ORIGIN + path }, ORIGIN);

test("the desk's pages and files are answered, and no call of the API", () => {
  expect(strategy('/desk', 'navigate')).toBe('page');
  expect(strategy('/desk/v/1/board?day=2026-11-22', 'navigate')).toBe('page');
  expect(strategy('/assets/desk-B7c2.js')).toBe('asset');
  for (const path of ['/api/desk/me', '/api/desk/venues/1/board', '/api/app-config', '/desk-sw.js']) {
    expect({ path, strategy: strategy(path) }).toEqual({ path, strategy: 'network' });
  }
});

test('pages of players, other sites and other methods are left to the network', () => {
  expect(strategy('/', 'navigate')).toBe('network');
  expect(strategy('/desktop', 'navigate')).toBe('network');
  expect(strategy('https://other.example/assets/a.js')).toBe('network');
  expect(strategy('/desk', 'navigate', 'POST')).toBe('network');
});
