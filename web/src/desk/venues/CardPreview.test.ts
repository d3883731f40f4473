import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const shapeIn = (file: string) => /aspect-\[(\d+\/\d+)\]/.exec(readFileSync(file, 'utf8'))?.[1];

test('the preview cuts the picture to the shape that players see', () => {
  const shape = shapeIn('src/features/booking/location/VenueCard.tsx');
  expect(shape).toBeDefined();
  expect(shapeIn('src/desk/venues/CardPreview.tsx')).toBe(shape);
});
