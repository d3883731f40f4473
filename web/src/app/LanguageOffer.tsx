import { useRef, useState } from 'react';
import { chooseLanguage, languageToOffer, rememberedLanguage, rememberLanguage, useLanguage } from '@/lib/language';
import { toast } from '@/lib/toast';
import { useSingleFlight } from '@/lib/use-single-flight';
import { Button } from '@/ui/Button';
import { uiTexts } from '@/ui/texts';
import { languageOffers } from './language-offers';

/**
 * Until a language was chosen in this browser, offers the browser's preferred one without switching to it. Either answer
 * is stored. It overlays the foot of the page, so that no layout shifts.
 */
export function LanguageOffer() {
  const [offered, setOffered] = useState(() =>
    rememberedLanguage() === null ? languageToOffer(navigator.languages) : null,
  );
  const offer = useRef<HTMLElement>(null);
  const language = useLanguage();

  function close() {
    setOffered(null);
    // The button that has the focus disappears.
    if (offer.current?.contains(document.activeElement) === true)
      document.getElementById('content')?.focus({ preventScroll: true });
  }

  const [accept, accepting] = useSingleFlight(async () => {
    if (offered === null) return;
    try {
      await chooseLanguage(offered);
      close();
    } catch {
      toast.error(uiTexts.languageFailed);
    }
  });
  // A language was chosen in the menu or the footer, or the server rendered the page in another one than English.
  const isSettled = language !== 'en' || rememberedLanguage() !== null;
  if (offered !== null && isSettled && !accepting) setOffered(null);
  if (offered === null) return null;
  const texts = languageOffers[offered];
  return (
    <aside
      ref={offer}
      lang={offered}
      aria-label={texts.question}
      className="fixed inset-x-3 bottom-[calc(max(.75rem,env(safe-area-inset-bottom))+var(--hold-bar,0px))] z-30 mx-auto flex max-w-md animate-rise flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-xl border border-line bg-card p-4 shadow-pass"
    >
      <p className="font-semibold">{texts.question}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="deep" isBusy={accepting} onClick={() => void accept()}>
          {texts.yes}
        </Button>
        <Button
          size="sm"
          variant="ghost"
          lang="en"
          onClick={() => {
            rememberLanguage('en');
            close();
          }}
        >
          {texts.no}
        </Button>
      </div>
    </aside>
  );
}
