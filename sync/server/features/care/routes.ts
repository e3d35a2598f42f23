/** What staff see of a consultation and do with it: see `sync/protocol/api/consultations.ts`. */
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import {
  assignSchema,
  attestSchema,
  consultationDetailSchema,
  decideSchema,
  noteSchema,
} from '../../../protocol/api/consultations.ts';
import type { Core } from '../../core/feature.ts';
import { staffOf } from '../../http/access/access.ts';
import { cleanText, emptyBody, foundOrThrow, itemParams, staffMay } from '../../http/console-scope.ts';
import { type Acting, cleanDecision, createActs } from './acts.ts';
import { createReadDetail } from './detail.ts';
import type { Tell } from './tell.ts';

export function addConsultationRoutes(routes: FastifyInstance, core: Core, tell: Tell): void {
  const acts = createActs(core, tell);
  const readDetail = createReadDetail(core);
  const console = routes.withTypeProvider<ZodTypeProvider>();
  const response = { 200: consultationDetailSchema };

  console.get(
    '/cases/:id/consultation',
    { config: staffMay('cases.read'), schema: { params: itemParams, response } },
    async (request) => {
      const staff = staffOf(request);
      const id = request.params.id.toLowerCase();
      const detail = foundOrThrow(await readDetail(staff, id));
      await core.listings.note(request, 'list=consultation', id);
      return detail;
    },
  );

  function addPost<Body>(
    path: string,
    body: { parse(value: unknown): Body },
    work: (acting: Acting, body: Body) => Promise<void>,
  ): void {
    console.post(
      `/cases/:id/consultation/${path}`,
      { config: staffMay('care.decide'), schema: { params: itemParams, body, response } },
      async (request) => {
        const id = request.params.id.toLowerCase();
        const staff = staffOf(request);
        await work({ staff, id, from: request.ip }, body.parse(request.body));
        return foundOrThrow(await readDetail(staff, id));
      },
    );
  }

  addPost('claim', emptyBody, (acting) => acts.give(acting, acting.staff.email));
  addPost('assign', assignSchema, (acting, { email }) => acts.give(acting, cleanText(email)));
  addPost('release', emptyBody, (acting) => acts.release(acting));
  addPost('notes', noteSchema, (acting, { text }) => acts.note(acting, cleanText(text)));
  addPost('attestations', attestSchema, (acting, { text, ...about }) =>
    acts.attest(acting, about, cleanText(text)),
  );
  addPost('answered', noteSchema, (acting, { text }) => acts.log(acting, 'reply', cleanText(text)));
  addPost('live-done', noteSchema, (acting, { text }) => acts.log(acting, 'live-done', cleanText(text)));
  addPost('transmitted', emptyBody, (acting) => acts.transmit(acting));
  addPost('decision', decideSchema, (acting, decide) => acts.decide(acting, cleanDecision(decide)));
}
