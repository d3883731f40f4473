import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { boardTexts } from '@/desk/board/texts';
import { panelTexts } from '@/desk/booking/texts';
import { brandTexts } from '@/desk/brand/texts';
import { watchTexts } from '@/desk/close-courts/texts';
import { hoursTexts } from '@/desk/hours/texts';
import { payoutsTexts } from '@/desk/payouts/texts';
import { playersTexts } from '@/desk/players/texts';
import { pricesTexts } from '@/desk/prices/texts';
import { reportsTexts } from '@/desk/reports/texts';
import { holdTexts } from '@/features/booking/texts';
import { homeTexts } from '@/features/home/texts';
import { privacy } from '@/features/info/content/privacy';
import { refundPolicy } from '@/features/info/content/refund-policy';
import { namesIn } from '@/features/info/content/fill-in';
import { terms } from '@/features/info/content/terms';
import { setLanguage, type Translations } from '@/lib/language';
import { translations as gujaratiDesk } from './gu/desk-translations';
import { translations as gujaratiApp } from './gu/translations';
import { translations as hindiDesk } from './hi/desk-translations';
import { translations as hindiApp } from './hi/translations';
import { translations as marathiDesk } from './mr/desk-translations';
import { translations as marathiApp } from './mr/translations';

type Texts = Readonly<Record<string, unknown>>;

/** The server's list of its messages by their keys, with the kind of each parameter. */
const serverMessages = (
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../openapi.json'), 'utf8')) as {
    'x-messages': Readonly<Record<string, { english: string; params: Readonly<Record<string, string>> }>>;
  }
)['x-messages'];

/** The names of the parameters in a text, sorted. */
function parametersIn(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).toSorted();
}

/** Every English catalogue of the player's side and of the desk by its name, found where it is written. */
const english: Record<string, Texts> = {};
for (const file of Object.values(
  import.meta.glob<Record<string, Texts>>(['../**/texts.ts', '../**/*-texts.ts'], { eager: true }),
)) {
  for (const [name, texts] of Object.entries(file)) {
    if (name.endsWith('Texts')) english[name.slice(0, -'Texts'.length)] = texts;
  }
}

/** The texts of the desk's screens that have a file of their own, in one language. */
function partsOf(files: Record<string, Record<string, Translations>>): Translations {
  const parts = Object.entries(files).filter(([path]) => !path.endsWith('/desk-translations.ts'));
  return Object.assign({}, ...parts.flatMap(([, file]) => Object.values(file))) as Translations;
}

// Both apps share the texts of the primitives, of failed calls and of court names; no other name is in both.
const hindi: Translations = {
  ...hindiApp,
  ...hindiDesk,
  ...partsOf(import.meta.glob<Record<string, Translations>>('./hi/desk-*.ts', { eager: true })),
};
const gujarati: Translations = {
  ...gujaratiApp,
  ...gujaratiDesk,
  ...partsOf(import.meta.glob<Record<string, Translations>>('./gu/desk-*.ts', { eager: true })),
};
const marathi: Translations = {
  ...marathiApp,
  ...marathiDesk,
  ...partsOf(import.meta.glob<Record<string, Translations>>('./mr/desk-*.ts', { eager: true })),
};

/** The long texts of the information pages are catalogues too. */
const documents = { privacy, refundPolicy, terms };
Object.assign(english, documents);

const languages: [language: 'hi' | 'gu' | 'mr', translations: Translations, script: RegExp][] = [
  ['hi', hindi, /\p{Script=Devanagari}/u],
  ['gu', gujarati, /\p{Script=Gujarati}/u],
  ['mr', marathi, /\p{Script=Devanagari}/u],
];

/** The one word for a venue in each language, and words for it that no text uses (docs/GLOSSARY.md). */
const VENUE = {
  hi: { word: /वेन्यू/, other: /व्हेन्यू|वेन्यु/ },
  gu: { word: /વેન્યૂ/, other: /વેન્યુ|સ્થળ/ },
  mr: { word: /ठिकाण/, other: /वेन्यू|व्हेन्यू/ },
};

/** Texts that are the same in every language: names of networks, and N/A. */
const ALIKE = new Set(['Instagram', 'Facebook', 'WhatsApp', 'N/A']);

/** The paths of all texts: "history.columns.when"; an item of an array has its index in the path. */
function pathsOf(texts: unknown, path: string): string[] {
  if (typeof texts !== 'object' || texts === null) return [path];
  return Object.entries(texts).flatMap(([key, inner]) => pathsOf(inner, `${path}.${key}`));
}

function at(texts: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((here, key) => (here as Texts | undefined)?.[key], texts);
}

const all = Object.entries(english)
  .flatMap(([name, texts]) => pathsOf(texts, name))
  // An anchor of the address is the same in every language.
  .filter((path) => !/\.sections\.\d+\.id$/.test(path));

