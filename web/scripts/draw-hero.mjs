// Draws src/ui/art/hero-court.svg: an outdoor court to scale, seen from behind its near corner, with a ball in play.
// The result is checked in; run `node scripts/draw-hero.mjs` in web/ after a change here or of a colour in theme.css.
import { writeFileSync } from 'node:fs';
import { floor, polygon, project } from '../src/ui/art/perspective.ts';
import { darkColor } from './theme-colors.mjs';

const to = project({ eye: [-9, -17, 23], target: [11.5, 18, 0], zoom: 1250, centre: [500, 470] });
const at = (point) => to(point).map((n) => n.toFixed(1)).join(' ');

// Lines are two inches wide on a court; here three, so that they stay visible on a phone.
const LINE = 0.26;
const lines = [
  floor(to, 0, 0, 20, LINE),
  floor(to, 0, 44 - LINE, 20, LINE),
  floor(to, 0, 0, LINE, 44),
  floor(to, 20 - LINE, 0, LINE, 44),
  floor(to, 0, 15 - LINE, 20, LINE),
  floor(to, 0, 29, 20, LINE),
  floor(to, 10 - LINE / 2, 0, LINE, 15),
  floor(to, 10 - LINE / 2, 29, LINE, 15),
].join('');

// The net hangs two inches lower in the middle; the posts stand a foot outside the lines.
const top = Array.from({ length: 12 }, (_, i) => {
  const x = -1 + i * 2;
  return [x, 22, 2.83 + 0.17 * ((x - 10) / 11) ** 2];
});
const net = polygon(to, [...top, [21, 22, 0.1], [-1, 22, 0.1]]);
const tape = polygon(to, [...top, ...top.map(([x, y, z]) => [x, y, z - 0.3]).reverse()]);
const shadowOfNet = polygon(to, [[-1, 22], [21, 22], [22, 23.2], [0, 23.2]]);
const posts = [-1, 21]
  .map((x) => polygon(to, [[x - 0.16, 22, 0], [x + 0.16, 22, 0], [x + 0.16, 22, 3.1], [x - 0.16, 22, 3.1]]))
  .join('');
const mesh = [
  ...Array.from({ length: 43 }, (_, i) => {
    const x = -0.8 + (i * 21.6) / 42;
    return `M${at([x, 22, 2.7])}L${at([x, 22, 0.1])}`;
  }),
  ...[0.55, 1, 1.45, 1.9, 2.35].map((z) => `M${at([-1, 22, z])}L${at([21, 22, z])}`),
].join('');

// A soft shot from behind the far kitchen: over the net, one bounce, and up to where the ball is drawn.
const flight = Array.from({ length: 15 }, (_, i) => {
  const t = i / 14;
  return [8 + 5.2 * t, 33 - 17.5 * t, 4.2 + 7 * t - 11.2 * t * t];
});
const bounce = Array.from({ length: 8 }, (_, i) => {
  const t = i / 7;
  return [13.2 + 1.8 * t, 15.5 - 5.5 * t, 8.2 * t - 3.4 * t * t];
});
const trail = [...flight, ...bounce].map((point, i) => {
  const [x, y] = to(point).map((n) => n.toFixed(1));
  return `<circle cx="${x}" cy="${y}" r="${(1.6 + i * 0.14).toFixed(2)}" opacity="${(0.12 + i * 0.03).toFixed(2)}"/>`;
});
const [shadowX, shadowY] = to([15.2, 10.1, 0]).map((n) => n.toFixed(1));

writeFileSync(
  'src/ui/art/hero-court.svg',
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 900">
<path d="${floor(to, -7, -9, 34, 62)}" fill="${darkColor('surround')}"/>
<path d="${floor(to, 0, 0, 20, 44)}" fill="${darkColor('court')}"/>
<path d="${floor(to, 0, 15, 20, 14)}" fill="${darkColor('kitchen')}"/>
<path d="${lines}" fill="#fff"/>
<path d="${shadowOfNet}" fill="${darkColor('deep')}" opacity=".28"/>
<path d="${net}" fill="${darkColor('deep')}" opacity=".45"/>
<path d="${mesh}" stroke="#fff" stroke-width=".9" opacity=".28"/>
<path d="${tape}" fill="#fff"/>
<path d="${posts}" fill="${darkColor('net')}"/>
<g fill="${darkColor('ball')}">${trail.join('')}</g>
<ellipse cx="${shadowX}" cy="${shadowY}" rx="30" ry="13" fill="${darkColor('deep')}" opacity=".38"/>
<g transform="translate(${at([15, 10, 4.8])})">
<circle r="36" fill="${darkColor('ball')}"/>
<path d="M-36 0A36 36 0 0 0 36 0A40 40 0 0 1 -36 0Z" fill="${darkColor('ball-seam')}" opacity=".55"/>
<g fill="${darkColor('ball-ink')}" opacity=".6"><circle r="4.8"/><circle cx="-16" cy="-10" r="4.6"/><circle cx="15" cy="-11" r="4.6"/><circle cx="-16" cy="11" r="4.4"/><circle cx="16" cy="10" r="4.4"/><circle cx="-1" cy="-21" r="4.2"/><circle cy="21" r="4"/><ellipse cx="-28" cy="1" rx="2.6" ry="4"/><ellipse cx="28.5" cy="-1" rx="2.6" ry="4"/></g>
</g>
</svg>
`,
);
