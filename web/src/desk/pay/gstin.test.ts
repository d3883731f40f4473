import { describe, expect, test } from 'vitest';
import { gstinMistake, tidyGstin } from './gstin';

describe('a GSTIN', () => {
  test('is tidied and accepted', () => {
    expect(tidyGstin(' 27 aapfu 0939f 1zv ')).toBe('27AAPFU0939F1ZV');
    for (const gstin of ['27AAPFU0939F1ZV', '29AAGCB7383J1Z4']) expect(gstinMistake(gstin)).toBeNull();
  });

  test.each([
    ['', 'length'],
    ['27AAPFU0939F1Z', 'length'],
    ['AAAAPFU0939F1ZV', 'form'],
    ['27AAPFU0939F1-V', 'form'],
    ['77AAPFU0939F1ZV', 'state'],
    ['00AAPFU0939F1ZV', 'state'],
    ['27AAPFU0993F1ZV', 'check'],
    ['27AAPFU0939F1ZW', 'check'],
  ])('%s has a mistake: %s', (gstin, mistake) => {
    expect(gstinMistake(gstin)).toBe(mistake);
  });
});
