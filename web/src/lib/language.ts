import { createStore, useStore } from './store';
import { readStored, writeStored } from './storage';

/** The languages of both apps. English is the specification's and the fallback of every text. */
export const languages = ['en', 'hi', 'gu', 'mr'] as const;

/** One of {@link languages}. */
export type Language = (typeof languages)[number];

/** The name of each language in that language. */
export const languageNames: Record<Language, string> = { en: 'English', hi: 'हिन्दी', gu: 'ગુજરાતી', mr: 'मराठी' };

/** Texts with their literal types widened: the shape of a catalogue in any language. */
export type Texts<T> = T extends string
  ? string
  : T extends (...args: infer A) => string
    ? (...args: A) => string
    : { readonly [K in keyof T]: Texts<T[K]> };

/** A translation of texts. A missing text falls back to English, so a new text breaks no build; a list must be complete. */
export type Translation<T> = T extends string | ((...args: never[]) => string)
  ? Texts<T>
  : T extends readonly unknown[]
    ? { readonly [K in keyof T]: Translation<T[K]> }
    : { readonly [K in keyof T]?: Translation<T[K]> };

/** Translations by the names that {@link catalogue} gave. */
export type Translations = Readonly<Record<string, unknown>>;

interface Current {
  language: Language;
  translations: Translations;
}

const english: Current = { language: 'en', translations: {} };
const store = createStore<Current>(english);
let load: ((language: Exclude<Language, 'en'>) => Promise<Translations>) | null = null;

/**
 * Makes an English set of texts follow the current language. The result has the same shape; each property is looked up
 * when it is read, so read texts in a render or an event, not in a constant of a module.
 */
export function catalogue<const T extends object>(name: string, texts: T): Texts<T> {
  return lookup(texts, () => store.get().translations[name]) as unknown as Texts<T>;
}

function lookup<T extends object>(texts: T, translated: () => unknown): T {
  const inner = new Map<PropertyKey, object>();
  return new Proxy(texts, {
    get(target, key, receiver) {
      const own: unknown = Reflect.get(target, key, receiver);
      if (!Object.hasOwn(target, key)) return own;
      const there = () => (translated() as Record<PropertyKey, unknown> | undefined)?.[key];
      if (typeof own !== 'object' || own === null) return there() ?? own;
      const known = inner.get(key) ?? lookup(own, there);
      inner.set(key, known);
      return known;
    },
  });
}

/** One catalogue of the current language by its name; undefined in English, or if the loaded translations lack it. */
export function translationsOf(name: string): Readonly<Record<string, unknown>> | undefined {
  return store.get().translations[name] as Readonly<Record<string, unknown>> | undefined;
}

/** The current language. */
export function currentLanguage(): Language {
  return store.get().language;
}

/** The current language as a hook: the component renders again when it changes. */
export function useLanguage(): Language {
  return useStore(store).language;
}

/**
 * The locale for `Intl`: the current language as written in India, with Latin digits. A price, a time or a code on the
 * pass must read the same to the player and at the desk.
 */
export function currentLocale(): string {
  return localeOf(currentLanguage());
}

function localeOf(language: Language): string {
  return language === 'en' ? 'en-IN' : `${language}-IN-u-nu-latn`;
}

/** Calls `make` once per locale, for objects that are costly to create: an `Intl` formatter. */
export function perLocale<T>(make: (locale: string) => T): () => T {
  const made = new Map<string, T>();
  return () => {
    const locale = currentLocale();
    const known = made.get(locale) ?? make(locale);
    made.set(locale, known);
    return known;
  };
}

const rules = perLocale((locale) => new Intl.PluralRules(locale));

/** The form for a count in the current language: Hindi and Gujarati use "one" also for zero. */
export function plural(count: number, forms: { one: string; other: string }): string {
  // English is decided here: a browser's first use of `Intl` blocks a slow phone.
  const one = currentLanguage() === 'en' ? count === 1 : rules().select(count) === 'one';
  return one ? forms.one : forms.other;
}

/** Switches to a language whose translations are loaded; also outside a browser, before rendering. */
export function setLanguage(language: Language, translations: Translations = {}): void {
  if (typeof document !== 'undefined') document.documentElement.lang = localeOf(language).slice(0, 5);
  store.set({ language, translations });
}

/** Adds translations to those of the current language, for what opens later; they are gone when the language changes. */
export function addTranslations(more: Translations): void {
  const { language, translations } = store.get();
  store.set({ language, translations: { ...translations, ...more } });
}

/** Sets the function that loads translations. */
export function setTranslationLoader(loader: NonNullable<typeof load>): void {
  load = loader;
}

/** The language that was chosen in this browser; null if none was. */
export function rememberedLanguage(): Language | null {
  const stored = readStored('language');
  return languages.find((language) => language === stored) ?? null;
}

let latestRequest = 0;

/**
 * Loads a language and switches to it; returns false if another was requested meanwhile. Rejects if it cannot be
 * loaded.
 */
export async function switchLanguage(language: Language): Promise<boolean> {
  return loadAndSwitch(language, false);
}

/**
 * Switches to a language and stores it: in local storage for the app, in a cookie for the server's first page. Rejects, and stores
 * nothing, if it cannot be loaded; resolves without a change if another was requested meanwhile.
 */
export async function chooseLanguage(language: Language): Promise<void> {
  await loadAndSwitch(language, true);
}

async function loadAndSwitch(language: Language, isChoice: boolean): Promise<boolean> {
  latestRequest += 1;
  const request = latestRequest;
  let translations: Translations = {};
  try {
    if (language !== 'en' && load !== null) translations = await load(language);
  } catch (cause) {
    if (request === latestRequest) throw cause;
  }
  if (request !== latestRequest) return false;
  // Stored first: a component that renders again because of the switch may read whether a language was chosen.
  if (isChoice) rememberLanguage(language);
  setLanguage(language, translations);
  return true;
}

/** Stores a choice without switching now. */
export function rememberLanguage(language: Language): void {
  writeStored('language', language);
  document.cookie = `language=${language}; path=/; max-age=31536000; samesite=lax`;
}

/** The language to offer while none was chosen: the browser's first preference, if the app has it and it is not English. */
export function languageToOffer(preferred: readonly string[]): Exclude<Language, 'en'> | null {
  // The first part is the language: `hif` is not Hindi.
  const first = preferred[0]?.split('-')[0]?.toLowerCase();
  const found = languages.find((language) => language === first);
  return found === undefined || found === 'en' ? null : found;
}
