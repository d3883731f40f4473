import { afterEach, expect, test } from 'vitest';
import { setLanguage } from '@/lib/language';
import { courtsText, groupsOf } from './groups';

afterEach(() => setLanguage('en'));

test('numbered courts are named in the language of the desk, and a name that the operator gave stays', () => {
  setLanguage('hi', { courtName: { numbered: (number: string) => `कोर्ट ${number}` } });
  const court = (id: number, name: string) => ({ id, number: id, name, is_indoor: false });
  const groups = groupsOf({ courts: [court(1, 'Court 1'), court(2, 'Court 2'), court(3, 'Centre Court')] });
  expect(groups.map(({ name }) => name)).toEqual(['All 3 courts', 'कोर्ट 1', 'कोर्ट 2', 'Centre Court']);
  expect(courtsText([1, 3], groups, 3)).toBe('कोर्ट 1, Centre Court');
});
