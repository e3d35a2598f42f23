/** `/connect/{vendor}/account/v1/passkeys*`: see `sync/protocol/api/passkeys.ts`. */
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  CHALLENGE_MINUTES,
  newPasskeySchema,
  type PasskeyRequest,
  passkeyNameSchema,
  passkeySignInSchema,
} from '../../../protocol/api/passkeys.ts';
import { ProblemError } from '../../base/problems.ts';
import { deviceOf, patientOf, vendorOf } from '../../http/access/access.ts';
import { browserName } from '../../http/browser-name.ts';
import { bodyOf } from '../../http/device-requests.ts';
import { type PatientScope, patientOnly } from '../../http/patient-scope.ts';
import type { AccountDesk } from '../accounts/feature.ts';
import type { Challenges } from './challenges.ts';
import type { PasskeyLimits } from './passkey-limits.ts';
import type { PasskeyStore } from './passkey-store.ts';
import type { Registration } from './registration.ts';
import type { RelyingParty } from './relying-party.ts';
import type { PasskeySignIn } from './sign-in.ts';

export interface PasskeyRoutesDependencies {
  readonly ways: AccountDesk;
  readonly store: PasskeyStore;
  readonly challenges: Challenges;
  readonly limits: PasskeyLimits;
  readonly signIn: PasskeySignIn;
  readonly registration: Registration;
  readonly partyOf: (request: FastifyRequest) => RelyingParty;
}

const BASE = '/connect/:vendor/account/v1/passkeys';
const deviceOnly = { config: { access: 'device' } } as const;
const passkeyParams = z.object({ id: z.uuid() });
const slugOf = (request: FastifyRequest) => vendorOf(request).pack.slug;

/** @throws ProblemError NOT_FOUND. */
function idOf(request: FastifyRequest): string {
  const params = passkeyParams.safeParse(request.params);
  if (!params.success) throw new ProblemError('NOT_FOUND');
  return params.data.id.toLowerCase();
}

export function addPasskeyRoutes(
  { routes, answer }: PatientScope,
  dependencies: PasskeyRoutesDependencies,
): void {
  const { ways, store, challenges, limits, registration, partyOf } = dependencies;
  const { answers } = ways;

  async function demandRoom(request: FastifyRequest, step: 'begin' | 'sign'): Promise<void> {
    await answers.refuseKiosk(request);
    const isKnown = await answers.isKnownDevice(request);
    const device = deviceOf(request).deviceId;
    await limits.ask(step, { vendor: slugOf(request), device, from: request.ip, isKnown });
  }

  const changeOf = async (request: FastifyRequest) => ({
    session: (await answers.sessionOf(request)).session,
    party: partyOf(request),
    from: request.ip,
  });

  routes.post(`${BASE}/request`, deviceOnly, async (request, reply) => {
    await demandRoom(request, 'begin');
    const owner = { vendor: slugOf(request), device: deviceOf(request).deviceId };
    return answer(reply, {
      challenge: await challenges.issue({ ...owner, purpose: 'sign-in' }),
      rpId: partyOf(request).id,
      timeout: CHALLENGE_MINUTES * 60_000,
    } satisfies PasskeyRequest);
  });

  routes.post(`${BASE}/session`, deviceOnly, async (request, reply) => {
    await demandRoom(request, 'sign');
    const { assertion, shared, person } = bodyOf(request, passkeySignInSchema);
    const opened = await dependencies.signIn({
      ...{ vendor: slugOf(request), assertion, shared, person },
      party: partyOf(request),
      device: deviceOf(request).deviceId,
      browser: browserName(request.headers['user-agent']),
      presented: answers.presentedBy(request),
      from: request.ip,
    });
    answers.setCookie(reply, opened);
    return answer(reply, await answers.describe(opened.session));
  });

  routes.get(BASE, patientOnly, async (request, reply) =>
    answer(reply, await store.list(patientOf(request), partyOf(request).id)),
  );

  routes.post(`${BASE}/creation`, patientOnly, async (request, reply) =>
    answer(reply, await registration.begin(await changeOf(request), vendorOf(request).pack.name)),
  );

  routes.post(BASE, patientOnly, async (request, reply) => {
    const { attestation } = bodyOf(request, newPasskeySchema);
    const change = await changeOf(request);
    await registration.finish(change, attestation, browserName(request.headers['user-agent']));
    return answer(reply, await store.list(change.session, change.party.id));
  });

  routes.put(`${BASE}/offer`, patientOnly, async (request, reply) => {
    await store.offered(patientOf(request));
    return answer(reply);
  });

  routes.put(`${BASE}/:id`, patientOnly, async (request, reply) => {
    const id = idOf(request);
    const { name } = bodyOf(request, passkeyNameSchema);
    const owner = patientOf(request);
    await limits.change(owner);
    if (!(await store.rename(owner, id, name))) throw new ProblemError('NOT_FOUND');
    return answer(reply);
  });

  routes.delete(`${BASE}/:id`, patientOnly, async (request, reply) => {
    await registration.remove(await changeOf(request), idOf(request));
    return answer(reply);
  });
}
