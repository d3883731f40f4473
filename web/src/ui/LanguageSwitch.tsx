import { useState } from 'react';
import { chooseLanguage, languageNames, languages, useLanguage, type Language } from '@/lib/language';
import { toast } from '@/lib/toast';
import { uiTexts } from './texts';

/** The languages, each in its own script. Another one may be chosen while one loads. */
export function LanguageSwitch({ className = '' }: { className?: string }) {
  const current = useLanguage();
  const [loading, setLoading] = useState(0);
  async function choose(language: Language) {
    setLoading((count) => count + 1);
    try {
      await chooseLanguage(language);
    } catch {
      // It names no player.
      toast.forAnyone('error', uiTexts.languageFailed);
    }
    setLoading((count) => count - 1);
  }
  return (
    <div
      role="group"
      aria-label={uiTexts.language}
      aria-busy={loading > 0}
      className={`flex flex-wrap gap-1 ${className}`}
    >
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-pressed={language === current}
          onClick={() => void choose(language)}
          className="min-h-11 rounded-full px-3 text-small font-semibold text-quiet transition-colors hover:bg-raised hover:text-ink aria-pressed:bg-solid aria-pressed:text-on-solid"
        >
          {languageNames[language]}
        </button>
      ))}
    </div>
  );
}
