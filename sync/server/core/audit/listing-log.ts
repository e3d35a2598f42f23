/**
 * Who has looked at which list, when: recorded as "list, filter, page", never with what was in it. A console that is left open asks again every few
 * seconds; as long as it is the same page of the same list for the same person, that is one look.
 */
import type { FastifyRequest } from 'fastify';
import { staffOf } from '../../http/access/access.ts';
import type { AuditLog } from './audit-log.ts';

export interface ListingLog {
  /** @param list e.g. `list=inbox filter=open page=2`. @param subject the id that the list is about. */
  note(request: FastifyRequest, list: string, subject?: string): Promise<void>;
}

const SAME_LOOK_MS = 10 * 60_000;
/** Where so many looks are known, all are forgotten: then some are recorded once more. */
const MAX_LOOKS = 10_000;

/** @param clock in milliseconds. */
export function createListingLog(audit: AuditLog, clock: () => number): ListingLog {
  const looks = new Map<string, number>();
  return {
    async note(request, list, subject) {
      const { vendor, email } = staffOf(request);
      const look = JSON.stringify([vendor, email, request.ip, list, subject ?? null]);
      const at = clock();
      const before = looks.get(look);
      if (before !== undefined && at - before < SAME_LOOK_MS) return;
      await audit.record({
        ...{ vendor, action: 'listed' as const, actor: email, from: request.ip, detail: list },
        ...(subject === undefined ? {} : { subject: subject.toLowerCase() }),
      });
      if (looks.size >= MAX_LOOKS) looks.clear();
      looks.set(look, at);
    },
  };
}
