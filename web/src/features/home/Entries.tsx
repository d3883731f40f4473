import { Link } from '@tanstack/react-router';
import { useAppConfig } from '@/api/app-config';
import { paths } from '@/lib/paths';
import { Glyph } from '@/ui/art/Glyph';
import { homeTexts } from './texts';

const card =
  'flex items-center gap-4 rounded-lg min-[22rem]:grid min-[22rem]:min-h-30 min-[22rem]:content-between min-[22rem]:items-start min-[22rem]:gap-5 border border-white/14 bg-white/8 px-2.5 py-3 text-left transition-colors duration-150 md:min-h-40 md:rounded-xl md:p-6';

/** Play now, Coaching, Membership (spec §1). */
export function Entries() {
  const coaching = useAppConfig()?.brand.coaching_url;
  return (
    <section aria-label={homeTexts.entries} className="page gutter pt-7 pb-14 md:pt-0 md:pb-20">
      <ul className="grid gap-2.5 min-[22rem]:grid-cols-3 md:gap-5">
        <li className="grid">
          <Link {...paths.location()} className={`${card} hover:bg-white/14`}>
            <EntryContent glyph="paddle" {...homeTexts.play} />
          </Link>
        </li>
        <li className="grid">
          {coaching ? (
            <a href={coaching} rel="noopener" className={`${card} hover:bg-white/14`}>
              <EntryContent glyph="chat" {...homeTexts.coaching} />
            </a>
          ) : (
            <Link {...paths.contactUs()} className={`${card} hover:bg-white/14`}>
              <EntryContent glyph="chat" {...homeTexts.coaching} />
            </Link>
          )}
        </li>
        <li className="grid">
          <div className={`${card} border-dashed bg-transparent`}>
            <EntryContent glyph="member" {...homeTexts.membership} />
          </div>
        </li>
      </ul>
    </section>
  );
}

function EntryContent({ glyph, title, text }: { glyph: 'paddle' | 'chat' | 'member'; title: string; text: string }) {
  return (
    <>
      <Glyph name={glyph} className="size-6.5" />
      <span className="min-w-0">
        <span className="display block text-h4 min-[22rem]:text-[clamp(.875rem,4.5vw,1.375rem)] leading-none md:text-h3">
          {title}
        </span>
        <span className="mt-1 block text-tiny text-white/80 md:text-body">{text}</span>
      </span>
    </>
  );
}
