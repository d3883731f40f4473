import { headTexts } from '@/app/head-texts';
import { shellTexts } from '@/app/texts';
import { escapeText } from './escape';

/** What boot.js shows above a page whose scripts did not come: that its buttons do not work, and one that loads it again. */
export function notStarted(): string {
  return `<template id="not-started"><div role="alert" class="page gutter grid justify-items-start gap-2 py-4"><p class="max-w-md">${escapeText(headTexts.notStarted)}</p><button type="button" class="inline-flex min-h-11 items-center font-bold underline underline-offset-4">${escapeText(shellTexts.reload)}</button></div></template>`;
}
