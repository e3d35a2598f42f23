import { z } from 'zod/mini';
import { type CaseDetail, caseDetailSchema } from '../../../../sync/protocol/api/cases.ts';
import { kioskViewSchema } from '../../../../sync/protocol/api/console-kiosks.ts';
import {
  appointmentViewSchema,
  pausedViewSchema,
  walkInViewSchema,
} from '../../../../sync/protocol/api/day.ts';
import {
  type DismissFloodRequest,
  type FloodDetail,
  floodDetailSchema,
} from '../../../../sync/protocol/api/floods.ts';
import {
  type InboxResponse,
  type InboxView,
  inboxItemSchema,
  inboxResponseSchema,
  type SearchResponse,
  searchResponseSchema,
} from '../../../../sync/protocol/api/inbox.ts';
import { withReadableRows } from '../../../../sync/protocol/api/rows.ts';
import {
  type ConsoleSession,
  consoleProblemCodes,
  consoleSessionSchema,
  type SignInRequest,
} from '../../../../sync/protocol/api/staff.ts';
import { problemSchema } from '../../../../sync/protocol/base/problem.ts';
import type { Answer, Ask, Failure } from './api-answer.ts';
import { createKioskApi, type KioskApi } from './kiosk-api.ts';

export interface ConsoleApi extends KioskApi {
  /** For screens that are loaded apart, with questions of their own. */
  readonly ask: Ask;
  session(): Promise<Answer<ConsoleSession>>;
  signIn(request: SignInRequest): Promise<Answer<ConsoleSession>>;
  signOut(): Promise<Answer<null>>;
  inbox(view: InboxView, cursor?: string): Promise<Answer<InboxResponse>>;
  /** By name, date of birth or reference, as it was typed. */
  search(typed: string, cursor?: string): Promise<Answer<SearchResponse>>;
  readCase(id: string): Promise<Answer<CaseDetail>>;
  review(id: string): Promise<Answer<CaseDetail>>;
  acknowledge(alertId: string, note: string): Promise<Answer<CaseDetail>>;
  /** Takes back what was decided about a case or an alert. */
  undo(id: string): Promise<Answer<CaseDetail>>;
  /** @param id of any item in it. */
  flood(id: string, cursor?: string): Promise<Answer<FloodDetail>>;
  /** Dismisses what was open in it when it was read, and blocks the device where it is of one. */
  dismissFlood(id: string, request: DismissFloodRequest): Promise<Answer<FloodDetail>>;
  liftBlock(id: string): Promise<Answer<FloodDetail>>;
  /** A photo or document of a case, opened. */
  attachment(caseId: string, sha256: string): Promise<Answer<Blob>>;
  /** A photo below the console's API, opened. */
  file(path: string): Promise<Answer<Blob>>;
}

export interface ConsoleApiDependencies {
  readonly vendor: string;
  readonly fetch: typeof globalThis.fetch;
  /** Told of each `SESSION_EXPIRED`, whichever request met it. */
  readonly onSessionEnd?: () => void;
}

const nothing = z.null();
/** One that this page can't read empties no list: see `withReadableRows`. */
const rowSchemas = {
  items: inboxItemSchema,
  kiosks: kioskViewSchema,
  appointments: appointmentViewSchema,
  walkIns: walkInViewSchema,
  paused: pausedViewSchema,
};

function failureOf(status: number, body: unknown, retryAfter: string | null): Failure {
  const problem = problemSchema.safeParse(body);
  const code = consoleProblemCodes.find((known) => known === problem.data?.code);
  const errors = problem.data?.errors;
  if (code)
    return {
      code,
      ...(retryAfter ? { retryAfter: Number(retryAfter) || 60 } : {}),
      ...(errors ? { errors } : {}),
    };
  return { code: status >= 500 && problem.success ? 'SERVER' : 'NOT_OURS' };
}

export function createConsoleApi({ vendor, fetch, onSessionEnd }: ConsoleApiDependencies): ConsoleApi {
  const base = `/console/${encodeURIComponent(vendor)}/api/`;

  const refused = async (response: Response): Promise<{ ok: false; failure: Failure }> => {
    const body: unknown = await response.json().catch(() => undefined);
    const failure = failureOf(response.status, body, response.headers.get('retry-after'));
    if (failure.code === 'SESSION_EXPIRED') onSessionEnd?.();
    return { ok: false, failure };
  };

  const ask: Ask = async (method, path, schema, content) => {
    let response: Response;
    let body: unknown;
    try {
      response = await fetch(`${base}${path}`, {
        method,
        headers: {
          accept: 'application/json',
          ...(content === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(content === undefined ? {} : { body: JSON.stringify(content) }),
        credentials: 'same-origin',
        cache: 'no-store',
      });
      if (!response.ok) return await refused(response);
      body = response.status === 204 ? null : await response.json().catch(() => undefined);
    } catch {
      return { ok: false, failure: { code: 'OFFLINE' } };
    }
    const parsed = schema.safeParse(withReadableRows(body, rowSchemas));
    return parsed.success ? { ok: true, value: parsed.data } : { ok: false, failure: { code: 'NOT_OURS' } };
  };

  const file = async (path: string): Promise<Answer<Blob>> => {
    try {
      const response = await fetch(`${base}${path}`, { credentials: 'same-origin', cache: 'no-store' });
      if (!response.ok) return await refused(response);
      // Ours say how they are to be shown; a captive portal's page doesn't.
      if (!response.headers.has('content-disposition')) return { ok: false, failure: { code: 'NOT_OURS' } };
      return { ok: true, value: await response.blob() };
    } catch {
      return { ok: false, failure: { code: 'OFFLINE' } };
    }
  };

  return {
    ...createKioskApi(ask),
    ask,
    session: () => ask('GET', 'session', consoleSessionSchema),
    signIn: (request) => ask('POST', 'session', consoleSessionSchema, request),
    signOut: () => ask('DELETE', 'session', nothing),
    inbox(view, cursor) {
      const query = new URLSearchParams(
        Object.entries({ ...view, cursor }).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, value]],
        ),
      );
      return ask('GET', `inbox?${query}`, inboxResponseSchema);
    },
    search(typed, cursor) {
      const query = new URLSearchParams({ q: typed, ...(cursor === undefined ? {} : { cursor }) });
      return ask('GET', `search?${query}`, searchResponseSchema);
    },
    readCase: (id) => ask('GET', `cases/${encodeURIComponent(id)}`, caseDetailSchema),
    review: (id) => ask('POST', `cases/${encodeURIComponent(id)}/review`, caseDetailSchema, {}),
    acknowledge: (alertId, note) =>
      ask('POST', `alerts/${encodeURIComponent(alertId)}/acknowledge`, caseDetailSchema, { note }),
    undo: (id) => ask('POST', `cases/${encodeURIComponent(id)}/undo`, caseDetailSchema, {}),
    flood(id, cursor) {
      const query = cursor === undefined ? '' : `?${new URLSearchParams({ cursor })}`;
      return ask('GET', `floods/${encodeURIComponent(id)}${query}`, floodDetailSchema);
    },
    dismissFlood: (id, request) =>
      ask('POST', `floods/${encodeURIComponent(id)}/dismiss`, floodDetailSchema, request),
    liftBlock: (id) => ask('POST', `floods/${encodeURIComponent(id)}/lift`, floodDetailSchema, {}),
    attachment: (caseId, sha256) =>
      file(`cases/${encodeURIComponent(caseId)}/attachments/${encodeURIComponent(sha256)}`),
    file,
  };
}
