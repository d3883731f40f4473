import type { ReactNode } from 'react';

const court = <path d="M7 4h26v32H7zM7 14.9h26M7 25.1h26M20 4v10.9M20 25.1V36" />;
const net = <path d="M4 20h32" strokeWidth="2.4" />;

const shapes: Record<'community' | 'facilities' | 'events' | 'coaching', ReactNode> = {
  // Four balls around a net: two against two.
  community: (
    <>
      {net}
      {[
        [12, 10],
        [28, 10],
        [12, 30],
        [28, 30],
      ].map(([x, y]) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r="4.6" />
      ))}
    </>
  ),
  facilities: (
    <>
      {court}
      {net}
    </>
  ),
  // A ball that bounces on.
  events: (
    <>
      <path d="M3 35h34" />
      <path d="M4 31C6 15 14 15 16 33C18 23 24 21 27 21" strokeDasharray="0.1 3.4" />
      <circle cx="30" cy="13" r="7.5" className="fill-ball stroke-ball-ink" />
      <path d="M27.6 11h.01M32.4 11h.01M30 15.4h.01" className="stroke-ball-ink" strokeWidth="2.2" />
    </>
  ),
  // A paddle, and where the ball should go.
  coaching: (
    <>
      <path d="M21 6.5 12.6 15a6 6 0 0 0-.6 8l-7.4 7.5a2.6 2.6 0 0 0 3.7 3.7L15.8 27a6 6 0 0 0 8-.6l8.5-8.5a6 6 0 0 0 0-8.5l-2.8-2.9a6 6 0 0 0-8.5 0z" />
      <circle cx="31.5" cy="31.5" r="3.6" className="fill-ball stroke-ball-ink" />
    </>
  ),
};

/** The picture of one of the four points. */
export function WhyGlyph({ name }: { name: keyof typeof shapes }) {
  return (
    <svg
      viewBox="0 0 40 40"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="size-11 shrink-0"
    >
      {shapes[name]}
    </svg>
  );
}
