/**
 * `npm run partner`: a partner's page beside `npm start`, at http://127.0.0.1:4174, which is another site than http://localhost:4173. The demo vendors' packs allow
 * it (`embed.origins`). `?vendor=`, `?questionnaire=`, `?external-id=` and `?lang=` choose another form; on another `--port`, browsers refuse to show it. With a
 * key of `npm run partner-keys` in `CAREFRONT_PARTNER_KEY` the id is signed.
 */
import { parseArgs } from 'node:util';
import { openPartnerSite, partnerPage } from './partner-site.ts';

const { values } = parseArgs({
  options: {
    server: { type: 'string', default: `http://localhost:${process.env.PORT ?? '4173'}` },
    port: { type: 'string', default: '4174' },
  },
});

const site = await openPartnerSite({ host: '127.0.0.1', port: Number(values.port) }, ({ searchParams }) => ({
  html: partnerPage({
    server: values.server,
    vendor: searchParams.get('vendor') ?? 'willow',
    questionnaire: searchParams.get('questionnaire') ?? 'contraception-check',
    externalId: searchParams.get('external-id') ?? 'visit-1029',
    key: process.env.CAREFRONT_PARTNER_KEY,
    lang: searchParams.get('lang') ?? 'en',
  }),
}));
console.log(`A partner's page: ${site.origin} (its form is at ${values.server})`);
