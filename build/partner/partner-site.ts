/** A partner's site: any page of any site builder, on an origin of its own, with a vendor's form in it. */
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type OutgoingHttpHeaders } from 'node:http';
import { join } from 'node:path';

export interface PartnerPage {
  /** Origin of the server that has the form. */
  readonly server: string;
  readonly vendor: string;
  readonly questionnaire: string;
  readonly externalId?: string | undefined;
  /** `{key}.{secret}`, as `npm run partner-keys` has issued it: with it the id is signed. */
  readonly key?: string | undefined;
  readonly lang?: string | undefined;
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** As a partner's server makes it: the lines in `vendors/README.md`. */
export function partnerToken(
  key: string,
  {
    vendor,
    questionnaire,
    externalId,
  }: Required<Pick<PartnerPage, 'vendor' | 'questionnaire'>> & { externalId: string },
): string {
  const [keyId = '', secret = ''] = key.split('.');
  const expires = Math.floor(Date.now() / 1000) + 7 * 24 * 3600;
  const text = ['carefront-partner-1', vendor, questionnaire, externalId, expires].join('\n');
  return `p1.${keyId}.${expires}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

export function partnerPage({
  server,
  vendor,
  questionnaire,
  externalId = '',
  key,
  lang = 'en',
}: PartnerPage): string {
  const words: Readonly<Record<string, string>> = {
    server,
    vendor,
    questionnaire,
    'external-id': externalId,
    token: key === undefined ? '' : partnerToken(key, { vendor, questionnaire, externalId }),
    lang,
  };
  return readFileSync(join(import.meta.dirname, 'page.html'), 'utf8').replaceAll(
    /\{([a-z-]+)\}/g,
    (all, name: string) => (name in words ? escapeHtml(words[name] ?? '') : all),
  );
}

export interface PartnerSite {
  readonly origin: string;
  close(): Promise<void>;
}

/**
 * @param host another site than the server's: `127.0.0.1` and `localhost` are two
 * @param answer by the address that is asked for
 */
export function openPartnerSite(
  { host, port = 0 }: { readonly host: string; readonly port?: number },
  answer: (url: URL) => { readonly html: string; readonly headers?: OutgoingHttpHeaders },
): Promise<PartnerSite> {
  const site = createServer((request, response) => {
    const { html, headers } = answer(new URL(request.url ?? '/', `http://${host}`));
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(html);
  });
  return new Promise((resolve, reject) => {
    site.once('error', reject);
    site.listen(port, '127.0.0.1', () => {
      const address = site.address();
      if (address === null || typeof address === 'string') return reject(new Error('No port'));
      resolve({
        origin: `http://${host}:${address.port}`,
        close: () =>
          new Promise<void>((done) => {
            site.closeAllConnections();
            site.close(() => done());
          }),
      });
    });
  });
}
