/** The application. `createApp` builds it from the table of contents and nothing else: it opens no database and listens nowhere. */
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { PROOF_HEADER } from '../protocol/wire.ts';
import type { AssistantSettings, MailSettings, SmsSettings } from './base/config/config.ts';
import { fastifyTrust, type TrustProxy } from './base/config/trust-proxy.ts';
import type { Database } from './base/database/database.ts';
import { createLimiter } from './base/limiter.ts';
import type { Logger } from './base/process/log.ts';
import { createRateLimiter } from './base/rate-limiter.ts';
import { createAuditLog } from './core/audit/audit-log.ts';
import { createListingLog } from './core/audit/listing-log.ts';
import { addBlobRoutes } from './core/blobs/blob-routes.ts';
import type { BlobStore } from './core/blobs/blob-store.ts';
import { createBlobUploads } from './core/blobs/blob-uploads.ts';
import { createEventStreams, STAFF_NEWS, type StreamLimits } from './core/events/event-streams.ts';
import { createWakes } from './core/events/wakes.ts';
import type { Core, Feature, OpenedFeature, Services } from './core/feature.ts';
import { createChangesFeed } from './core/ingest/changes.ts';
import { createPostgresLedger } from './core/ingest/postgres-ledger.ts';
import { createIngest } from './core/ingest/push.ts';
import { rememberReceipts } from './core/ingest/receipt-memory.ts';
import type { ReceiptSigner } from './core/ingest/receipts.ts';
import { addSyncRoutes } from './core/ingest/sync-routes.ts';
import { createTraffic } from './core/ingest/traffic.ts';
import type { Job } from './core/jobs/job.ts';
import { createTurns, type Turns } from './core/jobs/turns.ts';
import { createJudgePool } from './core/judging/judge-pool.ts';
import { createJudging, type Judging } from './core/judging/judging.ts';
import { loadKinds } from './core/judging/kinds.ts';
import { openMessages } from './core/messages/open-messages.ts';
import { boundReads } from './core/records/bounded-reads.ts';
import { viewFeedsOf } from './core/records/postgres-feed.ts';
import { createRecordFeed } from './core/records/record-feed.ts';
import { createPublishWithin } from './core/records/record-writer.ts';
import { createRecordSweep } from './core/records/sweep-records.ts';
import { createWakePersons } from './core/records/wake-persons.ts';
import type { SealingKeys } from './core/sealing/sealing-keys.ts';
import { features as allFeatures } from './features.ts';
import {
  type AccessDependencies,
  type GuardedRoute,
  guardAccess,
  provesDevice,
  vendorOf,
} from './http/access/access.ts';
import { createAllowedMethods } from './http/access/allowed-methods.ts';
import { addConsoleScope } from './http/console-scope.ts';
import { answerErrors, answerFrameworkError, refuseWhileClosing } from './http/error-answers.ts';
import {
  checkBacklog,
  checkDatabase,
  checkDisk,
  checkEveryKey,
  checkKeys,
  LOW_ROOM_BYTES,
} from './http/health/checks.ts';
import { addHealthRoutes } from './http/health/health-routes.ts';
import { createReadiness } from './http/health/readiness.ts';
import { answerClientError, createBoundedServer, HTTP_BOUNDS } from './http/http-server.ts';
import { addKioskScope } from './http/kiosk-scope.ts';
import { limitBodies } from './http/limits/body-budget.ts';
import { createLimits } from './http/limits/limits.ts';
import { createIsEstablished, createNetworkGate } from './http/limits/network-gate.ts';
import { createStorageGate, STORAGE_BUDGETS, type StorageBudgets } from './http/limits/storage-gate.ts';
import { addOrderScope } from './http/order-scope.ts';
import { addPatientScope } from './http/patient-scope.ts';
import { createNonceSource } from './http/proof/nonce.ts';
import { type CheckedProof, createProofCheck } from './http/proof/proof.ts';
import { publishedSource, type VendorDirectory } from './packs/vendor-directory.ts';
import type { Apple } from './providers/apple/apple.ts';
import { createCompose } from './providers/mail/letters/compose.ts';
import type { PaymentProviderSettings } from './providers/open-payments.ts';
import { openMessageProviders, provideProviders } from './providers/open-providers.ts';
import { securityHeaders } from './web/security-headers.ts';
import { addWebRoutes } from './web/web-routes.ts';

