import { describe, expect, test } from 'vitest';
import { showsPass, requestStrategy } from './request-strategy';

const ORIGIN = 'https://play.example.in';
const strategy = (path: string, mode: RequestMode = 'cors', method = 'GET') =>
  requestStrategy({ method, mode, url: path.startsWith('http') ? path : ORIGIN + path }, ORIGIN);

describe('what the worker answers', () => {
  test('leaves every call of the API, images and the desk to the network', () => {
    for (const path of ['/api/getcourt?venue=1', '/api/user/get_order_info?orderid=1', '/images/a.webp', '/desk']) {
      expect({ path, strategy: strategy(path) }).toEqual({ path, strategy: 'network' });
      expect({ path, strategy: strategy(path, 'navigate') }).toEqual({ path, strategy: 'network' });
    }
  });

  test('answers pages, and files with a hash of their content in the name', () => {
    expect(strategy('/', 'navigate')).toBe('page');
    expect(strategy('/booking-confirmation?orderId=4071553902', 'navigate')).toBe('page');
    expect(strategy('/assets/index-B7c2.js')).toBe('asset');
  });

  test('leaves other sites, other methods and files without a hash to the network', () => {
    expect(strategy('https://maps.example/assets/a.js')).toBe('network');
    expect(strategy('/booking-confirmation', 'navigate', 'POST')).toBe('network');
    expect(strategy('/manifest.webmanifest')).toBe('network');
    expect(strategy('/sw.js')).toBe('network');
  });

  test('finds the pages that can show a pass without a network', () => {
    const known = ['/booking-confirmation?orderId=1', '/booking-status', '/history-details/4071553902'];
    const others = ['/', '/location', '/history-details/', '/login'];
    expect([...known, ...others].filter((path) => showsPass(ORIGIN + path))).toEqual(known);
  });
});
