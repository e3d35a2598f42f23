/** Forms in other sites' pages: the document in the frame, and the loader that puts the frame there. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { mayEmbed } from '../../../domain/embed/embed-part.ts';
import { ProblemError } from '../../base/problems.ts';
import { vendorOf } from '../../http/access/access.ts';
import { framedPolicy, permissionsPolicy, powerGrants } from '../../web/security-headers.ts';
import { IMMUTABLE, NO_STORE, type Sender, sendFile, wantsPage } from '../../web/sender.ts';
import { UNABLE_STYLE, UNABLE_STYLE_PATH, unableToOpen } from './unable.ts';

const open = { config: { access: 'public' } } as const;
/** Only ever added to, so that a page may have an older one for an hour. */
const AN_HOUR = 'public, max-age=3600';
/** Left there by the build: each version that was ever released, and the newest. */
const LOADERS = 'loaders';

/** Scripts of other sites' pages: with `crossorigin` and an integrity, too. */
const forOthers = (reply: FastifyReply) =>
  reply.header('cross-origin-resource-policy', 'cross-origin').header('access-control-allow-origin', '*');

interface Framing {
  readonly Params: { vendor: string; questionnaire: string };
  readonly Querystring: { lang?: unknown };
}
type Framed = FastifyRequest<Framing>;

/** A document that others may frame is no other document: its powers are its own, and nothing of it is kept or written ahead. */
function sendFramed(request: Framed, reply: FastifyReply, { sendPage, sendMissingVendor, originOf }: Sender) {
  const { vendor } = request;
  reply.header('x-robots-tag', 'noindex');
  if (!vendor) return sendMissingVendor(request, reply);
  const { pack } = vendor;
  const { questionnaire } = request.params;
  const isOffered = pack.questionnaires.some(({ slug }) => slug === questionnaire);
  if (!isOffered && !wantsPage(request)) throw new ProblemError('NOT_FOUND');
  const found = isOffered ? { path: `questionnaire/${questionnaire}`, origin: originOf(request) } : undefined;
  const { lang } = request.query;
  reply.removeHeader('x-frame-options');
  reply
    .header('cross-origin-opener-policy', 'unsafe-none')
    .header('permissions-policy', permissionsPolicy(powerGrants.camera));
  return sendPage(
    request,
    reply,
    {
      ...{ scope: 'embed', pack, found },
      own: {
        style: UNABLE_STYLE_PATH,
        screen: (language) =>
          found ? unableToOpen(`${found.origin}/connect/${pack.slug}/${found.path}`, language) : '',
      },
    },
    {
      status: isOffered ? 200 : 404,
      cache: NO_STORE,
      // A frame has no cookie that says it: the page around it does.
      language: pack.locales.find((each) => each === lang),
      policy: (own) => framedPolicy(own, pack.embed?.origins ?? []),
    },
  );
}

export function addPages(server: FastifyInstance, sender: Sender): void {
  server.get<Framing>('/embed/:vendor/questionnaire/:questionnaire/consultation', open, (request, reply) =>
    sendFramed(request, reply, sender),
  );
  server.get('/embed/v1/loader.js', open, (request, reply) =>
    sendFile(request, forOthers(reply), sender.built, `${LOADERS}/newest.js`, AN_HOUR),
  );
  server.get<{ Params: { version: string } }>('/embed/v1/:version/loader.js', open, (request, reply) =>
    sendFile(request, forOthers(reply), sender.built, `${LOADERS}/${request.params.version}.js`, IMMUTABLE),
  );
  // By documents of no origin, too: a sandboxed one is another site's even to its own server.
  server.get(UNABLE_STYLE_PATH, open, (_request, reply) =>
    forOthers(reply).header('cache-control', AN_HOUR).type('text/css; charset=utf-8').send(UNABLE_STYLE),
  );
  server.get('/embed/v1/origins/:vendor', open, (request, reply) => {
    const { origin } = request.headers;
    if (origin === undefined) throw new ProblemError('INVALID_REQUEST');
    return forOthers(reply)
      .headers({ 'cache-control': NO_STORE, vary: 'origin' })
      .send({ allowed: mayEmbed(vendorOf(request).pack, origin) });
  });
}
