/** The application. `createServer` builds it from its parts and does nothing else: it opens no database and listens nowhere. */
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { PROOF_HEADER } from '../protocol/wire.ts';
import { type GuardedRoute, guardAccess, vendorOf } from './access.ts';
import { createAllowedMethods } from './allowed-methods.ts';
import { createAuditLog } from './audit/audit-log.ts';
import { addBlobRoutes } from './blobs/blob-routes.ts';
import type { BlobStore } from './blobs/blob-store.ts';
import { createBlobUploads } from './blobs/blob-uploads.ts';
import { createGate } from './blobs/gate.ts';
import { createCaseAttachments } from './console/case-attachments.ts';
import { createCaseContents } from './console/case-contents.ts';
import { createCaseView } from './console/case-view.ts';
import { addConsoleRoutes, readSessionCookie } from './console/console-routes.ts';
import { createDecisions, type Decisions, UNDO_SECONDS } from './console/decisions.ts';
import { createFailedSignIns } from './console/failed-sign-ins.ts';
import { createFloods } from './console/floods.ts';
import { createInbox } from './console/inbox.ts';
import { createKnownBrowsers } from './console/known-browsers.ts';
import { createListingLog } from './console/listing-log.ts';
import { createSignIn } from './console/sign-in.ts';
import { createSignInLimits } from './console/sign-in-limits.ts';
import type { Database } from './database/database.ts';
import { answerErrors, answerFrameworkError, refuseWhileClosing } from './error-answers.ts';
import {
  checkBacklog,
  checkDatabase,
  checkDisk,
  checkEveryKey,
  checkKeys,
  LOW_ROOM_BYTES,
} from './health/checks.ts';
import { addHealthRoutes } from './health/health-routes.ts';
import { createReadiness } from './health/readiness.ts';
import { answerClientError, createBoundedServer, HTTP_BOUNDS } from './http-server.ts';
import { createChangesFeed } from './ingest/changes.ts';
import { createEventStreams, type StreamLimits } from './ingest/event-streams.ts';
import { createNonceSource } from './ingest/nonce.ts';
import { createPostgresLedger } from './ingest/postgres-ledger.ts';
import { type CheckedProof, createProofCheck } from './ingest/proof.ts';
import { createIngest } from './ingest/push.ts';
import { rememberReceipts } from './ingest/receipt-memory.ts';
import type { ReceiptSigner } from './ingest/receipts.ts';
import { createTraffic } from './ingest/traffic.ts';
import { createWakes } from './ingest/wakes.ts';
import { createJudging, type Judging } from './judging/judging.ts';
import { addConsoleKioskRoutes } from './kiosk/console-kiosk-routes.ts';
import { createDayTurn, type DayTurn } from './kiosk/day-turn.ts';
import { addKioskRoutes } from './kiosk/kiosk-routes.ts';
import { createKiosks } from './kiosk/kiosks.ts';
import { createTodayView } from './kiosk/today-view.ts';
import { limitBodies } from './limits/body-budget.ts';
import { createLimits } from './limits/limits.ts';
import { createIsEstablished, createNetworkGate } from './limits/network-gate.ts';
import { createStorageGate, STORAGE_BUDGETS, type StorageBudgets } from './limits/storage-gate.ts';
import type { Logger } from './log.ts';
import type { VendorDirectory } from './packs/vendor-directory.ts';
import { createRateLimiter } from './rate-limiter.ts';
import type { SealingKeys } from './sealing/sealing-keys.ts';
import { createStaffRegister } from './staff/staff-register.ts';
import { createStaffSessions } from './staff/staff-sessions.ts';
import { addSyncRoutes } from './sync-routes.ts';
import { fastifyTrust, type TrustProxy } from './trust-proxy.ts';
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
  readonly storageBudgets?: Partial<StorageBudgets>;
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
/** Of a device in a minute, where its network has used up its allowance. A nonce that has just changed makes one. */
const FALSE_PROOFS = 10;
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
    createNetworkGate({
      perNetwork: perMinute(pushesPerMinute * DEVICES_BEHIND_ADDRESS),
      perFailure: perMinute(FALSE_PROOFS),
      isEstablished,
      proveDevice,
    });
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
  const proofs = new WeakMap<FastifyRequest, CheckedProof>();
  /** Once for each request, however many ask. */
  function proveDevice(request: FastifyRequest): CheckedProof {
    const header = request.headers[PROOF_HEADER];
    const proof =
      proofs.get(request) ??
      checkProof({
        proof: Array.isArray(header) ? header[0] : header,
        method: request.method,
        hosts: hostsOf(request, publicUrl),
        path: request.url.split('?')[0] ?? '',
      });
    proofs.set(request, proof);
    return proof;
  }

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
    proveDevice,
    findStaff: async (request, vendor) => {
      const token = readSessionCookie(request);
      return token === undefined ? undefined : sessions.read(vendor, token);
    },
  });

  limitBodies(app, async (request) => {
    const { access } = request.routeOptions.config;
    if (access !== 'device' && access !== 'kiosk') return false;
    return isEstablished(vendorOf(request).pack.slug, proveDevice(request).device.deviceId);
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
  const budgets = { ...STORAGE_BUDGETS, ...dependencies.storageBudgets };
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
    storage: createStorageGate(budgets.operations, isEstablished, clock),
    now,
  });

  addBlobRoutes(app, {
    uploads,
    nonces,
    perDevice: perMinute(pushesPerMinute),
    network: networkGate(),
    storage: createStorageGate(budgets.blobs, isEstablished, clock),
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
  const failures = createFailedSignIns(audit, clock);
  app.addHook('onClose', failures.close);
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
      failures,
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
      told: {
        everyKey: checkEveryKey(dependencies.sealing.faults),
        backlog: checkBacklog(sql, now),
        room: checkDisk(dependencies.dataDir, LOW_ROOM_BYTES),
      },
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
