import { Ban } from 'lucide-react';
import { fullDay } from '@/lib/dates';
import { Pill } from '@/ui/Pill';
import type { FoundPlayer } from '@/desk/api/players';
import { standingTexts } from './texts';

type Standing = Pick<FoundPlayer, 'trust' | 'strikes' | 'block'>;

const TONES = { new: 'note', known: 'plain', regular: 'good', pays_first: 'warn', blocked: 'bad' } as const;

/** How well the venue knows a player, in a word and with the reason. */
export function TrustLine({ player: { trust, strikes, block } }: { player: Standing }) {
  const word = {
    new: standingTexts.new,
    known: standingTexts.known,
    regular: standingTexts.regular,
    pays_first: standingTexts.paysFirst,
    blocked: standingTexts.blocked,
  }[trust];
  const why = {
    new: standingTexts.newWhy,
    known: standingTexts.knownWhy,
    regular: standingTexts.regularWhy,
    pays_first: standingTexts.paysFirstWhy(strikes),
    blocked: block === null ? '' : standingTexts.blockedWhy(fullDay(block.last_day), block.reason),
  }[trust];
  return (
    <p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5 text-small text-quiet">
      <Pill
        tone={TONES[trust]}
        icon={trust === 'blocked' ? <Ban aria-hidden="true" className="size-4 shrink-0" /> : undefined}
      >
        {word}
      </Pill>
      <span className="min-w-0 wrap-anywhere">{why}</span>
    </p>
  );
}
