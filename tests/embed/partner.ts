/** A partner's site with a form of Lantern's in it, and the clinic that allows it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openPartnerSite, type PartnerSite } from '../../build/partner/partner-site.ts';
import { vendorsWithImports } from '../journey/imported-vendors.ts';
import { plainForm } from '../journey/plain-form.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { addressOf, HOSTS, hostPage } from './hosts.ts';

export interface Partner {
  readonly server: TestServer;
  /** Lantern allows its pages. `?id=` is the partner's own for the form, `?host=` the page around it (`hosts.ts`), `?plain` a frame without the loader. */
  readonly allowed: PartnerSite;
  /** No vendor has ever heard of it. */
  readonly stranger: PartnerSite;
  readonly form: string;
  close(): Promise<void>;
}

/** @param photo whether the form asks for one */
export async function openPartner({ photo = false } = {}): Promise<Partner> {
  const form = plainForm({ photo });
  const { vendorsDir } = vendorsWithImports([form]);
  const host = '127.0.0.1';
  let server: TestServer | undefined;
  const answer = ({ searchParams }: URL) => {
    const page = {
      server: server?.origin ?? '',
      vendor: 'lantern',
      questionnaire: form.slug,
      externalId: searchParams.get('id') ?? '',
      lang: searchParams.get('lang') ?? 'en',
    };
    if (!searchParams.has('plain'))
      return hostPage(HOSTS.find((each) => each === searchParams.get('host')) ?? 'plain', page);
    const html = `<!doctype html><title>Plain</title><iframe src="${addressOf(page)}" allow="camera" width="600" height="900"></iframe>`;
    return { html };
  };
  const allowed = await openPartnerSite({ host }, answer);
  const stranger = await openPartnerSite({ host }, answer);
  const file = join(vendorsDir, 'lantern', 'vendor.json');
  const vendor: object = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...vendor, embed: { origins: [allowed.origin] } }));
  server = await startServer({ vendorsDir });
  const running = server;
  return {
    ...{ server, allowed, stranger, form: form.slug },
    async close() {
      await allowed.close();
      await stranger.close();
      await running.close();
    },
  };
}
