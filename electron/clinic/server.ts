/** What a kiosk says to its vendor's server, typed: every route of `sync/protocol/api/kiosk.ts`, with what it can come to. */
import type { z } from 'zod/mini';
import { fromBase64url } from '../../sync/client/base/bytes.ts';
import type { HandOff } from '../../sync/protocol/api/hand-off.ts';
import {
  type ArrivalRequest,
  arrivalAnswerSchema,
  type CheckInList,
  checkInListSchema,
  type EnrolRequest,
  type HelpAnswer,
  type HelpRequest,
  helpAnswerSchema,
  type KioskHealth,
  type KioskOrders,
  kioskOrdersSchema,
  type ResumeRequest,
  resumeAnswerSchema,
  resumedPhotoSchema,
} from '../../sync/protocol/api/kiosk.ts';
import { READS_ASSIGNMENT } from '../../sync/protocol/api/kiosk-assignment.ts';
import type { IntakeKeeper } from '../intake/contract.ts';

/** `offline`: nobody answers, or somebody who isn't the server, or it can't just now. `refused`: it has understood, and says no. */
export type Reply<Value> =
  | { readonly status: 'ok'; readonly value: Value }
  | { readonly status: 'offline' | 'refused' };

export interface ClinicServer {
  /** @returns an assignment as it came: the caller verifies it */
  enrol(request: EnrolRequest): Promise<Reply<unknown>>;
  assignment(): Promise<Reply<unknown>>;
  health(health: KioskHealth): Promise<Reply<KioskOrders>>;
  checkInList(): Promise<Reply<CheckInList>>;
  arrive(arrival: ArrivalRequest): Promise<Reply<{ readonly queueNumber: string }>>;
  help(request: HelpRequest): Promise<Reply<HelpAnswer>>;
  resume(request: ResumeRequest): Promise<Reply<z.infer<typeof resumeAnswerSchema>>>;
  /** The ciphertext of a photo of an intake that was resumed here. */
  photo(sha256: string): Promise<Reply<Uint8Array<ArrayBuffer>>>;
  handOff(id: string, handOff: HandOff): Promise<Reply<undefined>>;
}

interface Schema<Value> {
  safeParse(json: unknown): { readonly success: true; readonly data: Value } | { readonly success: false };
}

/** Too many requests, and what a server says that can't just now (RFC 9110, 15.6), say nothing about what was asked. */
const isForLater = (status: number) => status >= 500 || status === 408 || status === 425 || status === 429;
const isGood = (status: number) => status >= 200 && status < 300;

const anything: Schema<unknown> = { safeParse: (data) => ({ success: true, data }) };
const nothing: Schema<undefined> = { safeParse: () => ({ success: true, data: undefined }) };

export function createClinicServer(intakes: Pick<IntakeKeeper, 'request'>): ClinicServer {
  async function ask<Value>(
    schema: Schema<Value>,
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    body?: unknown,
  ): Promise<Reply<Value>> {
    const answer = await intakes.request(method, `/kiosk/v1/${path}`, body).catch(() => undefined);
    if (answer === undefined || isForLater(answer.status)) return { status: 'offline' };
    if (!isGood(answer.status)) return { status: 'refused' };
    const parsed = schema.safeParse(answer.json);
    // A page of somebody else's that says 200 is nobody's answer.
    return parsed.success ? { status: 'ok', value: parsed.data } : { status: 'offline' };
  }

  return {
    enrol: (request) => ask(anything, 'POST', 'enrol', request),
    assignment: () => ask(anything, 'GET', `assignment?reads=${READS_ASSIGNMENT}`),
    health: (health) => ask(kioskOrdersSchema, 'POST', 'health', health),
    checkInList: () => ask(checkInListSchema, 'GET', 'check-in-list'),
    arrive: (arrival) => ask(arrivalAnswerSchema, 'POST', 'arrivals', arrival),
    help: (request) => ask(helpAnswerSchema, 'POST', 'help', request),
    resume: (request) => ask(resumeAnswerSchema, 'POST', 'resume', request),
    async photo(sha256) {
      const reply = await ask(resumedPhotoSchema, 'GET', `resumed/${encodeURIComponent(sha256)}`);
      if (reply.status !== 'ok') return reply;
      const bytes = fromBase64url(reply.value.sealed);
      return bytes === undefined ? { status: 'refused' } : { status: 'ok', value: bytes };
    },
    handOff: (id, handOff) => ask(nothing, 'PUT', `hand-offs/${encodeURIComponent(id)}`, handOff),
  };
}
