import { expect, test } from 'vitest';
import { typefaceFiles } from '../../sync/domain/vendor/typeface-files.ts';
import { typefaces } from './typefaces.ts';

const fileOf = (family: string) => family.replace(' Variable', '').toLowerCase().replaceAll(' ', '-');

test.each(Object.entries(typefaces))(
  'pages fetch early, and devices store, each family that is set - %s',
  (name, { family, heading }) => {
    const starts = typefaceFiles(name);
    const unknown = [family, ...(heading ? [heading.family] : [])].filter(
      (each) => !starts.some((start) => `${fileOf(each)}-`.startsWith(`${start}-`)),
    );
    expect(unknown).toEqual([]);
  },
);
