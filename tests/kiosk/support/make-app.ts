/** A kiosk that main.ts can be started over, with a page of the tests' own. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listBuiltFiles } from '../../../electron/policy/built-files.ts';
import { temporaryFolder } from '../../support/paths.ts';

/** As packaging leaves it: the built files with their list, and what is built in. The keys are nobody's. */
export function makeApp({ page, server }: { readonly page: string; readonly server: string }): string {
  const folder = temporaryFolder('kiosk-app');
  const files = new Map([
    [
      '/index.html',
      '<!doctype html><html><title>Kiosk</title><script type="module" src="/app.js"></script></html>',
    ],
    ['/app.js', page],
  ]);
  mkdirSync(join(folder, 'renderer'));
  for (const [path, text] of files) writeFileSync(join(folder, 'renderer', path), text);
  const bytes = [...files].map(([path, text]) => [path, new TextEncoder().encode(text)] as const);
  writeFileSync(join(folder, 'renderer', 'files.json'), JSON.stringify(listBuiltFiles(new Map(bytes))));
  const key = Buffer.alloc(32, 1).toString('base64url');
  writeFileSync(
    join(folder, 'kiosk.json'),
    JSON.stringify({
      v: 1,
      vendor: 'willow',
      languages: ['en'],
      server,
      keyManifest: {
        ...{ v: 1, vendor: 'willow', issuedAt: '2026-01-01T00:00:00Z', keys: [], endorsements: [] },
        ...{ rootKey: key, signature: key },
      },
      receiptKeys: {},
    }),
  );
  return folder;
}
