import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it, onTestFinished } from 'vitest';
import { checkPack } from '../check.ts';
import { publishPack } from '../publish.ts';

const DEMO = join(import.meta.dirname, '../../../vendors/lantern');

/** A copy of a demo pack with these pictures alone. */
async function packWith(screenshots: Readonly<Record<string, Uint8Array>>) {
  const folder = await mkdtemp(join(tmpdir(), 'carefront-screenshots-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const pack = join(folder, 'lantern');
  await cp(DEMO, pack, { recursive: true });
  await rm(join(pack, 'screenshots'), { recursive: true, force: true });
  await mkdir(join(pack, 'screenshots'));
  for (const [name, bytes] of Object.entries(screenshots))
    await writeFile(join(pack, 'screenshots', name), bytes);
  return checkPack(pack);
}
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#446655' } });

it('are published with their sizes, and no device keeps them', async () => {
  const report = await packWith({
    'narrow.webp': await picture(780, 1688).webp().toBuffer(),
    'wide.webp': await picture(1280, 860).webp().toBuffer(),
  });
  if (!report.pack) throw new Error(JSON.stringify(report.faults));
  const { pack, files } = await publishPack(report.pack);
  expect(pack.screenshots).toEqual([
    { src: expect.stringMatching(/narrow\.[0-9a-f]+\.webp$/), sizes: '780x1688', form: 'narrow' },
    { src: expect.stringMatching(/wide\.[0-9a-f]+\.webp$/), sizes: '1280x860', form: 'wide' },
  ]);
  expect(files.entries().filter(([path]) => path.startsWith('screenshots/'))).toHaveLength(2);
  expect(pack.files.filter((url) => url.includes('screenshots'))).toEqual([]);
});

it('may be left out', async () => {
  const report = await packWith({});
  if (!report.pack) throw new Error(JSON.stringify(report.faults));
  expect((await publishPack(report.pack)).pack).not.toHaveProperty('screenshots');
});

it.each([
  ['another format', 'narrow.webp', () => picture(780, 1688).png()],
  ['too small', 'narrow.webp', () => picture(300, 600).webp()],
  ['too long', 'wide.webp', () => picture(1280, 500).webp()],
])('are refused where browsers would leave them out: %s', async (_why, name, draw) => {
  const { faults } = await packWith({ [name]: await draw().toBuffer() });
  expect(faults.filter(({ severity }) => severity === 'error')).toMatchObject([
    { code: 'screenshot', file: `lantern/screenshots/${name}` },
  ]);
});

it('are refused where they are no picture', async () => {
  const { faults } = await packWith({ 'wide.webp': new TextEncoder().encode('no picture') });
  expect(faults.filter(({ severity }) => severity === 'error')).toMatchObject([{ code: 'screenshot' }]);
});
