import { expect, test } from 'vitest';
import { brandRule, brandTokens } from './brand-colours';

test('a chosen colour replaces its token and the shades of it', () => {
  expect(brandTokens({ court: '#1b5e20' })).toEqual({
    '--color-court': '#1b5e20',
    '--color-kitchen': 'color-mix(in oklab,#1b5e20,#fff 25%)',
  });
  expect(brandRule({ accent: '#ffc107' })).toMatch(
    /^html:root\{--color-ball:#ffc107;.*--color-focus:light-dark\(.*\)\}$/,
  );
});

test('without a colour, or with a text that is not a colour, there is no rule', () => {
  expect(brandRule({})).toBe('');
  expect(brandRule({ accent: null, court: '#fff}</style><script>' })).toBe('');
});
