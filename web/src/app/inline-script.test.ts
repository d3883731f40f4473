import { expect, test } from 'vitest';
import { addressesOf, BOOT, checkInlineScript } from '../../scripts/boot-script';

test('a build takes an ordinary script into its pages', () => {
  expect(() => checkInlineScript('for (let n = 0; n < scripts.length; n += 1) run(scripts[n]);')).not.toThrow();
});

test.each(['</script>', '</SCRIPT >', '<script>', '<!--'])('a build refuses a script with %j', (text) => {
  expect(() => checkInlineScript(`const text = '${text}';`)).toThrow(/^the script in the page contains '</);
});

test('while developing a page names the source of a script, and a build without its file is refused', () => {
  expect(addressesOf([BOOT], undefined)).toEqual(['/src/app/boot.js']);
  expect(() => addressesOf([BOOT], {})).toThrow('the first script was not emitted');
});
