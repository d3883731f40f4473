import { describe, expect, test } from 'vitest';
import { infoTexts } from '../texts';
import type { Block, Document } from './document';
import { type Facts, factsWith, isFact } from './facts';
import { fillIn, fillText, namesIn } from './fill-in';
import { privacy } from './privacy';
import { refundPolicy } from './refund-policy';
import { terms } from './terms';

const pages: Record<string, Document> = { terms, privacy, refundPolicy };

const all: Facts = factsWith(
  Object.fromEntries(
    [...new Set(Object.values(pages).flatMap((page) => textsOf(page).flatMap(namesIn)))].map((name) => [
      name,
      `<${name}>`,
    ]),
  ),
);

function textsOf(page: Document): string[] {
  const block = (of: Block) => ('text' in of ? of.text : 'list' in of ? of.list : [...of.head, ...of.rows.flat()]);
  return [page.title, ...page.lead, ...page.sections.flatMap((part) => [part.heading, ...part.body.flatMap(block)])];
}

function textOf(page: Document, facts: Facts): string {
  return textsOf(fillIn(page, facts)).join('\n');
}

describe('the texts', () => {
  test.each(Object.entries(pages))('%s names only facts that exist', (_, page) => {
    const unknown = textsOf(page)
      .flatMap(namesIn)
      .filter((name) => !isFact(name));
    expect(unknown).toEqual([]);
    // Headings are shown even if facts are missing, and the id of a section is its anchor.
    expect(page.sections.flatMap((part) => namesIn(part.heading))).toEqual([]);
    expect(new Set(page.sections.map((part) => part.id)).size).toBe(page.sections.length);
  });

  test('an unknown placeholder is found', () => {
    expect(namesIn('Write to {nobody} at {email}.').filter((name) => !isFact(name))).toEqual(['nobody']);
    expect(isFact('constructor')).toBe(false);
  });

  test('a sentence with a missing fact is removed, and so is a section that is left empty', () => {
    expect(fillText('Our GSTIN is {gstin}.', factsWith({}))).toBeNull();
    expect(fillText('Our GSTIN is {gstin}.', factsWith({ gstin: '24AAQFB2741K1ZC' }))).toBe(
      'Our GSTIN is 24AAQFB2741K1ZC.',
    );
    const page: Document = {
      title: 'T',
      lead: ['{brand} is here.', 'Hello.'],
      sections: [
        { id: 'a', heading: 'A', body: [{ list: ['{gstin}'] }, { head: ['x', 'y'], rows: [['1', '{gstin}']] }] },
        { id: 'b', heading: 'B', body: [{ text: ['{gstin} is it.', 'This stays.'] }] },
      ],
    };
    expect(fillIn(page, factsWith({}))).toEqual({
      title: 'T',
      lead: ['Hello.'],
      sections: [{ id: 'b', heading: 'B', body: [{ text: ['This stays.'] }] }],
    });
  });

  test.each(Object.entries(pages))('%s shows no brace if a fact is missing', (_, page) => {
    expect(textOf(page, all)).not.toMatch(/[{}]|null|undefined/);
    for (const name of Object.keys(all)) {
      const without = textOf(page, { ...all, [name]: null });
      expect(without).not.toMatch(/[{}]|null|undefined/);
      expect(without).not.toContain(`<${name}>`);
    }
    expect(textOf(page, factsWith({}))).not.toMatch(/[{}]/);
  });

  test('the date of effect is a fact', () => {
    expect(fillText(infoTexts.inEffect, factsWith({ since: '1 November 2026' }))).toBe(
      'In effect since 1 November 2026',
    );
    expect(fillText(infoTexts.inEffect, factsWith({}))).toBeNull();
    expect(textOf(terms, factsWith({ since: '1 November 2026' }))).toContain('The date at the top, 1 November 2026,');
    expect(textOf(terms, factsWith({}))).not.toContain('at the top');
  });
});

