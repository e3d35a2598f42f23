import { expect, it } from 'vitest';
import { contrast } from '../../build/theme/contrast.ts';
import { inkOn } from './ink-on.ts';

it('is read on any color of a brand (WCAG AA) - greys, the loud ones and the middle of each channel', () => {
  const steps = ['00', '33', '66', '77', '99', 'cc', 'ff'];
  const colors = steps.flatMap((red) =>
    steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)),
  );
  expect(colors.filter((color) => contrast(inkOn(color), color) < 4.5)).toEqual([]);
});
