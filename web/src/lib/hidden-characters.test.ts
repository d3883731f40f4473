import { expect, test } from 'vitest';
import { hasHiddenCharacter } from './hidden-characters';

test('control characters and those without width are found, joiners of Indian scripts and emoji are not', () => {
  const codes = [0x0a, 0xad, 0x61c, 0x200b, 0x200e, 0x202e, 0x2060, 0xfeff, 0xfffb, 0xe0041];
  expect(codes.filter((code) => !hasHiddenCharacter(`Court${String.fromCodePoint(code)} 3`))).toEqual([]);
  const texts = ['Court 3', 'बड़ौदा पिकलबॉल 🏓', 'क्\u200dष', 'नेट\u200cवर्क', 'Café'];
  expect(texts.filter((text) => hasHiddenCharacter(text))).toEqual([]);
});
