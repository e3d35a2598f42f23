/** The application. `createServer` builds it from its parts and does nothing else: it opens no database and listens nowhere. */
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { PROOF_HEADER } from '../protocol/wire.ts';
import type { Database } from './base/database/database.ts';
import type { Logger } from './base/log.ts';
import { createRateLimiter } from './base/rate-limiter.ts';
import { createAuditLog } from './core/audit/audit-log.ts';
import { createListingLog } from './core/audit/listing-log.ts';
import { addBlobRoutes } from './core/blobs/blob-routes.ts';
import type { BlobStore } from './core/blobs/blob-store.ts';
import { createBlobUploads } from './core/blobs/blob-uploads.ts';
import { createGate } from './core/blobs/gate.ts';
import { createEventStreams, type StreamLimits } from './core/events/event-streams.ts';
import { createWakes } from './core/events/wakes.ts';
import { createChangesFeed } from './core/ingest/changes.ts';
import { createPostgresLedger } from './core/ingest/postgres-ledger.ts';
import { createIngest } from './core/ingest/push.ts';
import { rememberReceipts } from './core/ingest/receipt-memory.ts';
import type { ReceiptSigner } from './core/ingest/receipts.ts';
import { addSyncRoutes } from './core/ingest/sync-routes.ts';
import { createTraffic } from './core/ingest/traffic.ts';
import { createJudging, type Judging } from './core/judging/judging.ts';
import type { SealingKeys } from './core/sealing/sealing-keys.ts';
import { createDayTurn, type DayTurn } from './features/day/day-turn.ts';
import { createTodayView } from './features/day/today-view.ts';
import { createCaseAttachments } from './features/inbox/case-attachments.ts';
import { createCaseContents } from './features/inbox/case-contents.ts';
import { createCaseView } from './features/inbox/case-view.ts';
import { addConsoleRoutes, readSessionCookie } from './features/inbox/console-routes.ts';
import { createDecisions, type Decisions, UNDO_SECONDS } from './features/inbox/decisions.ts';
import { createFloods } from './features/inbox/floods.ts';
import { createInbox } from './features/inbox/inbox.ts';
import { addConsoleKioskRoutes } from './features/kiosk/console-kiosk-routes.ts';
import { addKioskRoutes } from './features/kiosk/kiosk-routes.ts';
import { createKiosks } from './features/kiosk/kiosks.ts';
import { createKnownBrowsers } from './features/staff/known-browsers.ts';
import { createSignIn } from './features/staff/sign-in.ts';
import { createSignInLimits } from './features/staff/sign-in-limits.ts';
import { createStaffRegister } from './features/staff/staff-register.ts';
import { createStaffSessions } from './features/staff/staff-sessions.ts';
import { type GuardedRoute, guardAccess } from './http/access.ts';
import { createAllowedMethods } from './http/allowed-methods.ts';
import { answerErrors, answerFrameworkError, refuseWhileClosing } from './http/error-answers.ts';
import { checkBacklog, checkDatabase, checkDisk, checkEveryKey, checkKeys } from './http/health/checks.ts';
import { addHealthRoutes } from './http/health/health-routes.ts';
import { createReadiness } from './http/health/readiness.ts';
import { answerClientError, createBoundedServer, HTTP_BOUNDS } from './http/http-server.ts';
import { createLimits } from './http/limits/limits.ts';
import { createIsEstablished, createNetworkGate } from './http/limits/network-gate.ts';
import { createNonceSource } from './http/proof/nonce.ts';
import { createProofCheck } from './http/proof/proof.ts';
import { fastifyTrust, type TrustProxy } from './http/trust-proxy.ts';
import type { VendorDirectory } from './packs/vendor-directory.ts';
import { securityHeaders } from './web/security-headers.ts';
import { addWebRoutes } from './web/web-routes.ts';

