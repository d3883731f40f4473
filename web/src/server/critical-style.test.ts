import { describe, expect, test } from 'vitest';
import { rulesOf } from '../../scripts/style-rules';
import { criticalStyle } from './critical-style';

const SHEET = `@layer base{body{margin:0}}@layer utilities{.flex{display:flex}.grid{display:grid}.spin{animation:turn 1s}\
.a\\:b{color:red}.group:hover .shown{color:red}.peer:checked~.marked{color:red}@media (min-width:768px){.md\\:flex{display:flex}}}\
.card:not(.open)>.title,.lone{color:"}"}@keyframes turn{to{rotate:360deg}}@keyframes unused{to{opacity:0}}@font-face{font-family:F}`;

const styleFor = (markup: string) => criticalStyle(rulesOf(SHEET), markup);

describe('the rules that a page contains', () => {
  test('are those of its classes, in their order, with the layers and widths around them', () => {
    expect(styleFor('<p class="grid md:flex">')).toBe(
      '@layer base{body{margin:0}}@layer utilities{.grid{display:grid}@media (min-width:768px){.md\\:flex{display:flex}}}@font-face{font-family:F}',
    );
  });

  test('include the animations that they name', () => {
    expect(styleFor('<p class="spin">')).toContain('@keyframes turn');
    expect(styleFor('<p class="spin">')).not.toContain('unused');
  });

  test('are read from classes as they are written in markup', () => {
    expect(styleFor('<p class="a:b">')).toContain('.a\\:b{');
  });

  test('include a rule only if the page has every class of one of its selectors', () => {
    expect(styleFor('<p class="card">')).not.toContain('.card');
    expect(styleFor('<p class="card"><b class="title">')).toContain('.card:not(.open)>.title,.lone{color:"}"}');
    expect(styleFor('<p class="lone">')).toContain('.lone{');
  });

  test('include rules of group and peer, which count as classes of every page', () => {
    expect(styleFor('<p class="shown">')).toContain('.group:hover .shown');
    expect(styleFor('<p class="marked">')).toContain('.peer:checked~.marked');
  });
});
