/** The cookie of a patient's session, one for each vendor. */
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readOwnCookie } from '../../../http/own-cookie.ts';
import type { AccountMac } from './secrets.ts';

export interface SessionCookies {
  read(request: FastifyRequest, vendor: string): string | undefined;
  /** @param endsAt null where it ends with the browser, too. */
  set(reply: FastifyReply, vendor: string, token: string, endsAt: Date | null): void;
  clear(reply: FastifyReply, vendor: string): void;
}

const NAME_DIGITS = 16;

export function createSessionCookies(mac: AccountMac, isHttps: boolean): SessionCookies {
  // A neighboring host can't set a name with this prefix, which browsers only take by HTTPS.
  const prefix = isHttps ? '__Host-p-' : 'p-';
  // It doesn't say at which clinic somebody is a patient.
  const nameOf = (vendor: string) =>
    prefix + mac('cookie name', vendor).toString('hex').slice(0, NAME_DIGITS);
  // The prefix demands the path.
  const options: CookieSerializeOptions = { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps };
  return {
    read: (request, vendor) => readOwnCookie(request.headers.cookie, nameOf(vendor)),
    set(reply, vendor, token, endsAt) {
      reply.setCookie(nameOf(vendor), token, { ...options, ...(endsAt ? { expires: endsAt } : {}) });
    },
    clear(reply, vendor) {
      reply.clearCookie(nameOf(vendor), options);
    },
  };
}
