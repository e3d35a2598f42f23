import { expect, it } from 'vitest';
import type { KeyManifest } from '../../domain/vendor/key-manifest.ts';
import { fixturePack } from '../testing/fixture-pack.ts';
import { useTestDatabase } from '../testing/test-database.ts';
import { createPublished } from './published.ts';
import { openVendorDirectory, publishedSource } from './vendor-directory.ts';

const manifestOf = (vendor: string): KeyManifest => ({
  v: 1,
  vendor,
  issuedAt: '2026-11-20T09:00:00Z',
  keys: [],
  rootKey: '',
  endorsements: [],
  signature: '',
});

// bcgov/chefs#1916: what was filled in time came late, when its form had been changed or closed.
it('failure-46: still knows a form by its hash, with its text and its consents - the vendor has published without it since', async () => {
  const { tables } = await useTestDatabase();
  const compiled = await fixturePack();
  const formHash = compiled.pack.questionnaires[0]?.formHash ?? '';
  const reduced = {
    ...compiled,
    pack: { ...compiled.pack, packHash: 'b'.repeat(64), questionnaires: [], legal: [] },
    definitions: new Map(),
  };
  const dates = ['2026-11-20T09:00:00Z', '2026-11-21T09:00:00Z'];
  const now = () => new Date(dates.shift() ?? '');
  await openVendorDirectory(tables, [compiled], {}, now, manifestOf);
  const later = await openVendorDirectory(tables, [reduced], {}, now, manifestOf);
  expect(later.find('meadow')?.pack.questionnaires).toEqual([]);

  const published = await createPublished(publishedSource(later))('meadow');
  const form = await published?.form(formHash);
  expect(form?.offered.maxAnswerAgeDays).toBe(7);
  expect(form?.plan).toBeDefined();
  expect(published?.legal.map(({ version }) => version)).toEqual(['2.0']);
  expect(await published?.form('c'.repeat(64))).toBeUndefined();
});
