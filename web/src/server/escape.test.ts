import { describe, expect, test } from 'vitest';
import { dataText, escapeText } from './escape';

const HOSTILE = `Court</script><script>alert(1)</script><!-- "&'`;

describe('untrusted names', () => {
  test('cannot leave the element that holds data', () => {
    const text = dataText({ venue: HOSTILE });
    expect(text).not.toContain('<');
    expect(JSON.parse(text)).toEqual({ venue: HOSTILE });
  });

  test('cannot leave an element or an attribute', () => {
    const element = document.createElement('div');
    element.innerHTML = `<p title="${escapeText(HOSTILE)}">${escapeText(HOSTILE)}</p>`;
    expect(element.children).toHaveLength(1);
    expect(element.firstElementChild?.getAttribute('title')).toBe(HOSTILE);
    expect(element.textContent).toBe(HOSTILE);
  });
});