/** Arguments for a text that is a function, which can be found in its result: names, or counts. */
function samples(text: unknown): string[][] {
  const places = Array.from({ length: typeof text === 'function' ? text.length : 0 }, (_, place) => place);
  return [places.map((place) => `«${place}»`), places.map((place) => String(41 + place))];
}

/** The text itself, or its result with these arguments; digits are passed as a number. */
function textOf(text: unknown, args: readonly string[] = []): string {
  if (typeof text !== 'function') return String(text);
  const given = args.map((arg) => (/^\d+$/.test(arg) ? Number(arg) : arg));
  try {
    return String((text as (...args: unknown[]) => unknown)(...given));
  } catch {
    // The text takes a count where a name was given, or the other way round: the other samples test it.
    return '';
  }
}

/** The paths of English texts that a language does not translate. */
function missingIn(translations: Translations): string[] {
  return all.filter((path) => at(translations, path) === undefined);
}

/** The paths of translations that no English text has. */
function strayIn(translations: Translations): string[] {
  return Object.entries(translations)
    .filter(([name]) => name !== 'server')
    .flatMap(([name, texts]) => pathsOf(texts, name))
    .filter((path) => !all.includes(path));
}

/** The paths of texts whose words are in another script than the language's. */
function foreignIn(translations: Translations, script: RegExp): string[] {
  return all.filter((path) => {
    const [, counts] = samples(at(english, path));
    const text = textOf(at(translations, path), counts);
    // A text of counts only, or with a comma where English has "at", has no words in any script.
    const words = text.trim() === '' || /\p{L}/u.test(text);
    return (
      at(translations, path) !== undefined &&
      /[A-Za-z]{2}/.test(textOf(at(english, path), counts)) &&
      words &&
      !script.test(text) &&
      !ALIKE.has(text)
    );
  });
}

/** The paths of sentences that leave out an argument that the English one names, or the other way round. */
function differentIn(translations: Translations): string[] {
  return all.filter((path) =>
    samples(at(english, path)).some((args) => {
      const named = (text: unknown) => args.map((arg) => textOf(text, args).includes(arg)).join();
      return textOf(at(english, path), args) !== '' && named(at(english, path)) !== named(at(translations, path));
    }),
  );
}

/** Whether a translation calls a venue by another word than the language's one. */
function namesVenueOtherwise(englishText: string, text: string, { word, other }: (typeof VENUE)['hi']): boolean {
  return other.test(text) || (/\bvenues?\b/i.test(englishText) && !word.test(text));
}

/** The paths of texts that call a venue by another word. */
function otherVenuesIn(translations: Translations, venue: (typeof VENUE)['hi']): string[] {
  return all.filter((path) => {
    const [, counts] = samples(at(english, path));
    return namesVenueOtherwise(textOf(at(english, path), counts), textOf(at(translations, path), counts), venue);
  });
}

afterEach(() => setLanguage('en'));

test('the English catalogues are found', () => {
  const some = ['history', 'pass', 'home', 'ui', 'person', 'failure', 'board', 'cell', 'panel', 'problem'];
  expect(Object.keys(english)).toEqual(expect.arrayContaining(some));
  expect(all.length).toBeGreaterThan(400);
});

test('a name belongs to a catalogue of the player’s side or of the desk, or to one that both share', () => {
  const inBoth = Object.keys(hindiDesk).filter((name) => hindiApp[name] !== undefined);
  expect(inBoth.toSorted()).toEqual(['courtName', 'failure', 'ui']);
});

test('each text is used somewhere', () => {
  const web = join(import.meta.dirname, '..');
  const source = readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !file.startsWith('languages'))
    .map((file) => readFileSync(join(web, file), 'utf8'))
    .join('\n');
  /** The keys that no source reads. A catalogue that is read by a computed key, `confirmTexts[`${end}Title`]`, counts as used. */
  const unusedIn = (texts: Record<string, Texts>) =>
    Object.entries(texts).flatMap(([name, keys]) =>
      source.includes(`${name}Texts[`)
        ? []
        : Object.keys(keys).filter((key) => !new RegExp(`\\b${name}Texts\\.${key}\\b`).test(source)),
    );
  const catalogues = Object.fromEntries(Object.entries(english).filter(([name]) => !(name in documents)));
  expect(unusedIn(catalogues)).toEqual([]);
  expect(unusedIn({ history: { gone: 'Gone' } }), 'the control').toEqual(['gone']);
});