export interface AppDependencies {
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
  /** Undefined: mail is written into `dataDir/outbox`. */
  readonly mail?: MailSettings | undefined;
  /** Undefined: nobody signs in with Apple. */
  readonly apple?: Apple | undefined;
  /** Undefined: texts are written into `dataDir/outbox`. */
  readonly sms?: SmsSettings | undefined;
  /** Undefined: the assistant answers by searching on the device. */
  readonly assistant?: AssistantSettings | undefined;
  /** Undefined: the demo's cards, for packs marked demo. */
  readonly payments?: PaymentProviderSettings | undefined;
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
  /** Where they aren't those of the table of contents. */
  readonly features?: readonly Feature[];
}

export interface CarefrontApp {
  readonly app: FastifyInstance;
  readonly judging: Judging;
  /** Not started yet. */
  readonly turns: Turns;
  /** Of the features, not started yet. */
  readonly jobs: readonly Job[];
  /** Every route with its access class. */
  readonly routes: readonly GuardedRoute[];
  /** What features provide for each other. */
  readonly services: Services;
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

async function createHttp({ trustProxy, publicUrl, logger }: AppDependencies): Promise<FastifyInstance> {
  const app = Fastify({
    trustProxy: fastifyTrust(trustProxy),
    logController: new LogController({ disableRequestLogging: true }),
    serverFactory: (handler) =>
      createBoundedServer(handler, {
        ...HTTP_BOUNDS,
        ...(trustProxy === false ? {} : { connectionsOfNetwork: undefined }),
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
  const headers = securityHeaders(publicUrl?.protocol === 'https:');
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
  });

  return app;
}

/** Who somebody is: proofs are the core's matter, people and machines their features'. */
function accessOf(
  opened: readonly OpenedFeature[],
  own: Pick<AccessDependencies, 'vendors' | 'proveDevice'>,
): AccessDependencies {
  const access: Partial<AccessDependencies> = Object.assign({}, ...opened.map((one) => one.access));
  const nobody = async () => undefined;
  return {
    ...own,
    findStaff: access.findStaff ?? nobody,
    findKiosk: access.findKiosk ?? nobody,
    findPatient: access.findPatient ?? nobody,
    findOrder: access.findOrder ?? nobody,
  };
}

function watchOf(opened: readonly OpenedFeature[]): NonNullable<OpenedFeature['watch']> {
  return async (...stored) => {
    for (const { watch } of opened) await watch?.(...stored);
  };
}

/** Once for each request, however many ask. */
function createDeviceProof(
  checkProof: ReturnType<typeof createProofCheck>,
  publicUrl: URL | undefined,
): (request: FastifyRequest) => CheckedProof {
  const proofs = new WeakMap<FastifyRequest, CheckedProof>();
  return (request) => {
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
  };
}

/** What `/readyz` looks at. */
function readinessOf(
  { database, vendors, sealing, dataDir, now, logger }: AppDependencies,
  workers: Judging['check'],
  clock: () => number,
) {
  const { sql } = database;
  return createReadiness({
    checks: {
      database: checkDatabase(sql),
      disk: checkDisk(dataDir),
      keys: checkKeys(sealing.faults, vendors.all.length),
      workers,
    },
    told: {
      everyKey: checkEveryKey(sealing.faults),
      backlog: checkBacklog(sql, now),
      room: checkDisk(dataDir, LOW_ROOM_BYTES),
    },
    ...{ logger, clock },
  });
}

interface ScopeParts {
  readonly nonces: ReturnType<typeof createNonceSource>;
  readonly networkGate: () => ReturnType<typeof createNetworkGate>;
  readonly perMinute: (burst: number) => ReturnType<typeof createRateLimiter>;
  readonly pushesPerMinute: number;
  readonly publicUrl: URL | undefined;
}

/** What features add for each kind of visitor. */
function addScopes(
  app: FastifyInstance,
  opened: readonly OpenedFeature[],
  { nonces, networkGate, perMinute, pushesPerMinute, publicUrl }: ScopeParts,
): void {
  addKioskScope(app, { nonces, network: networkGate(), perKiosk: perMinute(pushesPerMinute) }, (scope) => {
    for (const one of opened) one.addKioskRoutes?.(scope);
  });
  addPatientScope(app, { nonces, network: networkGate(), perDevice: perMinute(pushesPerMinute) }, (scope) => {
    for (const one of opened) one.addPatientRoutes?.(scope);
  });
  addOrderScope(app, { perNetwork: perMinute(pushesPerMinute) }, (orders) => {
    for (const one of opened) one.addOrderRoutes?.(orders);
  });
  addConsoleScope(app, { origins: publicUrl ? [publicUrl.origin] : [] }, (console) => {
    for (const one of opened) one.addConsoleRoutes?.(console);
  });
}

export async function createApp(dependencies: AppDependencies): Promise<CarefrontApp> {
  const { database, vendors, nonceKey, sealing, blobs, logger, publicUrl, now, pushesPerMinute } =
    dependencies;
  const { sql } = database;
  const features = dependencies.features ?? allFeatures;
  const signer = rememberReceipts(dependencies.signer);
  const clock = () => now().getTime();
  const app = await createHttp(dependencies);

  // In memory: they guard this process from floods, which a round trip for each request would only make worse.
  const perMinute = (burst: number) => createRateLimiter({ burst, perMinute: burst }, clock);
  const isEstablished = createIsEstablished(sql, now, () =>
    opened.flatMap(({ standings }) => standings ?? []),
  );
  const networkGate = () =>
    createNetworkGate({
      perNetwork: perMinute(pushesPerMinute * DEVICES_BEHIND_ADDRESS),
      perFailure: perMinute(FALSE_PROOFS),
      isEstablished,
      proveDevice,
    });
  const audit = createAuditLog(sql, now);
  const ledger = createPostgresLedger(sql);
  const wakes = createWakes(sql);
  const traffic = createTraffic();
  app.addHook('onClose', wakes.close);
  const nonces = createNonceSource(nonceKey, clock);
  const proveDevice = createDeviceProof(createProofCheck(nonces, clock), publicUrl);
  const events = createEventStreams(wakes, { limits: dependencies.streamLimits ?? {} });

  const kindFiles = features.flatMap(({ operations }) => operations ?? []);
  const kinds = await loadKinds(kindFiles);
  const pool = createJudgePool({
    ...{ kinds, kindFiles },
    size: dependencies.judgeWorkers,
    published: publishedSource(vendors),
    unsealer: sealing.unsealer,
    onFault: (opId, error) =>
      logger.error({ err: error, ...(opId === '' ? {} : { opId }) }, 'JUDGING_FAILED'),
  });
  const { messages, delivery } = openMessages({
    ...{ sql, secret: nonceKey, now, logger },
    compose: createCompose(vendors, publicUrl),
    providers: openMessageProviders(dependencies),
  });
  const wakePersons = createWakePersons({
    devicesOf: () => opened.flatMap(({ devicesOf }) => devicesOf ?? []),
    ...{ wake: wakes.wake, logger },
  });
  const publishWithin = createPublishWithin({ sql, now, onPublished: wakePersons });
  const core: Core = {
    ...{ database, sql, vendors, sealing, blobs, audit, events, messages, logger, now, publicUrl },
    sms: dependencies.sms,
    assistant: dependencies.assistant,
    opening: pool,
    listings: createListingLog(audit, clock),
    limits: createLimits(database, { now }),
    publishWithin,
    wake: wakes.wake,
    wakePerson: (vendor, person) => wakePersons([{ vendor, person }]),
    isKiosk: async (...asked) => (await access.findKiosk(...asked)) !== undefined,
    tellStaff: (vendor) => wakes.wake(vendor, STAFF_NEWS),
    secret: nonceKey,
    undoSeconds: dependencies.undoSeconds,
    services: new Map(),
  };
  provideProviders(core, dependencies);
  const opened = features.map((feature) => feature.open(core));
  const access = accessOf(opened, { vendors, proveDevice });

  const routes = guardAccess(app, access);
  limitBodies(app, async (request) => {
    if (!provesDevice(request.routeOptions.config.access)) return false;
    return isEstablished(vendorOf(request).pack.slug, proveDevice(request).device.deviceId);
  });

  const judging = createJudging({
    ...{ sql, now, signer, sealing, pool, kinds, logger },
    applies: opened.flatMap(({ apply }) => apply ?? []),
    publishWithin,
    wake: wakes.wake,
    quiet: traffic.quiet,
    ...(dependencies.judgeWithinMs === undefined ? {} : { waitMs: dependencies.judgeWithinMs }),
  });
  const uploads = createBlobUploads({
    sql,
    store: blobs,
    now,
    limiter: createLimiter({ atOnce: UPLOADS_AT_ONCE }),
  });
  const budgets = { ...STORAGE_BUDGETS, ...dependencies.storageBudgets };
  addSyncRoutes(app, {
    ingest: createIngest({
      ledger: { ...ledger, store: (...rows) => traffic.track(() => ledger.store(...rows)) },
      ...{ signer, now },
      judge: judging.judge,
      isUrgent: kinds.isUrgent,
      locateBlob: uploads.locate,
      watch: watchOf(opened),
    }),
    changes: createChangesFeed(ledger, now),
    records: boundReads(createRecordFeed({ view: viewFeedsOf(sql), now, mintEpoch: ledger.epoch })),
    ...{ events, nonces, now },
    perDevice: perMinute(pushesPerMinute),
    network: networkGate(),
    storage: createStorageGate(budgets.operations, isEstablished, clock),
  });
  addBlobRoutes(app, {
    ...{ uploads, nonces },
    perDevice: perMinute(pushesPerMinute),
    network: networkGate(),
    storage: createStorageGate(budgets.blobs, isEstablished, clock),
    onFault: (error) => logger.error({ err: error }, 'BLOB_STORE_FAILED'),
  });
  addScopes(app, opened, { nonces, networkGate, perMinute, pushesPerMinute, publicUrl });
  for (const one of opened) one.addRoutes?.(app);
  addHealthRoutes(app, readinessOf(dependencies, judging.check, clock));
  await addWebRoutes(app, {
    vendors,
    webDir: dependencies.webDir,
    methodsOf: createAllowedMethods(routes),
    refreshKeys: sealing.refresh,
    publicUrl: dependencies.publicUrl,
    addPages: (server, sender) => {
      for (const one of opened) one.addPages?.(server, sender);
    },
    cardGrant: (vendor) => opened.flatMap((one) => one.cardGrant?.(vendor) ?? [])[0],
    platformData: async () =>
      Object.assign({}, ...(await Promise.all(opened.map(async (one) => one.platformData?.())))),
    onFault: (error) => logger.error({ err: error }, 'PAGE_FAILED'),
  });
  return {
    ...{ app, judging, routes },
    turns: createTurns(
      [createRecordSweep(sql, now), ...opened.flatMap(({ turn }) => turn ?? []), messages.sweep],
      logger,
    ),
    jobs: [...opened.flatMap(({ jobs }) => jobs ?? []), delivery],
    services: core.services,
  };
}
