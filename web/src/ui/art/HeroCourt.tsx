import drawing from './hero-court.svg';

/** The large picture of a court in play, in its dark colours; scripts/draw-hero.mjs draws it. */
export function HeroCourt({ className = '' }: { className?: string }) {
  return <img src={drawing} alt="" fetchPriority="high" className={`object-cover ${className}`} />;
}
