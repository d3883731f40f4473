import { useId, useState, type ReactNode } from 'react';
import { brandTokens } from '@/lib/brand-colours';
import { readablePhone } from '@/lib/phone';
import { CourtTile } from '@/ui/CourtTile';
import { Glyph } from '@/ui/art/Glyph';
import { HeroCourt } from '@/ui/art/HeroCourt';
import { parseColour, type Role } from './colours';
import type { TypedFields } from './draft';
import { brandTexts } from './texts';

/** A simplified preview of the player's home page on a phone, with the values of the fields. */
export function Preview({ typed, logo }: { typed: TypedFields; logo: string | null }) {
  const id = useId();
  const [isDark, setIsDark] = useState(false);
  return (
    <section aria-labelledby={id} className="grid gap-3 max-lg:max-w-sm lg:sticky lg:top-8">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0 flex-1 basis-40">
          <h2 id={id} className="text-lead font-bold">
            {brandTexts.preview}
          </h2>
          <p className="text-small text-quiet">{brandTexts.previewOf}</p>
        </div>
        <div role="group" aria-label={brandTexts.preview} className="flex gap-1">
          {[false, true].map((dark) => (
            <button
              key={String(dark)}
              type="button"
              aria-pressed={dark === isDark}
              onClick={() => setIsDark(dark)}
              className="min-h-11 rounded-full px-3 text-small font-semibold text-quiet hover:bg-raised hover:text-ink aria-pressed:bg-solid aria-pressed:text-on-solid"
            >
              {dark ? brandTexts.dark : brandTexts.light}
            </button>
          ))}
        </div>
      </div>
      {/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- it scrolls by keys; nothing in it can be pressed */}
      <div
        role="region"
        aria-label={brandTexts.previewOf}
        tabIndex={0}
        className="h-[40rem] max-h-[80dvh] overflow-y-auto rounded-2xl border-[6px] border-solid bg-paper outline-none focus-visible:focus-ring"
      >
        <Home typed={typed} logo={logo} isDark={isDark} />
      </div>
      {/* oxlint-enable jsx-a11y/no-noninteractive-tabindex */}
    </section>
  );
}

function Home({ typed, logo, isDark }: { typed: TypedFields; logo: string | null; isDark: boolean }) {
  const text = (field: keyof TypedFields, otherwise: string) => typed[field].trim() || otherwise;
  const name = text('name', brandTexts.yourName);
  const links = (['instagram_url', 'facebook_url', 'whatsapp_url'] as const).filter((field) => text(field, '') !== '');
  return (
    <div
      inert
      style={brandTokens({ accent: typedColour('accent', typed), court: typedColour('court', typed) })}
      className={`${isDark ? 'scheme-dark' : 'scheme-light'} bg-paper text-ink`}
    >
      <div className="scheme-dark relative isolate overflow-hidden bg-deep text-ink">
        <HeroCourt className="absolute inset-x-0 top-0 -z-10 h-80 w-full" />
        <div
          aria-hidden="true"
          className="absolute inset-x-0 top-0 -z-10 h-80 bg-[linear-gradient(to_bottom,transparent_45%,var(--color-deep))]"
        />
        <div className="flex items-center justify-between gap-3 px-4 pt-3">
          {logo === null ? (
            <p className="display min-w-0 truncate text-h4 uppercase italic">{text('short_name', name)}</p>
          ) : (
            <img src={logo} alt="" className="h-8 max-w-36 rounded-sm object-contain" />
          )}
          <Glyph name="menu" className="size-5 shrink-0" />
        </div>
        <div className="px-4 pt-44 pb-5">
          <p className="display max-w-[5.5em] text-[3.25rem] leading-[.9] italic wrap-anywhere">
            {text('hero_title', brandTexts.home.hero)}
          </p>
          <p className="mt-3 text-small text-white/85">{brandTexts.home.lead}</p>
          <p className="mt-4 rounded-full bg-ball px-4 py-2.5 text-center text-small font-bold text-ball-ink">
            {brandTexts.home.register}
          </p>
          <p className="mt-2 rounded-full border border-white/40 px-4 py-2.5 text-center text-small font-bold">
            {brandTexts.home.seeCourts}
          </p>
        </div>
        <div className="grid grid-cols-3 gap-2 px-4 pb-6">
          <Entry icon={<Glyph name="paddle" className="size-5" />} text={brandTexts.home.play} />
          <Entry icon={<Glyph name="chat" className="size-5" />} text={brandTexts.home.coaching} />
          <Entry icon={<Glyph name="member" className="size-5" />} text={brandTexts.home.membership} />
        </div>
      </div>
      <div className="grid gap-4 px-4 py-6">
        <p className="display text-h3">{brandTexts.home.courts}</p>
        <div className="grid gap-3 rounded-xl border border-line bg-card p-4">
          <CourtTile number={1} type="outdoor" className="w-full" />
          <CourtTile number={2} type="indoor" className="w-full" />
        </div>
        <div className="scheme-dark rounded-xl bg-surround p-4 text-ink">
          <p className="display text-h4 italic">{brandTexts.home.community}</p>
        </div>
      </div>
      <div className="scheme-dark grid gap-3 border-t border-line bg-deeper px-4 py-6 text-small text-ink">
        <p className="display text-h4 uppercase italic wrap-anywhere">{name}</p>
        <p className="text-quiet wrap-anywhere">{text('tagline', brandTexts.home.tagline)}</p>
        <ul className="grid gap-1.5 text-quiet">
          {links.map((field) => (
            <li key={field}>
              {{ instagram_url: 'Instagram', facebook_url: 'Facebook', whatsapp_url: 'WhatsApp' }[field]}
            </li>
          ))}
          {typed.phone.trim() !== '' && <li className="figures">{readablePhone(typed.phone.trim())}</li>}
        </ul>
        <p className="border-t border-line pt-3 text-quiet wrap-anywhere">
          {brandTexts.home.copyright(text('legal_name', name))}
        </p>
      </div>
    </div>
  );
}

/** The typed colour, even if its contrast is too low; null if the text is not a colour. */
function typedColour(role: Role, typed: TypedFields): string | null {
  return parseColour(typed[role]) === null ? null : typed[role].trim().toLowerCase();
}

function Entry({ icon, text }: { icon: ReactNode; text: string }) {
  return (
    <div className="grid min-h-20 content-between rounded-lg border border-white/14 bg-white/8 p-2.5">
      {icon}
      <span className="display text-small leading-none">{text}</span>
    </div>
  );
}
