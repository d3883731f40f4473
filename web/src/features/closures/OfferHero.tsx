import { useEffect, useRef, type ReactNode } from 'react';
import { ClosedCourtArt } from './ClosedCourtArt';

export interface OfferHeroProps {
  /** "1 of 3"; null if it is the only game. */
  count: string | null;
  heading: string;
  children: ReactNode;
  type: 'outdoor' | 'indoor';
  /** How the court is drawn: in rain, closed, or to be played on. */
  scene: 'rain' | 'closed' | 'play';
  /** Puts the focus on the heading, because it replaced other content. */
  takesFocus: boolean;
}

/** The dark top of the page, over which the transparent header lies: what happened, in large letters. */
export function OfferHero({ count, heading, children, type, scene, takesFocus }: OfferHeroProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) title.current?.focus();
  }, [takesFocus]);
  return (
    <div className="scheme-dark relative overflow-hidden bg-deep text-ink">
      <ClosedCourtArt type={type} scene={scene} className="absolute inset-y-0 right-0 h-full w-full md:w-1/2" />
      <div className="page gutter relative pt-28 pb-10">
        {count !== null && <p className="figures mb-2 font-bold text-ball">{count}</p>}
        <h1 ref={title} tabIndex={-1} className="display max-w-md text-h1 text-balance italic outline-none">
          {heading}
        </h1>
        <div className="figures mt-4 max-w-md text-lead text-pretty text-quiet">{children}</div>
      </div>
    </div>
  );
}

/** A sentence with these parts of it in bold. */
export function Emphasized({ text, parts }: { text: string; parts: readonly string[] }) {
  const [part, ...others] = parts;
  if (part === undefined) return text;
  const at = text.indexOf(part);
  if (at < 0) return <Emphasized text={text} parts={others} />;
  return (
    <>
      <Emphasized text={text.slice(0, at)} parts={others} />
      <strong className="font-bold text-ink">{part}</strong>
      <Emphasized text={text.slice(at + part.length)} parts={others} />
    </>
  );
}
