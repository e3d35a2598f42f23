/** What every vendor has, whichever features it uses: identity, places, hours, clinicians and brand. */
import { isKnownPlace } from '../../../sync/domain/places/places.ts';
import { profileFields } from '../../../sync/domain/vendor/profile.ts';
import type { PublishedPack } from '../../../sync/domain/vendor/published-pack.ts';
import type { VendorSource } from '../../../sync/domain/vendor/vendor-pack.ts';
import { letterColors, themeStylesheet } from '../../theme/index.ts';
import { isObject, type JsonObject, objectsOf, textOf } from '../form/form-index.ts';
import { type Faults, jsonPath } from '../read/faults.ts';
import type { PackFiles } from '../read/pack-files.ts';
import type { PackReading, Publishing } from '../read/part.ts';
import { reportTwice } from '../read/readable.ts';
import { parseWith } from '../read/schema-faults.ts';
import { checkHours } from './check-hours.ts';
import { checkPromotion } from './check-promotion.ts';
import { drawIcons } from './icons.ts';
import { drawSharePicture } from './share-picture.ts';

function works(attempt: () => unknown): boolean {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
}

function checkIdentity({ raw, folder, vendor: faults }: PackReading): void {
  const slug = textOf(raw.slug);
  if (slug !== undefined && slug !== folder.name) {
    faults.error(
      'vendor-slug',
      '$.slug',
      `the slug is not the name of the folder, ${JSON.stringify(folder.name)}`,
      'Rename one of them: the slug is the address of the vendor.',
    );
  }
  const timezone = textOf(raw.timezone);
  const currency = textOf(raw.currency);
  if (timezone !== undefined && !works(() => new Intl.DateTimeFormat('en', { timeZone: timezone }))) {
    faults.error(
      'timezone',
      '$.timezone',
      `${JSON.stringify(timezone)} is no IANA time zone`,
      'Write a name as "America/New_York".',
    );
  }
  if (currency !== undefined && !Intl.supportedValuesOf('currency').includes(currency)) {
    faults.error(
      'currency',
      '$.currency',
      `${JSON.stringify(currency)} is no ISO 4217 currency`,
      'Write a code as "USD".',
    );
  }
}

function checkAreas(areas: VendorSource['serviceAreas'], faults: Faults): void {
  const entries = areas.map((area, index) => [index, area] as const);
  for (const [index, area] of entries) {
    if (!isKnownPlace(area.place))
      faults.error(
        'unknown-place',
        jsonPath(['serviceAreas', index, 'place']),
        `${JSON.stringify(area.place)} is not a place that a patient can pick`,
        'Use a code of sync/domain/places/places.ts, as "US-CA" or "GB".',
      );
  }
  reportTwice(
    entries,
    (area) => area.place,
    (index, first, place) =>
      faults.error(
        'area-twice',
        jsonPath(['serviceAreas', index, 'place']),
        `${place} is listed twice, first at $.serviceAreas[${first}]`,
        'Keep one of them.',
      ),
  );
}

async function publishIcons(
  brand: VendorSource['brand'],
  files: PackFiles,
): Promise<Pick<PublishedPack, 'icons' | 'appleTouchIcon'>> {
  const icons: PublishedPack['icons'][number][] = [];
  let appleTouchIcon = '';
  for (const { name, size, purpose, png } of await drawIcons(brand)) {
    const src = files.add(`icons/${name}`, 'png', png);
    if (purpose === 'apple-touch') appleTouchIcon = src;
    else icons.push({ src, sizes: `${size}x${size}`, type: 'image/png', purpose });
  }
  return { icons, appleTouchIcon };
}

export const profileBuild = {
  async check(reading: PackReading) {
    const { raw, vendor } = reading;
    checkIdentity(reading);
    checkPromotion(raw, vendor);
    checkAreas(parseWith(profileFields.serviceAreas, raw.serviceAreas, [], undefined) ?? [], vendor);
    const contact = isObject(raw.contact) ? raw.contact : {};
    const { hours, hoursOfOperation } = profileFields.contact.shape;
    checkHours(
      {
        hours: parseWith(hours, contact.hours, [], undefined),
        periods: parseWith(hoursOfOperation, contact.hoursOfOperation, [], undefined),
      },
      vendor,
    );
    return {};
  },
  async publish(
    {
      source,
      images = new Map(),
    }: { readonly source: VendorSource; readonly images?: ReadonlyMap<string, string> },
    { files, drawing }: Publishing,
  ) {
    const { brand, clinicians } = source;
    const { home, success, landing, kiosk } = brand.art;
    const { css, themeColor } = themeStylesheet(brand);
    return {
      clinicians: clinicians.map(({ portrait, ...clinician }) => ({
        ...clinician,
        ...(portrait === undefined ? {} : { portrait: drawing(portrait) }),
      })),
      brand: {
        ...brand,
        art: {
          home: drawing(home),
          success: drawing(success),
          ...(landing === undefined ? {} : { landing: drawing(landing) }),
          ...(kiosk === undefined ? {} : { kiosk: drawing(kiosk) }),
        },
      },
      themeUrl: files.add('theme', 'css', css),
      themeColor,
      letterColors: letterColors(brand),
      ...(await publishIcons(brand, files)),
      shareUrl: files.addApart('share/home', 'png', await drawSharePicture(brand, images.get(home) ?? '')),
    };
  },
  drawings({ brand, clinicians }: JsonObject) {
    const art = isObject(brand) && isObject(brand.art) ? brand.art : {};
    return [
      art.home,
      art.success,
      art.landing,
      art.kiosk,
      ...objectsOf(clinicians).map(({ portrait }) => portrait),
    ];
  },
};
