import { chooseLanguage, languageNames, languages, useLanguage, type Language } from '@/lib/language';
import { toast } from '@/lib/toast';
import { useSingleFlight } from '@/lib/use-single-flight';
import { uiTexts } from './texts';

/** The four languages, each in its own script; one tap switches to it, now and for later visits. */
export function LanguageSwitch({ className = '' }: { className?: string }) {
  const current = useLanguage();
  const [choose, choosing] = useSingleFlight(async (language: Language) => {
    try {
      await chooseLanguage(language);
    } catch {
      toast.error(uiTexts.languageFailed);
    }
  });
  return (
    <div
      role="group"
      aria-label={uiTexts.language}
      aria-busy={choosing}
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
