import type { components } from '@/api/schema';
import { headTexts } from '@/app/head-texts';
import { readablePhone } from '@/lib/phone';
import { escapeText } from './escape';

type Brand = components['schemas']['AppConfigAnswer']['brand'];

/**
 * The text for browsers without JavaScript: that booking needs a script, and the phone number for booking without one
 * if the operator has given it. If the page does not contain the whole screen, the operator's name is its heading.
 */
export function noScript({ name, phone }: Brand, isRendered: boolean): string {
  const number =
    phone === ''
      ? ''
      : `<a class="figures display inline-flex min-h-11 items-center text-h3 underline underline-offset-4" href="tel:${escapeText(phone)}">${escapeText(readablePhone(phone))}</a>`;
  const text = phone === '' ? headTexts.noScriptNoPhone : headTexts.noScript;
  const brand = isRendered ? '' : `<h1 class="display text-h1 uppercase italic">${escapeText(name)}</h1>`;
  return `<noscript><div class="page gutter grid justify-items-start gap-4 py-12">${brand}<p class="max-w-md">${escapeText(text)}</p>${number}</div></noscript>`;
}
