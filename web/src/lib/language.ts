import { createStore, useStore } from './store';
import { readStored, writeStored } from './storage';

/** The languages of the player's side. English is the specification's, and what every text falls back to. */
export const languages = ['en', 'hi', 'gu', 'mr'] as const;

/** One of {@link languages}. */
export type Language = (typeof languages)[number];

/** Each language as its own readers write it. */
export const languageNames: Record<Language, string> = { en: 'English', hi: 'हिन्दी', gu: 'ગુજરાતી', mr: 'मराठी' };

/** Texts with their literal types widened: what a catalogue holds in any language. */
export type Texts<T> = T extends string
  ? string
  : T extends (...args: infer A) => string
    ? (...args: A) => string
    : { readonly [K in keyof T]: Texts<T[K]> };

/** A translation of texts. A text may be missing, and is then English: a new text breaks no build. */
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
 * Makes an English set of texts speak the current language. The answer has the same shape; each property is looked up
 * when it is read, so a text belongs in a render or an event, not in a constant of a module.
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

/** One catalogue of the current language by its name; undefined in English. */
export function translationsOf(name: string): Readonly<Record<string, unknown>> | undefined {
  return store.get().translations[name] as Readonly<Record<string, unknown>> | undefined;
}

/** The language as it is now. */
export function currentLanguage(): Language {
  return store.get().language;
}

/** The language in a component, which is drawn again when it changes. */
export function useLanguage(): Language {
  return useStore(store).language;
}

/**
 * For `Intl`: the language as it is written in India, with Latin digits. A price, a time or a code on the pass must read
 * the same to the player and at the desk, and it is how the three languages are written in Indian apps.
 */
export function currentLocale(): string {
  return localeOf(currentLanguage());
}

function localeOf(language: Language): string {
  return language === 'en' ? 'en-IN' : `${language}-IN-u-nu-latn`;
}

/** Runs once per language what is costly to make: an `Intl` formatter of the current locale. */
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

/** The form for a count in the current language: Hindi and Gujarati say "one" also of nothing. */
export function plural(count: number, forms: { one: string; other: string }): string {
  // English is known here: a browser's first use of `Intl` keeps a slow phone busy for long.
  const one = currentLanguage() === 'en' ? count === 1 : rules().select(count) === 'one';
  return one ? forms.one : forms.other;
}

/** Speaks a language from now on, with translations that are at hand; also outside a browser, before rendering. */
export function setLanguage(language: Language, translations: Translations = {}): void {
  if (typeof document !== 'undefined') document.documentElement.lang = localeOf(language).slice(0, 5);
  store.set({ language, translations });
}

/** Says where translations come from. */
export function loadTranslationsBy(loader: NonNullable<typeof load>): void {
  load = loader;
}

/** The language that was chosen in this browser; null before any choice. */
export function rememberedLanguage(): Language | null {
  const stored = readStored('language');
  return languages.find((language) => language === stored) ?? null;
}

let asked = 0;

/** Loads a language and speaks it, unless another was asked for meanwhile (false). Rejects when it cannot be loaded. */
export async function speak(language: Language): Promise<boolean> {
  asked += 1;
  const request = asked;
  const translations = language === 'en' || load === null ? {} : await load(language);
  if (request !== asked) return false;
  setLanguage(language, translations);
  return true;
}

/** Speaks a language and remembers it: in local storage for us, in a cookie for the server's first answer. */
export async function chooseLanguage(language: Language): Promise<void> {
  if (await speak(language)) rememberLanguage(language);
}

/** Remembers a choice without changing anything now. */
export function rememberLanguage(language: Language): void {
  writeStored('language', language);
  document.cookie = `language=${language}; path=/; max-age=31536000; samesite=lax`;
}

/** The language to offer on a first visit: the browser's first preference, when it is one of ours and not English. */
export function languageToOffer(preferred: readonly string[]): Exclude<Language, 'en'> | null {
  const first = preferred[0]?.slice(0, 2).toLowerCase();
  const found = languages.find((language) => language === first);
  return found === undefined || found === 'en' ? null : found;
}
