/** `/connect/{vendor}/account/v1/apple*`, and what Apple itself is given: see `sync/protocol/api/apple.ts`. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { vendorOfReturn } from '../../../domain/return-screens.ts';
import {
  APPLE_MINUTES,
  type AppleLink,
  type AppleReturn,
  type AppleStarted,
  appleResultSchema,
  appleStartSchema,
} from '../../../protocol/api/apple.ts';
import { ProblemError } from '../../base/problems.ts';
import type { Logger } from '../../base/process/log.ts';
import { deviceOf, patientOf, vendorOf } from '../../http/access/access.ts';
import { browserName } from '../../http/browser-name.ts';
import { bodyOf } from '../../http/device-requests.ts';
import { readOwnCookie } from '../../http/own-cookie.ts';
import { type PatientScope, patientOnly } from '../../http/patient-scope.ts';
import type { Apple } from '../../providers/apple/apple.ts';
import { suggestedName } from '../../providers/apple/apple-claims.ts';
import type { AccountDesk } from '../accounts/feature.ts';
import type { AppleLimits } from './apple-limits.ts';
import { type Attempts, newSecretOf, ownPath } from './attempts.ts';
import type { Entrance } from './entrance.ts';

export interface AppleRoutesDependencies {
  readonly apple: Apple;
  readonly ways: AccountDesk;
  readonly attempts: Attempts;
  readonly entrance: Entrance;
  readonly limits: AppleLimits;
  readonly vendors: () => readonly string[];
  /** Where browsers find this server. */
  readonly origin: string;
  readonly logger: Logger;
}

const BASE = '/connect/:vendor/account/v1/apple';
const CALLBACK = '/auth/apple/callback';
/** Browsers take the prefix only by HTTPS, and from this host alone. */
const COOKIE = '__Host-apple';
const MAX_FORM_BYTES = 16_384;
const deviceOnly = { config: { access: 'device' } } as const;
const open = { config: { access: 'public' } } as const;
const slugOf = (request: FastifyRequest) => vendorOf(request).pack.slug;

/** Without keys there is nothing here. */
export function addAppleRoutes(
  { routes, answer }: PatientScope,
  dependencies: AppleRoutesDependencies | undefined,
): void {
  const there = (): AppleRoutesDependencies => {
    if (!dependencies) throw new ProblemError('NOT_FOUND');
    return dependencies;
  };

  routes.get(BASE, deviceOnly, async (request, reply) => {
    await there().ways.answers.refuseKiosk(request);
    return answer(reply);
  });

  routes.post(BASE, deviceOnly, async (request, reply) => {
    const { ways, attempts, apple, limits, origin } = there();
    await ways.answers.refuseKiosk(request);
    const { shared, language, returnTo, links = false } = bodyOf(request, appleStartSchema);
    const [vendor, device] = [slugOf(request), deviceOf(request).deviceId];
    await limits.begin(device, request.ip);
    const { cookie, ...checks } = await attempts.begin({
      ...{ vendor, device, shared, language, links, returnTo: ownPath(vendor, returnTo) },
    });
    const url = await apple.authorizationUrl({ ...checks, redirectUri: origin + CALLBACK });
    // The form comes from Apple's page: only this cookie, and for ten minutes, is sent along with it.
    reply.setCookie(COOKIE, cookie, {
      ...{ path: '/', httpOnly: true, secure: true, sameSite: 'none', maxAge: APPLE_MINUTES * 60 },
    });
    return answer(reply, { url: url.href } satisfies AppleStarted);
  });

  routes.post(`${BASE}/outcome`, deviceOnly, async (request, reply) => {
    const { ways, entrance, limits } = there();
    await ways.answers.refuseKiosk(request);
    const { result } = bodyOf(request, appleResultSchema);
    const device = deviceOf(request).deviceId;
    await limits.begin(device, request.ip);
    const outcome = await entrance.outcomeOf({ vendor: slugOf(request), device, result });
    return answer(reply, outcome satisfies AppleReturn);
  });

  routes.post(`${BASE}/session`, deviceOnly, async (request, reply) => {
    const { ways, entrance, limits } = there();
    await ways.answers.refuseKiosk(request);
    const { result } = bodyOf(request, appleResultSchema);
    const device = deviceOf(request).deviceId;
    await limits.begin(device, request.ip);
    const opened = await entrance.enter({
      ...{ vendor: slugOf(request), device, result, from: request.ip },
      browser: browserName(request.headers['user-agent']),
      presented: ways.answers.presentedBy(request),
    });
    ways.answers.setCookie(reply, opened);
    return answer(reply, await ways.answers.describe(opened.session));
  });

  routes.post(`${BASE}/link`, patientOnly, async (request, reply) => {
    const { ways, entrance } = there();
    const { result } = bodyOf(request, appleResultSchema);
    const { session } = await ways.answers.sessionOf(request);
    await entrance.link(session, result, request.ip);
    return answer(reply);
  });

  routes.get(`${BASE}/link`, patientOnly, async (request, reply) =>
    answer(reply, (await there().entrance.linkOf(patientOf(request))) satisfies AppleLink),
  );

  routes.delete(`${BASE}/link`, patientOnly, async (request, reply) => {
    const { ways, entrance } = there();
    await entrance.unlink((await ways.answers.sessionOf(request)).session, request.ip);
    return answer(reply);
  });
}

