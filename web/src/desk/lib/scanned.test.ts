import { expect, test } from 'vitest';
import { keepPersonalStoresOf } from './personal-store';
import { reportScan, takeScannedPasses } from './scanned';

test('passes that were read are taken once, in their order, and not by another person', () => {
  keepPersonalStoresOf('12');
  reportScan('SO1.one');
  reportScan('SO1.two');
  keepPersonalStoresOf('12');
  expect(takeScannedPasses()).toEqual(['SO1.one', 'SO1.two']);
  expect(takeScannedPasses()).toEqual([]);
  reportScan('SO1.three');
  keepPersonalStoresOf('13');
  expect(takeScannedPasses()).toEqual([]);
});