export interface ServerDependencies {
  readonly database: Database;
  readonly vendors: VendorDirectory;
  readonly signer: ReceiptSigner;
  readonly sealing: SealingKeys;
  readonly blobs: BlobStore;
  /** Of the data folder: watched for room. */
  readonly dataDir: string;
  /** 32 random bytes, the same in every process. */
  readonly nonceKey: Uint8Array;
  readonly logger: Logger;
  readonly webDir: string;
  readonly publicUrl: URL | undefined;
  readonly trustProxy: TrustProxy;
  readonly pushesPerMinute: number;
  readonly now: () => Date;
  /** Threads that open and judge. */
  readonly judgeWorkers: number;
  /** How long a push waits for the outcome of its operations. */
  readonly judgeWithinMs?: number;
  /** In which staff can undo a decision, where the vendor's pack doesn't say. */
  readonly undoSeconds?: number;
  /** Where they aren't the usual ones. */
  readonly streamLimits?: Partial<StreamLimits>;
}

export interface CarefrontServer {
  readonly app: FastifyInstance;
  readonly judging: Judging;
  /** Not started yet. */
  readonly dayTurn: DayTurn;
  /** Not started yet: what is decided here is made final all the same. */
  readonly decisions: Decisions;
  /** Every route with its access class. */
  readonly routes: readonly GuardedRoute[];
}

/** A clinic's patients share an address; one device doesn't stand for all of them. */
const DEVICES_BEHIND_ADDRESS = 10;
/** From the first byte to the answer: longer than a slow body may take. */
const ANSWER_WITHIN_MS = 90_000;
/** Parts of photos that are written at once; each holds a connection to the database. */
const UPLOADS_AT_ONCE = 6;

function hostsOf(request: FastifyRequest, publicUrl: URL | undefined): readonly string[] {
  return [request.host, request.headers.host, publicUrl?.host].filter((host) => host !== undefined);
}

