import { expect, test } from 'vitest';
import { preferReducedMotion } from '@/testing/reduced-motion';
import { scrollBehavior } from './scroll-behavior';

test('scrolling is smooth, and happens at once for a person who prefers reduced motion', () => {
  expect(scrollBehavior()).toBe('smooth');
  preferReducedMotion();
  expect(scrollBehavior()).toBe('instant');
});