test('the checks find a missing, an unknown, an English and an incomplete text, and another word for a venue', () => {
  const broken: Record<string, unknown> = {
    ...hindi,
    history: { ...(hindi['history'] as Texts) },
    again: { ...(hindi['again'] as Texts) },
    closedCourt: { ...(hindi['closedCourt'] as Texts), venue: 'जगह' },
  };
  const { history, again } = broken as Record<string, Record<string, unknown>>;
  if (!history || !again) throw new Error('the catalogues to break are gone');
  delete history['title'];
  history['gone'] = 'गया';
  history['retry'] = 'Try again';
  again['taken'] = (venue: string, day: string) => `${venue}, ${day} को`;
  expect(missingIn(broken)).toEqual(['history.title']);
  expect(strayIn(broken)).toEqual(['history.gone']);
  expect(foreignIn(broken, /\p{Script=Devanagari}/u)).toEqual(['history.retry']);
  expect(differentIn(broken)).toEqual(['again.taken']);
  expect(otherVenuesIn(broken, VENUE.hi)).toEqual(['closedCourt.venue']);
});

describe.each(languages)('in %s', (language, translations, script) => {
  test('every text is translated', () => {
    expect(missingIn(translations)).toEqual([]);
  });

  test('each translation belongs to an English text', () => {
    expect(strayIn(translations)).toEqual([]);
  });

  test('each text is written in its script', () => {
    expect(foreignIn(translations, script)).toEqual([]);
  });

  test('each sentence names the same numbers and names as the English one', () => {
    expect(differentIn(translations)).toEqual([]);
  });

  test('a venue has one word', () => {
    expect(otherVenuesIn(translations, VENUE[language])).toEqual([]);
    const messages = translations['server'] as Readonly<Record<string, string>>;
    const otherwise = Object.entries(serverMessages).filter(([key, message]) =>
      namesVenueOtherwise(message.english, messages[key] ?? '', VENUE[language]),
    );
    expect(otherwise).toEqual([]);
  });

  test('a text is a function exactly if the English one is', () => {
    expect(all.filter((path) => typeof at(english, path) !== typeof at(translations, path))).toEqual([]);
  });

  test('each document names the same facts in the same places', () => {
    const different = Object.keys(documents)
      .flatMap((name) => all.filter((path) => path.startsWith(`${name}.`)))
      .filter((path) => {
        const names = (texts: unknown) =>
          namesIn(String(at(texts, path)))
            .toSorted()
            .join();
        return names(english) !== names(translations);
      });
    expect(different).toEqual([]);
  });

  test('nested texts and lists are in the language, and in English again afterwards', () => {
    const translated = all.filter((path) => at(translations, path) !== undefined);
    const textsOf = (texts: unknown) =>
      translated.map((path) => textOf(at(texts, path), samples(at(english, path))[0]));
    const before = textsOf(english);
    setLanguage(language, translations);
    expect(textsOf(english)).toEqual(textsOf(translations));
    setLanguage('en');
    expect(textsOf(english)).toEqual(before);
  });

  test('each message of the server is translated, with the same parameters, and no other', () => {
    const messages = translations['server'] as Readonly<Record<string, string>>;
    expect(Object.keys(messages).toSorted()).toEqual(Object.keys(serverMessages).toSorted());
    const wrong = Object.entries(serverMessages).filter(([key, { params }]) => {
      // Details of a malformed request are for the developer of a client, in English.
      const named = Object.keys(params).filter((name) => params[name] !== 'english');
      const text = messages[key] ?? '';
      return parametersIn(text).join() !== named.toSorted().join() || !script.test(text);
    });
    expect(wrong).toEqual([]);
  });
});

test.each([
  ['hi', hindi, ['1 स्लॉट खुलता है', '2 स्लॉट खुलते हैं']],
  ['mr', marathi, ['1 स्लॉट उघडतो', '2 स्लॉट उघडतात']],
] as const)('in %s one slot opens in the singular', (language, translations, forms) => {
  setLanguage(language, translations);
  expect([1, 2].map((count) => hoursTexts.opensSlots(String(count), count))).toEqual(forms);
});

test.each([
  [
    'hi',
    hindi,
    ['1 पंक्ति', '1 घंटा बदलता है', '1 डिवाइस साइन आउट होता है', 'पहले का 1 घंटा दिखाएँ', 'कोर्ट फिर खुल गए हैं। 1 खेल होगा।'],
    ['2 पंक्तियाँ', '2 घंटे बदलते हैं', '2 डिवाइस साइन आउट होते हैं', 'पहले के 2 घंटे दिखाएँ', 'कोर्ट फिर खुल गए हैं। 2 खेल होंगे।'],
  ],
  [
    'mr',
    marathi,
    ['1 ओळ', '1 तास बदलतो', '1 डिव्हाइस साइन आउट होते', 'आधीचा 1 तास दाखवा', 'कोर्ट पुन्हा उघडली आहेत. 1 खेळ होईल.'],
    ['2 ओळी', '2 तास बदलतात', '2 डिव्हाइस साइन आउट होतात', 'आधीचे 2 तास दाखवा', 'कोर्ट पुन्हा उघडली आहेत. 2 खेळ होतील.'],
  ],
] as const)('in %s one thing is in the singular', (language, translations, one, two) => {
  setLanguage(language, translations);
  const textsAbout = (count: number) => [
    payoutsTexts.totals.lines(count),
    pricesTexts.change(String(count), count),
    playersTexts.goesSessions(count),
    boardTexts.earlier(count),
    watchTexts.opened(count),
  ];
  expect([textsAbout(1), textsAbout(2)]).toEqual([one, two]);
});