export async function createServer(dependencies: ServerDependencies): Promise<CarefrontServer> {
  const { database, vendors, nonceKey, logger, publicUrl, now, pushesPerMinute } = dependencies;
  const { sql } = database;
  const signer = rememberReceipts(dependencies.signer);
  const clock = () => now().getTime();
  const isHttps = publicUrl?.protocol === 'https:';

  const app = Fastify({
    trustProxy: fastifyTrust(dependencies.trustProxy),
    logController: new LogController({ disableRequestLogging: true }),
    serverFactory: (handler) =>
      createBoundedServer(handler, {
        ...HTTP_BOUNDS,
        ...(dependencies.trustProxy === false ? {} : { connectionsOfNetwork: undefined }),
      }),
    clientErrorHandler: answerClientError,
    frameworkErrors: answerFrameworkError,
    handlerTimeout: ANSWER_WITHIN_MS,
    // Fastify's own answer would be no problem document: see refuseWhileClosing.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
  });
  await app.register(cookie);
  answerErrors(app, logger);
  refuseWhileClosing(app);
  const headers = securityHeaders(isHttps);
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
  });

  // In memory: they guard this process from floods, which a round trip for each request would only make worse.
  const perMinute = (burst: number) => createRateLimiter({ burst, perMinute: burst }, clock);
  const isEstablished = createIsEstablished(sql, now);
  const networkGate = () =>
    createNetworkGate(perMinute(pushesPerMinute * DEVICES_BEHIND_ADDRESS), isEstablished);
  const audit = createAuditLog(sql, now);
  const limits = createLimits(database, { now });
  const sessions = createStaffSessions(database, now);
  const staff = createStaffRegister(database, now);
  const ledger = createPostgresLedger(sql);
  const wakes = createWakes(sql);
  const traffic = createTraffic();
  app.addHook('onClose', wakes.close);
  const nonces = createNonceSource(nonceKey, clock);
  const checkProof = createProofCheck(nonces, clock);

  // Judging opens what a kiosk has paused, and kiosks are asked for before any route is added: each is there once requests are.
  const kiosks = createKiosks({
    sql,
    now,
    vendors,
    sealing: dependencies.sealing,
    openOperation: (operation) => judging.open(operation),
    blobs: dependencies.blobs,
    wake: wakes.wake,
  });

  const routes = guardAccess(app, {
    vendors,
    findKiosk: kiosks.register.find,
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

  const judging = createJudging({
    sql,
    now,
    signer,
    vendors,
    sealing: dependencies.sealing,
    workers: dependencies.judgeWorkers,
    wake: wakes.wake,
    quiet: traffic.quiet,
    logger,
    ...(dependencies.judgeWithinMs === undefined ? {} : { waitMs: dependencies.judgeWithinMs }),
  });

  const uploads = createBlobUploads({
    sql,
    store: dependencies.blobs,
    now,
    gate: createGate(UPLOADS_AT_ONCE),
  });
  const events = createEventStreams(wakes, { limits: dependencies.streamLimits ?? {} });
  addSyncRoutes(app, {
    ingest: createIngest({
      ledger: { ...ledger, store: (...rows) => traffic.track(() => ledger.store(...rows)) },
      signer,
      now,
      judge: judging.judge,
      locateBlob: uploads.locate,
      watchChain: kiosks.chain.watch,
    }),
    changes: createChangesFeed(ledger, now),
    events,
    nonces,
    perDevice: perMinute(pushesPerMinute),
    network: networkGate(),
    now,
  });

  addBlobRoutes(app, {
    uploads,
    nonces,
    perDevice: perMinute(pushesPerMinute),
    network: networkGate(),
    onFault: (error) => logger.error({ err: error }, 'BLOB_STORE_FAILED'),
  });

  addKioskRoutes(app, {
    kiosks,
    nonces,
    network: networkGate(),
    perKiosk: perMinute(pushesPerMinute),
    limits,
    publicUrl,
    now,
  });

  const inbox = createInbox({
    sql,
    now,
    timeZoneOf: (vendor) => vendors.find(vendor)?.pack.timezone ?? 'UTC',
  });
  const decisions = createDecisions({
    sql,
    now,
    wake: wakes.wake,
    undoSecondsOf: (vendor) =>
      vendors.find(vendor)?.pack.settings.undoSeconds ?? dependencies.undoSeconds ?? UNDO_SECONDS,
    logger,
  });
  const listings = createListingLog(audit, clock);
  const contents = createCaseContents({ sql, openCase: judging.openCase });
  addConsoleRoutes(app, {
    inbox,
    readCase: createCaseView({ sql, contents, inbox, audit, vendors }),
    readAttachment: createCaseAttachments({
      inbox,
      contents,
      blobs: dependencies.blobs,
      openBlob: judging.openBlob,
    }),
    decisions,
    floods: createFloods(sql, now, inbox),
    listings,
    signIn: createSignIn({
      staff,
      sessions,
      audit,
      limits: createSignInLimits(limits),
      knownBrowsers: createKnownBrowsers(nonceKey, clock),
    }),
    sessions,
    audit,
    isHttps,
    origins: publicUrl ? [publicUrl.origin] : [],
    addMore: (console) =>
      addConsoleKioskRoutes(console, {
        kiosks,
        readToday: createTodayView({ sql, now, vendors, kiosks }),
        events,
        limits,
        listings,
        now,
      }),
  });

  addHealthRoutes(
    app,
    createReadiness({
      checks: {
        database: checkDatabase(sql),
        disk: checkDisk(dependencies.dataDir),
        keys: checkKeys(dependencies.sealing.faults, vendors.all.length),
        workers: judging.check,
      },
      told: { everyKey: checkEveryKey(dependencies.sealing.faults), backlog: checkBacklog(sql, now) },
      logger,
      clock,
    }),
  );
  await addWebRoutes(app, {
    vendors,
    webDir: dependencies.webDir,
    methodsOf: createAllowedMethods(routes),
    refreshKeys: dependencies.sealing.refresh,
  });
  const dayTurn = createDayTurn({ sql, kiosks, vendors, now, logger });
  return { app, judging, dayTurn, decisions, routes };
}
