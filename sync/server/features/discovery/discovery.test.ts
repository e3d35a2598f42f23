import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DiscoveryIndex, DiscoveryLink } from '../../../domain/discovery/discovery-index.ts';
import { fixturePack } from '../../testing/fixture-pack.ts';
import { openTestServer, type TestServer } from '../../testing/test-server.ts';
import { publishDiscovery } from './discovery-files.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ packs: [await fixturePack()] });
});
afterAll(() => server.close());

const get = (url: string) =>
  server.app.inject({ method: 'GET', url, headers: { accept: 'text/html', 'accept-encoding': 'gzip' } });

async function linkIn(url: string): Promise<DiscoveryLink> {
  const { body } = await server.app.inject({ method: 'GET', url, headers: { accept: 'text/html' } });
  const [, data = '{}'] = /id="carefront-bootstrap">(.*?)<\/script>/s.exec(body) ?? [];
  return JSON.parse(data).discovery;
}

describe('what all vendors offer', () => {
  it('is named by the page, and never changes under its name', async () => {
    const link = await linkIn('/discovery');
    expect(link).toMatchObject({ vendors: 1, concepts: ['sleep'] });
    const answer = await get(link.index);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'gzip',
    });
    const index: DiscoveryIndex = (await server.app.inject({ method: 'GET', url: link.index })).json();
    for (const url of [...index.shards, ...Object.values(index.rates)])
      expect((await get(url)).statusCode).toBe(200);
  });

  it('has the same names in every process, whichever day it started', async () => {
    const { pack } = await fixturePack();
    const monday = await publishDiscovery([{ pack: { ...pack } }], '2026-11-23');
    const tuesday = await publishDiscovery([{ pack: { ...pack } }], '2026-11-24');
    expect([...monday.files.keys()]).toEqual([...tuesday.files.keys()]);
    expect(tuesday.link).toEqual({ ...monday.link, asOf: '2026-11-24' });
  });

  it('has no other files', async () => {
    expect((await get('/discovery/files/index-0000000000000000.json')).statusCode).toBe(404);
    expect((await get('/discovery/elsewhere')).statusCode).toBe(404);
  });
});

describe('the powers of a page outside of the vendors’ spaces', () => {
  const grantedAt = async (url: string) =>
    String((await get(url)).headers['permissions-policy'])
      .split(', ')
      .filter((feature) => !feature.endsWith('=()'));

  it('are none of the shell, which a worker shows at every address', async () => {
    expect(await grantedAt('/?shell')).toEqual([]);
    expect(await grantedAt('/nowhere')).toEqual([]);
  });
});