describe('the terms', () => {
  const facts = factsWith({
    ...all,
    play_minutes: '55',
    handover_minutes: '5',
    whole_slot_minutes: null,
    first_start: '6:00 AM',
    last_minute: '10:59 PM',
    latest_minute: '11:59 PM',
    courts_by_venue: 'Riverside Arena (8 courts)',
    standard_rate: '₹800',
    lowest_rate: null,
    highest_rate: null,
    horizon: '1 month',
    shortest_horizon: null,
    longest_horizon: null,
    answer_time: '24 hours',
    cancel_time: '6 hours',
    cancel_before: 'more than 6 hours before the start',
    cancel_free_before: null,
    bank_charge: '₹30',
    refund_day: 'Friday',
    players: '4',
    paddle_fee: '₹2,500',
  });
  const text = textOf(terms, facts);

  test.each([
    '8 courts',
    '55 minutes of play, plus 5 minutes to hand the court over',
    '6:00 AM to 10:59 PM',
    'No cancellation within 6 hours of the start, and no refund inside 6 hours.',
    'more than 6 hours before the start: a full, 100% refund',
    '₹30 per cancellation',
    'Refunds are processed every Friday and are with you within 2 business days.',
    '₹800 per hour and court for morning, afternoon and evening. The evening rate includes up to 4 people.',
    'You can book up to 1 month in advance.',
    'at most 4 paddles and 1 ball',
    'At most 4 players per court.',
    'A damaged paddle costs ₹2,500.',
    'Membership fees are non-refundable and non-transferable. Unused hours lapse',
    'closed by government orders, health directives or extreme weather: a full refund',
    'choose another court or hour instead of that refund within 24 hours; what you paid counts for it.',
  ])('say “%s” (spec §9)', (fact) => {
    expect(text.replaceAll('\n', ' ')).toContain(fact);
  });

  test('name one rate if all venues have the same, else two', () => {
    expect(text).not.toContain('depending on the venue');
    const two = textOf(terms, { ...facts, standard_rate: null, lowest_rate: '₹700', highest_rate: '₹900' });
    expect(two).toContain('The rate is ₹700 to ₹900 per hour and court, depending on the venue');
  });
});

test('the terms speak of a handover only if there is one', () => {
  const shortest = (given: Partial<Facts>) => textOf(terms, factsWith(given)).match(/The shortest is .*/g);
  expect(shortest({ play_minutes: '55', handover_minutes: '5' })).toEqual([
    'The shortest is 55 minutes of play, plus 5 minutes to hand the court over to the next players.',
  ]);
  expect(shortest({ play_minutes: '60', whole_slot_minutes: '60' })).toEqual(['The shortest is 60 minutes of play.']);
});

test('the terms name how far ahead players book once, as one time or as two', () => {
  const times = (given: Partial<Facts>) => textOf(terms, factsWith(given)).match(/.*you can book .*(days|month).*/gi);
  expect(times({ horizon: '14 days' })).toEqual(['You can book up to 14 days in advance.']);
  expect(times({ shortest_horizon: '14 days', longest_horizon: '1 month' })).toEqual([
    'How far in advance you can book depends on the venue: from 14 days to 1 month.',
  ]);
});

test('the privacy notice says how long sessions, messages and notes are kept', () => {
  const text = textOf(privacy, factsWith({ session_idle_days: '21', session_max_days: '45' }));
  expect(text).toContain('do not come back for 21 days, and never longer than 45 days');
  for (const item of [
    'One-time codes, and a sign-up that was not finished\nAn hour at most',
    'Messages to you\n90 days after they were sent',
    'Notes of our staff\nYou ask us',
  ]) {
    expect(text).toContain(item);
  }
});

test('the privacy notice says that minors under 18 are not the audience and names who receives data', () => {
  const text = textOf(privacy, { ...all, min_age: '18' });
  expect(text).toContain('Minors under 18 are not the audience of this service');
  for (const recipient of ['Razorpay', 'MSG91', 'Twilio', 'Google', 'WhatsApp', 'Data Protection Board of India']) {
    expect(text).toContain(recipient);
  }
});

test('the refund policy promises no way of telling that an operator need not have', () => {
  const text = textOf(refundPolicy, all);
  expect(text).toContain('refunded in full, without any charge, and you are told.');
  expect(text).not.toContain('SMS');
});

test('no text says that staff ask for a one-time code', () => {
  expect(textOf(terms, all)).toContain('confirmed by a one-time code. Our staff will never ask you for it.');
  for (const page of Object.values(pages)) expect(textOf(page, all)).not.toMatch(/we (may )?ask (you )?for a code/i);
});

test('the privacy notice promises no news of its changes in the app, which has no place for them', () => {
  expect(textOf(privacy, all)).toContain('we change this notice first and tell you.');
});

test('the privacy notice names the least age that the operator has set, and no other', () => {
  const text = textOf(privacy, { ...all, min_age: '16' });
  expect(text).toContain('To see that you are at least 16 years old');
  expect(text).toContain('Minors under 16 are not the audience of this service');
  expect(text).not.toContain('18');
});
