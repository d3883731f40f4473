import { Link } from '@tanstack/react-router';
import { useAppConfig } from '@/api/app-config';
import { paths } from '@/lib/paths';
import { Button } from '@/ui/Button';
import { belowTexts } from './below-texts';

/** Links to the operator's group, or else to the chat, or else to the contact page. */
export function Community() {
  const brand = useAppConfig()?.brand;
  const link = brand?.community_url ?? brand?.whatsapp_url;
  return (
    <aside className="scheme-dark mt-10 flex flex-wrap items-center justify-between gap-6 rounded-2xl bg-surround p-6 text-ink md:p-10">
      <div>
        <h2 className="display text-h2 italic">{belowTexts.community}</h2>
        <p className="mt-3 max-w-md text-white/85">{belowTexts.communityText}</p>
      </div>
      <Button
        variant="outline"
        size="md"
        // oxlint-disable-next-line jsx-a11y/anchor-has-content -- Button adds the text
        render={link ? <a href={link} rel="noopener" /> : <Link {...paths.contactUs()} />}
      >
        {belowTexts.joinCommunity}
      </Button>
    </aside>
  );
}
