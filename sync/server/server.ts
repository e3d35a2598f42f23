/** The application. `createServer` builds it from its parts and does nothing else: it opens no database and listens nowhere. */
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { PROOF_HEADER } from '../protocol/wire.ts';
import { type GuardedRoute, guardAccess } from './access.ts';
import { createAuditLog } from './audit/audit-log.ts';
import { createCaseView } from './console/case-view.ts';
import { addConsoleRoutes, readSessionCookie } from './console/console-routes.ts';
import { createDecisions } from './console/decisions.ts';
import { createInbox } from './console/inbox.ts';
import { createSignIn } from './console/sign-in.ts';
import type { Database } from './database/database.ts';
import { answerErrors } from './error-answers.ts';
import { createChangesFeed } from './ingest/changes.ts';
import { createNonceSource } from './ingest/nonce.ts';
import { createPostgresLedger } from './ingest/postgres-ledger.ts';
import { createProofCheck } from './ingest/proof.ts';
import { createIngest } from './ingest/push.ts';
import type { ReceiptSigner } from './ingest/receipts.ts';
import { createJudge } from './judging/judge.ts';
import { createJudgeQueue, type JudgeQueue } from './judging/judge-queue.ts';
import { createJudgeStore } from './judging/judge-store.ts';
import type { Logger } from './log.ts';
import type { VendorDirectory } from './packs/vendor-directory.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { createStaffRegister } from './staff/staff-register.ts';
import { createStaffSessions } from './staff/staff-sessions.ts';
import { addSyncRoutes } from './sync-routes.ts';
import { securityHeaders } from './web/security-headers.ts';
import { addWebRoutes } from './web/web-routes.ts';

export interface ServerDependencies {
  readonly database: Database;
  readonly vendors: VendorDirectory;
  readonly signer: ReceiptSigner;
  /** 32 random bytes, the same in every process. */
  readonly nonceKey: Uint8Array;
  readonly logger: Logger;
  readonly webDir: string;
  readonly publicUrl: URL | undefined;
  readonly trustProxy: boolean;
  readonly pushesPerMinute: number;
  readonly now: () => Date;
  /** How long a push waits for the outcome of its operations. */
  readonly judgeWithinMs?: number;
}

export interface CarefrontServer {
  readonly app: FastifyInstance;
  readonly judging: JudgeQueue;
  /** Every route with its access class. */
  readonly routes: readonly GuardedRoute[];
}

/** A clinic's patients share an address; one device doesn't stand for all of them. */
const DEVICES_BEHIND_ADDRESS = 10;
const REQUEST_WITHIN_MS = 60_000;

function hostsOf(request: FastifyRequest, publicUrl: URL | undefined): readonly string[] {
  return [request.host, request.headers.host, publicUrl?.host].filter((host) => host !== undefined);
}

export async function createServer(dependencies: ServerDependencies): Promise<CarefrontServer> {
  const { database, vendors, signer, nonceKey, logger, publicUrl, now, pushesPerMinute } = dependencies;
  const { sql } = database;
  const clock = () => now().getTime();
  const isHttps = publicUrl?.protocol === 'https:';

  const app = Fastify({
    trustProxy: dependencies.trustProxy,
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: REQUEST_WITHIN_MS,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
  });
  await app.register(cookie);
  answerErrors(app, logger);
  const headers = securityHeaders(isHttps);
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
  });

  const audit = createAuditLog(sql, now);
  const sessions = createStaffSessions(database, now);
  const staff = createStaffRegister(database, now);
  const ledger = createPostgresLedger(sql);
  const nonces = createNonceSource(nonceKey, clock);
  const checkProof = createProofCheck(nonces, clock);

  const routes = guardAccess(app, {
    vendors,
    proveDevice: (request) => {
      const header = request.headers[PROOF_HEADER];
      return checkProof({
        proof: Array.isArray(header) ? header[0] : header,
        method: request.method,
        hosts: hostsOf(request, publicUrl),
        path: request.url.split('?')[0] ?? '',
        body:
          request.method === 'GET'
            ? undefined
            : request.body instanceof Uint8Array
              ? request.body
              : new Uint8Array(),
      });
    },
    findStaff: async (request, vendor) => {
      const token = readSessionCookie(request);
      return token === undefined ? undefined : sessions.read(vendor, token);
    },
  });

  const judging = createJudgeQueue({
    store: createJudgeStore(sql, now),
    judge: createJudge({
      findPublished: vendors.find,
      onFault: (operation, error) => logger.error({ err: error, opId: operation.opId }, 'JUDGING_FAILED'),
    }),
    onError: (error) => logger.error({ err: error }, 'JUDGING_POSTPONED'),
    ...(dependencies.judgeWithinMs === undefined ? {} : { waitMs: dependencies.judgeWithinMs }),
  });

  addSyncRoutes(app, {
    ingest: createIngest({ ledger, signer, now, judge: judging.judge }),
    changes: createChangesFeed(sql, ledger, now),
    nonces,
    perDevice: createRateLimiter({ burst: pushesPerMinute, perMinute: pushesPerMinute }, clock),
    perAddress: createRateLimiter(
      {
        burst: pushesPerMinute * DEVICES_BEHIND_ADDRESS,
        perMinute: pushesPerMinute * DEVICES_BEHIND_ADDRESS,
      },
      clock,
    ),
    now,
  });

  const inbox = createInbox({
    sql,
    now,
    timeZoneOf: (vendor) => vendors.find(vendor)?.pack.timezone ?? 'UTC',
  });
  addConsoleRoutes(app, {
    inbox,
    readCase: createCaseView({ sql, inbox, audit, findPublished: vendors.find }),
    decisions: createDecisions(sql, now),
    signIn: createSignIn({ staff, sessions, audit, clock }),
    sessions,
    audit,
    isHttps,
    origins: publicUrl ? [publicUrl.origin] : [],
  });

  await addWebRoutes(app, { vendors, webDir: dependencies.webDir });
  return { app, judging, routes };
}
