/** From a checked pack to what the server serves: a CompiledVendorPack and the files that it names. */
import canonicalize from 'canonicalize';
import type { PublishedQuestionnaire } from '../../sync/domain/intake/offered-questionnaire.ts';
import type { PublishedLegalDocument } from '../../sync/domain/legal/legal-document.ts';
import type { CompiledVendorPack, PublishedPack } from '../../sync/domain/vendor/published-pack.ts';
import { formHash } from '../../sync/questionnaire/index.ts';
import { themeStylesheet } from '../theme/index.ts';
import type { CheckedPack } from './check.ts';
import type { CheckedForm, CheckedLegal } from './check-files.ts';
import { askedQuestions } from './form/form-index.ts';
import { drawIcons } from './icons.ts';
import { createPackFiles, type PackFiles, sha256 } from './pack-files.ts';

export interface Publication {
  readonly pack: CompiledVendorPack;
  readonly files: PackFiles;
}

/** RFC 8785: one form of JSON for one content. */
function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError('not JSON');
  return text;
}

async function publishForm(
  { offered, canonical, form, index }: CheckedForm,
  files: PackFiles,
  image: (path: string) => string,
): Promise<PublishedQuestionnaire> {
  const hash = await formHash(form);
  const { file: _, picture, ...rest } = offered;
  return {
    ...rest,
    ...(picture === undefined ? {} : { picture: image(picture) }),
    canonical,
    version: form.version ?? offered.manifest.version,
    formHash: hash,
    url: files.addNamed(`questionnaires/${hash}.json`, canonicalJson(form)),
    questions: askedQuestions(index).length,
  };
}

function publishLegal({ document, texts }: CheckedLegal, files: PackFiles): PublishedLegalDocument {
  const { slug, kind, title, version, effectiveFrom, changes, unreviewed } = document;
  const published = Object.entries(texts).map(([language, { text, sha256: hash }]) => [
    language,
    { url: files.add(`legal/${slug}.${language}`, 'json', canonicalJson(text)), sha256: hash },
  ]);
  return {
    slug,
    kind,
    title,
    version,
    effectiveFrom,
    unreviewed,
    ...(changes === undefined ? {} : { changes }),
    texts: Object.fromEntries(published),
  };
}

async function publishIcons(
  { source }: CheckedPack,
  files: PackFiles,
): Promise<Pick<PublishedPack, 'icons' | 'appleTouchIcon'>> {
  const icons: PublishedPack['icons'][number][] = [];
  let appleTouchIcon = '';
  for (const { name, size, purpose, png } of await drawIcons(source.brand)) {
    const src = files.add(`icons/${name}`, 'png', png);
    if (purpose === 'apple-touch') appleTouchIcon = src;
    else icons.push({ src, sizes: `${size}x${size}`, type: 'image/png', purpose });
  }
  return { icons, appleTouchIcon };
}

/** Deterministic: the same pack gives the same bytes, whenever and wherever it is compiled. */
export async function publishPack(checked: CheckedPack): Promise<Publication> {
  const {
    brand,
    questionnaires: _questionnaires,
    rules: _rules,
    legal: _legal,
    clinicians,
    ...vendor
  } = checked.source;
  const files = createPackFiles(vendor.slug);
  const image = (path: string) =>
    files.add(
      `images/${path
        .replace(/^images\//, '')
        .replace(/\.svg$/i, '')
        .replaceAll('/', '-')}`,
      'svg',
      checked.images.get(path) ?? '',
    );
  const { css, themeColor } = themeStylesheet(brand);
  const { home, success, landing, kiosk } = brand.art;
  const content: Omit<CompiledVendorPack, 'packHash' | 'files'> = {
    ...vendor,
    clinicians: clinicians.map(({ portrait, ...clinician }) => ({
      ...clinician,
      ...(portrait === undefined ? {} : { portrait: image(portrait) }),
    })),
    brand: {
      ...brand,
      art: {
        home: image(home),
        success: image(success),
        ...(landing === undefined ? {} : { landing: image(landing) }),
        ...(kiosk === undefined ? {} : { kiosk: image(kiosk) }),
      },
    },
    themeUrl: files.add('theme', 'css', css),
    themeColor,
    ...(await publishIcons(checked, files)),
    questionnaires: await Promise.all(checked.forms.map((form) => publishForm(form, files, image))),
    rules: checked.rules,
    legal: checked.legal.map((document) => publishLegal(document, files)),
  };
  const hashes = files.entries().map(([path, bytes]) => [path, sha256(bytes)]);
  return {
    pack: {
      ...content,
      packHash: sha256(canonicalJson({ content, hashes })),
      files: files.urls(),
    },
    files,
  };
}