test('in hi an hour as a length is in the singular', () => {
  setLanguage('hi', hindi);
  const lengths = [panelTexts, reportsTexts].map(({ hours }) => ['1', '1.5', '2'].map((count) => hours(count)));
  expect(lengths).toEqual([
    ['1 घंटा', '1.5 घंटे', '2 घंटे'],
    ['1 घंटा', '1.5 घंटे', '2 घंटे'],
  ]);
});

test.each([
  ['hi', hindi, ['9 में से 1 पंक्ति नई है: ₹800।', '9 में से 2 पंक्तियाँ नई हैं: ₹800।']],
  ['mr', marathi, ['9 पैकी 1 ओळ नवीन आहे: ₹800.', '9 पैकी 2 ओळी नवीन आहेत: ₹800.']],
] as const)('in %s one imported line is in the singular', (language, translations, forms) => {
  setLanguage(language, translations);
  expect([1, 2].map((count) => payoutsTexts.imported(count, 9, '₹800'))).toEqual(forms);
});

test('in gu one game is in the singular', () => {
  setLanguage('gu', gujarati);
  const opened = ['કોર્ટ ફરી ખુલ્લા છે. 1 રમત રમાશે.', 'કોર્ટ ફરી ખુલ્લા છે. 2 રમતો રમાશે.'];
  expect([1, 2].map((count) => watchTexts.opened(count))).toEqual(opened);
});

test('in mr the last minute of a hold and the last free court are in the singular', () => {
  setLanguage('mr', marathi);
  const held = [1, 2].map((count) => holdTexts.heldAnnouncement('कोर्ट 3', count));
  expect(held.map((text) => text.split('.')[0])).toEqual([
    'कोर्ट 3 तुमच्यासाठी अजून 1 मिनिट राखले आहे',
    'कोर्ट 3 तुमच्यासाठी अजून 2 मिनिटे राखले आहे',
  ]);
  const free = [1, 2].map((count) => homeTexts.tonight(count, 'आज'));
  expect(free.map((text) => text.split('.')[0])).toEqual(['आज शहरभर 1 कोर्ट मोकळे आहे', 'आज शहरभर 2 कोर्ट मोकळी आहेत']);
});

// Their rules of plurals have one form for 0 and 1.
test.each([
  ['hi', hindi, ['0 मिनट', '1 मिनट'], ['0 साल', '1 साल'], ['सभी 0 कोर्ट', 'एक कोर्ट']],
  ['gu', gujarati, ['0 મિનિટ', '1 મિનિટ'], ['0 વર્ષ', '1 વર્ષ'], ['બધા 0 કોર્ટ', 'એક કોર્ટ']],
] as const)('in %s no minutes, years and courts are not one', (language, translations, minutes, years, courts) => {
  setLanguage(language, translations);
  expect([0, 1].map((count) => brandTexts.minutes(count))).toEqual(minutes);
  expect([0, 1].map((count) => brandTexts.years(count))).toEqual(years);
  expect([0, 1].map((count) => pricesTexts.all(count))).toEqual(courts);
});

test('in gu one special day is in the singular', () => {
  setLanguage('gu', gujarati);
  expect([1, 2].map((count) => hoursTexts.specialCount(count))).toEqual(['1 ખાસ દિવસ', '2 ખાસ દિવસો']);
});

test('each facility of the sample operator file has a name that is translated, for players and at the desk', () => {
  const file = readFileSync(join(import.meta.dirname, '../../../crates/server/sample/operator.toml'), 'utf8');
  const facilities = [...file.matchAll(/^facilities = \[(.*)\]$/gm)].flatMap(([, list = '']) =>
    [...list.matchAll(/"(\w+)"/g)].map(([, facility = '']) => facility),
  );
  expect(facilities).toContain('floodlights');
  const nameless = facilities.filter(
    (facility) =>
      !all.includes(`venueDetails.facility.${facility}`) || !all.includes(`venues.facilityNames.${facility}`),
  );
  expect(nameless).toEqual([]);
});

test('the server lists its messages, and their English texts name their parameters', () => {
  expect(Object.keys(serverMessages).length).toBeGreaterThan(100);
  const wrong = Object.entries(serverMessages).filter(
    ([, { english: text, params }]) => parametersIn(text).join() !== Object.keys(params).toSorted().join(),
  );
  expect(wrong).toEqual([]);
});