const notificationBody = z.object({ payload: z.string().max(MAX_FORM_BYTES) });

/** For Apple, and for the browsers that it sends back: nobody here proves a device's key. */
export function addAppleCallbacks(
  server: FastifyInstance,
  dependencies: AppleRoutesDependencies | undefined,
): void {
  const there = (): AppleRoutesDependencies => {
    if (!dependencies) throw new ProblemError('NOT_FOUND');
    return dependencies;
  };

  function leadOn(reply: FastifyReply, result: string | undefined): FastifyReply {
    const query = result === undefined ? '' : `?${new URLSearchParams({ result })}`;
    // 303: the browser asks for a page, and posts nothing again.
    return reply.header('cache-control', 'no-store').redirect(CALLBACK + query, 303);
  }

  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'application/json'],
      { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
      (_request, body, done) => done(null, body),
    );
    const textOf = ({ body }: FastifyRequest) => (typeof body === 'string' ? body : '');

    scope.post(CALLBACK, open, async (request, reply) => {
      const { attempts, apple, limits, origin, vendors, logger } = there();
      await limits.callback(request.ip);
      const form = new URLSearchParams(textOf(request));
      const state = form.get('state') ?? '';
      const named = vendorOfReturn(state);
      const vendor = vendors().includes(named) ? named : undefined;
      const cookie = readOwnCookie(request.headers.cookie, COOKIE) ?? '';
      // What names no vendor of ours isn't looked for: it may be no text that a database can hold.
      const attempt = vendor === undefined ? undefined : await attempts.claim(state, cookie);
      reply.clearCookie(COOKIE, { path: '/', httpOnly: true, secure: true, sameSite: 'none' });
      // A result that nobody has: the page is told the same as of one that is over. A state that nobody knows names no vendor.
      if (!attempt) return leadOn(reply, vendor === undefined ? undefined : newSecretOf(vendor));
      if (form.get('error') !== null) return leadOn(reply, await attempts.giveUp(attempt, 'cancelled'));
      try {
        const checks = { state, nonce: attempt.nonce, redirectUri: origin + CALLBACK };
        const name = suggestedName(form);
        if (name !== undefined) await attempts.keepName(attempt, name);
        const identity = await apple.redeem(textOf(request), checks);
        return leadOn(reply, await attempts.answer(attempt, identity));
      } catch (error) {
        // Its message may name what Apple answered.
        logger.warn({ fault: error instanceof Error ? error.name : 'unknown' }, 'APPLE_REFUSED');
        return leadOn(reply, await attempts.giveUp(attempt, 'failed'));
      }
    });

    scope.post('/auth/apple/notifications', open, async (request, reply) => {
      const { apple, entrance, limits, vendors } = there();
      await limits.callback(request.ip);
      let body: unknown;
      try {
        body = JSON.parse(textOf(request));
      } catch {
        throw new ProblemError('MALFORMED_JSON');
      }
      const parsed = notificationBody.safeParse(body);
      if (!parsed.success) throw new ProblemError('INVALID_REQUEST');
      const told = await apple.readNotification(parsed.data.payload).catch(() => {
        throw new ProblemError('INVALID_REQUEST');
      });
      if (
        told.type === 'consent-revoked' ||
        told.type === 'account-delete' ||
        told.type === 'account-deleted'
      )
        await entrance.forget(vendors(), told);
      return reply.status(204).send();
    });
  });
}
