import { describe, expect, test } from 'vitest';
import { showsPass, wayOf } from './way-of';

const ORIGIN = 'https://play.example.in';
const way = (path: string, mode: RequestMode = 'cors', method = 'GET') =>
  wayOf({ method, mode, url: path.startsWith('http') ? path : ORIGIN + path }, ORIGIN);

describe('what the worker answers', () => {
  test('keeps out of every call of the API and of everything for programs', () => {
    for (const path of ['/api/getcourt?venue=1', '/api/user/get_order_info?orderid=1', '/images/a.webp', '/desk']) {
      expect({ path, way: way(path) }).toEqual({ path, way: 'network' });
      expect({ path, way: way(path, 'navigate') }).toEqual({ path, way: 'network' });
    }
  });

  test('answers pages and files named by their content', () => {
    expect(way('/', 'navigate')).toBe('page');
    expect(way('/booking-confirmation?orderId=4071553902', 'navigate')).toBe('page');
    expect(way('/assets/index-B7c2.js')).toBe('asset');
  });

  test('keeps out of other sites, other methods and files without such names', () => {
    expect(way('https://maps.example/assets/a.js')).toBe('network');
    expect(way('/booking-confirmation', 'navigate', 'POST')).toBe('network');
    expect(way('/manifest.webmanifest')).toBe('network');
    expect(way('/sw.js')).toBe('network');
  });

  test('knows the pages that can do without network', () => {
    const known = ['/booking-confirmation?orderId=1', '/booking-status', '/history-details/4071553902'];
    const others = ['/', '/location', '/history-details/', '/login'];
    expect([...known, ...others].filter((path) => showsPass(ORIGIN + path))).toEqual(known);
  });
});
