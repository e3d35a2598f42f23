import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { productSchema } from '../../../sync/domain/catalog/product.ts';
import { checkPack } from '../check.ts';
import { publishPack } from '../publish.ts';

type Json = Record<string, unknown>;

/** A copy of a demo pack, with a product and its vendor changed. */
async function changed(change: (product: Json) => void, vendor: (raw: Json) => void = () => undefined) {
  const folder = await mkdtemp(join(tmpdir(), 'carefront-catalog-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const pack = join(folder, 'mainstreet');
  await cp(join(import.meta.dirname, '../../../vendors/mainstreet'), pack, { recursive: true });
  const write = async (path: string, edit: (raw: Json) => void) => {
    const raw: Json = JSON.parse(await readFile(join(pack, path), 'utf8'));
    edit(raw);
    await writeFile(join(pack, path), JSON.stringify(raw));
  };
  await write('products/valacyclovir.json', change);
  await write('vendor.json', vendor);
  const { faults } = await checkPack(pack);
  return faults
    .filter(({ severity }) => severity === 'error')
    .map(({ code, file, path }) => `${code} ${file} ${path}`);
}
const FILE = 'mainstreet/products/valacyclovir.json';

describe('a catalog', () => {
  it('is published as a list, and each product as a file of its own', async () => {
    const report = await checkPack(join(import.meta.dirname, '../../../vendors/mainstreet'));
    if (!report.pack) throw new Error('The demo pack has errors.');
    const { pack, files } = await publishPack(report.pack);
    const listed = pack.products?.find(({ slug }) => slug === 'valacyclovir');
    expect(listed).toMatchObject({ kind: 'rx', questionnaire: 'cold-sore-check', from: { amount: 1400 } });
    const [, bytes] = files.entries().find(([path]) => listed?.url.endsWith(path)) ?? [];
    expect(productSchema.parse(JSON.parse(String(bytes))).plans).toHaveLength(1);
    // It is on the device, for when there is no network.
    expect(pack.files).toContain(listed?.url);
    expect(JSON.stringify(pack.products)).not.toContain('Confusion');
  });

  it.each([
    ['rx-form', '$.questionnaire', (product: Json) => delete product.questionnaire],
    ['product-form', '$.questionnaire', (product: Json) => (product.questionnaire = 'other')],
    ['product-twice', '$.slug', (product: Json) => (product.slug = 'docosanol')],
    [
      'sku-twice',
      '$.plans[0].sku',
      (product: Json) => Object.assign((product.plans as Json[])[0] ?? {}, { sku: 'MS-DOC-2G' }),
    ],
    ['schema', '$.controlled', (product: Json) => (product.controlled = true)],
    [
      'schema',
      '$.plans[0].amount',
      (product: Json) => Object.assign((product.plans as Json[])[0] ?? {}, { amount: 49 }),
    ],
    ['translation', '$.works.ar', (product: Json) => delete (product.works as Json).ar],
  ])('has the fault %s at %s', async (code, path, change) => {
    const faults = await changed((product) => void change(product));
    // What names a product by another slug is at fault, too.
    expect(faults.filter((fault) => code !== 'product-twice' || fault.includes(FILE))).toEqual([
      `${code} ${FILE} ${path}`,
    ]);
  });

  it('asks for consultation and product in one currency', async () => {
    const faults = await changed(
      () => undefined,
      (raw) => {
        raw.currency = 'CAD';
      },
    );
    expect(faults).toContain(`product-currency ${FILE} $.questionnaire`);
  });

  it('names no prescription medicine in Britain before a consultation (case 59)', async () => {
    const faults = await changed(
      () => undefined,
      (raw) => {
        raw.region = 'GB';
      },
    );
    expect(faults).toContain(`rx-promotion ${FILE} $.kind`);
    expect(faults.filter((fault) => fault.startsWith('rx-promotion'))).toHaveLength(1);
  });
});
