import { useEffect, useState, type ReactNode } from 'react';
import { addTranslations, useLanguage, type Language, type Translations } from '@/lib/language';

/** Fetches the texts of these screens: files of their own, so that the board, which is opened first, does not wait for them. */
async function load(language: Exclude<Language, 'en'>): Promise<Translations> {
  switch (language) {
    case 'hi':
      return (await import('@/languages/hi/desk-records-translations')).translations;
    case 'gu':
      return (await import('@/languages/gu/desk-records-translations')).translations;
    case 'mr':
      return (await import('@/languages/mr/desk-records-translations')).translations;
  }
}

/** Shows its content in the reader's language as soon as its texts are there; in English if they cannot be loaded. */
export function Translated({ children }: { children: ReactNode }) {
  const language = useLanguage();
  const [loaded, setLoaded] = useState<Language>('en');
  useEffect(() => {
    if (language === 'en') return;
    let isOver = false;
    void load(language)
      .catch(() => ({}))
      .then((more) => {
        if (isOver) return;
        addTranslations(more);
        setLoaded(language);
      });
    return () => {
      isOver = true;
    };
  }, [language]);
  return language === 'en' || loaded === language ? children : null;
}
