import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { brandSchema } from '../../sync/domain/vendor/brand.ts';
import { demoVendors } from '../vendor/testing.ts';
import { contrast } from './contrast.ts';
import { letterColors } from './letter-colors.ts';

const vendorFile = z.object({ brand: brandSchema });

describe.each(['willow', 'lantern', 'mainstreet', 'northgate', 'harbour'])('letters of %s', (vendor) => {
  const { brand } = vendorFile.parse(
    JSON.parse(readFileSync(join(demoVendors, vendor, 'vendor.json'), 'utf8')),
  );

  test.each(['light', 'dark'] as const)('can be read in the %s scheme (WCAG 1.4.3)', (scheme) => {
    const { sheet, paper, tint, ink, softInk, heading, accent, onAccent } = letterColors(brand)[scheme];
    for (const on of [sheet, paper, tint])
      for (const words of [ink, softInk, heading]) expect(contrast(words, on)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(onAccent, accent)).toBeGreaterThanOrEqual(4.5);
    // Digits of 40 px.
    expect(contrast(accent, paper)).toBeGreaterThanOrEqual(3);
  });
});
