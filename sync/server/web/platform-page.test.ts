import { expect, it } from 'vitest';
import { languages } from '../../domain/languages.ts';
import { platformScreens } from '../../domain/platform-screens.ts';
import { platformHeadOf, platformPages, platformSitemap } from './platform-page.ts';

const ORIGIN = 'https://care.example';
/** Of somebody's own device. */
const UNFOUND = ['test'];

it('every page outside of the vendors’ spaces says what it is, in every language', () => {
  expect(Object.keys(platformPages).toSorted()).toEqual(
    Object.keys(platformScreens)
      .filter((screen) => !UNFOUND.includes(screen))
      .toSorted(),
  );
  for (const [path, { description }] of Object.entries(platformPages)) {
    expect(Object.keys(description)).toEqual(languages);
    for (const language of languages) {
      const head = platformHeadOf(path, language, ORIGIN);
      expect(head?.description).not.toBe('');
      expect(head?.openGraph).toMatchObject({
        'og:url': head?.canonical,
        'og:image': `${ORIGIN}/share.png`,
      });
    }
  }
});

it('names its other languages, and itself', () => {
  expect(platformHeadOf('discovery/rates', 'es', ORIGIN)).toMatchObject({
    title: 'Comparar precios – Carefront',
    canonical: `${ORIGIN}/discovery/rates?lang=es`,
    alternates: [
      { language: 'en', url: `${ORIGIN}/discovery/rates` },
      { language: 'es', url: `${ORIGIN}/discovery/rates?lang=es` },
      { language: 'ar', url: `${ORIGIN}/discovery/rates?lang=ar` },
      { language: 'x-default', url: `${ORIGIN}/discovery/rates` },
    ],
  });
});

it('tells of no page that is somebody’s own', () => {
  for (const path of UNFOUND) expect(platformHeadOf(path, 'en', ORIGIN)).toBeUndefined();
  expect(platformSitemap(ORIGIN)).not.toContain('/test<');
});
