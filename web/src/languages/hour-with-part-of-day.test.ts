import { expect, test } from 'vitest';
import { home as gujarati } from './gu/home';
import { home as hindi } from './hi/home';
import { home as marathi } from './mr/home';

test('an hour in a sentence names its part of the day instead of AM or PM', () => {
  expect(hindi.home?.tonightAt?.('7:00 PM')).toBe('आज शाम 7:00 बजे');
  expect(gujarati.home?.tonightAt?.('7:00 PM')).toBe('આજે સાંજે 7:00 વાગ્યે');
  expect(marathi.home?.tonightAt?.('7:00 PM')).toBe('आज संध्याकाळी 7:00 वाजता');
  expect(
    ['6:00 AM', '11:00 AM', '12:00 PM', '3:00 PM', '4:00 PM', '8:00 PM', '12:00 AM'].map((time) =>
      hindi.home?.todayAt?.(time),
    ),
  ).toEqual([
    'आज सुबह 6:00 बजे',
    'आज सुबह 11:00 बजे',
    'आज दोपहर 12:00 बजे',
    'आज दोपहर 3:00 बजे',
    'आज शाम 4:00 बजे',
    'आज रात 8:00 बजे',
    'आज रात 12:00 बजे',
  ]);
});
