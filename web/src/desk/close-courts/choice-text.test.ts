import { expect, test } from 'vitest';
import type { ClosureChoice } from '@/desk/api/closures';
import { SAMPLE_DAY } from '@/testing/desk-server';
import { suggestedChoices } from './choice-text';

const SEVEN_PM = { minute: 1140 };
const NEXT_DAY = '2026-11-23';

function choiceAt(minute: number, day: string = SAMPLE_DAY): ClosureChoice {
  return {
    venue: 1,
    venue_name: 'Riverside Arena',
    court: 22,
    court_number: 2,
    court_name: 'Court 2',
    court_type: 'OUTDOOR',
    day,
    minute,
    free: 1,
    total_paise: 100_000,
    due_paise: 0,
    back_paise: 0,
  };
}

const other_days = [{ day: NEXT_DAY, choice: null }];

/** The minutes of what is suggested for a game at 7 PM. */
function suggested(choices: Partial<Parameters<typeof suggestedChoices>[0]>): number[] {
  const all = { same_hour: [], same_day: [], other_days, ...choices };
  return suggestedChoices(all, SEVEN_PM).map(({ minute }) => minute);
}

test('if the hour is free nowhere else, the nearest hours of the day are suggested', () => {
  expect(suggested({ same_day: [600, 960, 1260, 1320].map((minute) => choiceAt(minute)) })).toEqual([1260, 960]);
});

test('of two hours that are equally near the earlier one comes first', () => {
  expect(suggested({ same_day: [1080, 1200].map((minute) => choiceAt(minute)) })).toEqual([1080, 1200]);
});

test('the same hour comes first, then the nearest other hour of the day if no later day has it', () => {
  const same_day = [600, 1260].map((minute) => choiceAt(minute));
  expect(suggested({ same_hour: [choiceAt(1140)], same_day })).toEqual([1140, 1260]);
});

test('one choice is of the day of the game and one of a day after it', () => {
  const later = choiceAt(1140, NEXT_DAY);
  const choices = { same_hour: [], same_day: [choiceAt(1260)], other_days: [{ day: NEXT_DAY, choice: later }] };
  expect(suggestedChoices(choices, SEVEN_PM)).toEqual([choiceAt(1260), later]);
});
