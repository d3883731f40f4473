import { afterEach, expect, test } from 'vitest';
import { setLanguage } from '@/lib/language';
import { everyLanguage } from '@/languages/every-language';
import { brandText } from './brand-text';

afterEach(() => setLanguage('en'));

test('the standard tagline is translated, and the operator’s own is shown as it is', () => {
  expect(brandText('Courts, booked in under a minute.', 'default_tagline')).toBe('Courts, booked in under a minute.');
  setLanguage('hi', everyLanguage.hi);
  expect(brandText('Courts, booked in under a minute.', 'default_tagline')).toBe('कोर्ट, एक मिनट से कम में बुक।');
  expect(brandText('Endless rallies.', null)).toBe('Endless rallies.');
});
