import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { languages } from '../../sync/domain/languages.ts';
import { platformHeadOf } from '../../sync/server/web/platform-page.ts';

const features = resolve(import.meta.dirname, '../../renderer/features');

/** What the server writes is replaced by the screen's own title: nobody should see it change. */
it.each([
  ['discovery', 'discovery/search'],
  ['discovery/chat', 'navigator'],
  ['discovery/geofence', 'places'],
  ['discovery/gpt', 'assistant'],
  ['discovery/rates', 'rates'],
])('the title of /%s is the one of its screen', (path, feature) => {
  for (const language of languages) {
    const texts = JSON.parse(readFileSync(`${features}/${feature}/messages/${language}.json`, 'utf8'));
    expect(platformHeadOf(path, language, '')?.title).toBe(`${texts.title} – Carefront`);
  }
});
