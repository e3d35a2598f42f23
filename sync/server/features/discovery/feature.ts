/** Finding care: what all vendors offer, published as files that devices search by themselves. Nobody's question comes here. */
import { keepResult } from '../../base/keep-result.ts';
import { ProblemError } from '../../base/problems.ts';
import type { Core, Feature, OpenedFeature } from '../../core/feature.ts';
import { IMMUTABLE, sendStored } from '../../web/sender.ts';
import { vendorPassages } from '../assistant/feature.ts';
import { catalogs } from '../shop/feature.ts';
import { FILES, type PublishedDiscovery, publishDiscovery } from './discovery-files.ts';

/** Of thousands of vendors each try takes seconds. */
const RETRY_MS = 30_000;

function open(core: Core): OpenedFeature {
  const { vendors, logger, now } = core;
  const sold = catalogs.of(core);
  const said = vendorPassages.find(core);
  const catalogOf = (slug: string) =>
    sold.of(slug).catch((error: unknown) => {
      // What it sells can't be read: it is found all the same, by its name and its forms.
      logger.error({ err: error, vendor: slug }, 'DISCOVERY_WITHOUT_CATALOG');
      return undefined;
    });
  async function publish(): Promise<PublishedDiscovery> {
    const listed = [];
    for (const { pack } of vendors.all) listed.push({ pack, catalog: await catalogOf(pack.slug) });
    return publishDiscovery(listed, now().toISOString().slice(0, 10), await said?.());
  }
  const read = keepResult(publish, { now, retryMs: RETRY_MS });
  return {
    addRoutes(server) {
      // Before anybody asks: of thousands of vendors it takes seconds.
      server.addHook('onListen', () => {
        read().catch((error: unknown) => logger.error({ err: error }, 'DISCOVERY_UNPUBLISHED'));
      });
      server.get<{ Params: { name: string } }>(
        `${FILES}/:name`,
        { config: { access: 'public' } },
        async (request, reply) => {
          const file = (await read()).files.get(request.params.name);
          if (!file) throw new ProblemError('NOT_FOUND');
          return sendStored(request, reply, file, IMMUTABLE);
        },
      );
    },
    // What is read as the server starts is what holds until it is started again.
    platformData: async () => ({
      discovery: { ...(await read()).link, asOf: now().toISOString().slice(0, 10) },
    }),
  };
}

export const discovery: Feature = { name: 'discovery', open };
