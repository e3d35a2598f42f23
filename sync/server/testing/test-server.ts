/** The whole application over a database of its own, without a port. */
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { hash } from '@node-rs/argon2';
import type { FastifyInstance } from 'fastify';
import { type AppDependencies, createApp } from '../app.ts';
import { createLogger } from '../base/process/log.ts';
import { recordAudit } from '../core/audit/audit-log.ts';
import type { BlobStore } from '../core/blobs/blob-store.ts';
import { createFolderBlobStore } from '../core/blobs/folder-blob-store.ts';
import { createReceiptSigner, type ReceiptSigner } from '../core/ingest/receipts.ts';
import type { Job } from '../core/jobs/job.ts';
import type { Turns } from '../core/jobs/turns.ts';
import type { Judging } from '../core/judging/judging.ts';
import { openKeys } from '../core/keys/keys.ts';
import type { Decisions } from '../features/inbox/decisions.ts';
import { inboxDecisions } from '../features/inbox/feature.ts';
import { staff } from '../features/staff/tables.ts';
import type { GuardedRoute } from '../http/access/access.ts';
import type { CompiledPack } from '../packs/read-packs.ts';
import { openVendorDirectory, type VendorDirectory } from '../packs/vendor-directory.ts';
import { fixturePack } from './fixture-pack.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import type { Send } from './test-device.ts';
import { openTestSealing, type TestSealing } from './test-sealing.ts';

export interface TestServer {
  readonly app: FastifyInstance;
  readonly routes: readonly GuardedRoute[];
  readonly database: TestDatabase;
  readonly vendors: VendorDirectory;
  readonly signer: ReceiptSigner;
  readonly sealing: TestSealing;
  readonly judging: Judging;
  readonly dataDir: string;
  readonly blobs: BlobStore;
  readonly turns: Turns;
  readonly jobs: readonly Job[];
  readonly decisions: Decisions;
  readonly send: Send;
  readonly formHash: string;
  /** The server's own, which `core.secret` is. */
  readonly secret: Uint8Array;
  /** Everything that was logged. */
  log(): string;
  /** Moves the server's clock. */
  pass(milliseconds: number): void;
  close(): Promise<void>;
}

export const STAFF_PASSWORD = 'a long enough password';
/** As weak as argon2 may be: how strong the product makes them is for its own tests, and each costs 50 ms. */
const WEAKEST = { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 } as const;
let weakHash: Promise<string> | undefined;

export interface TestServerOptions
  extends Partial<
    Pick<
      AppDependencies,
      | 'webDir'
      | 'publicUrl'
      | 'pushesPerMinute'
      | 'judgeWithinMs'
      | 'trustProxy'
      | 'undoSeconds'
      | 'streamLimits'
      | 'features'
      | 'storageBudgets'
      | 'apple'
      | 'sms'
      | 'assistant'
      | 'payments'
    >
  > {
  readonly packs?: readonly CompiledPack[];
  /** Its clock stands still but for `pass`: where waits are compared by the second. */
  readonly stillClock?: true;
  /** A folder of its own, where none is given. */
  readonly blobs?: BlobStore;
}

/** With two vendors, `meadow` and `brook`; each has clinician@, owner@ and auditor@ its name, `.test`. */
export async function openTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const database = await createTestDatabase();
  let passed = 0;
  const opened = Date.now();
  const now = () => new Date((options.stillClock ? opened : Date.now()) + passed);
  const keysDir = await mkdtemp(join(tmpdir(), 'carefront-keys-'));
  const signer = createReceiptSigner((await openKeys(keysDir)).receiptSigning);
  await rm(keysDir, { recursive: true });
  const packs = options.packs ?? [await fixturePack(), await fixturePack('brook', 'Brook Clinic')];
  const sealing = await openTestSealing({ vendors: packs.map(({ pack }) => pack.slug), now });
  const vendors = await openVendorDirectory(
    database.tables,
    packs,
    signer.publicKeys,
    now,
    sealing.manifestOf,
  );
  weakHash ??= hash(STAFF_PASSWORD, WEAKEST);
  const passwordHash = await weakHash;
  const people = vendors.all.flatMap(({ pack }) =>
    (['clinician', 'owner', 'auditor'] as const).map((role) => ({
      ...{ id: randomUUID(), vendor: pack.slug, role, createdAt: now(), passwordHash },
      ...{ email: `${role}@${pack.slug}.test`, name: `A ${role}` },
    })),
  );
  await database.tables.insert(staff).values(people);
  for (const { vendor, id } of people)
    await database.sql.begin((transaction) =>
      recordAudit(transaction, { vendor, action: 'staff-added', actor: 'test', subject: id }, now()),
    );
  let log = '';
  const sink = new Writable({
    write(chunk, _encoding, done) {
      log += String(chunk);
      done();
    },
  });
  const blobsDir = await mkdtemp(join(tmpdir(), 'carefront-blobs-'));
  const blobs = options.blobs ?? createFolderBlobStore(blobsDir);
  const secret = randomBytes(32);
  const { app, judging, turns, jobs, routes, services } = await createApp({
    database,
    vendors,
    signer,
    sealing,
    judgeWorkers: 1,
    blobs,
    dataDir: blobsDir,
    nonceKey: secret,
    logger: createLogger(sink),
    webDir: options.webDir ?? '/nowhere',
    publicUrl: options.publicUrl,
    trustProxy: options.trustProxy ?? false,
    pushesPerMinute: options.pushesPerMinute ?? 100_000,
    now,
    // Patience, so that a test never depends on how fast this machine judges.
    judgeWithinMs: options.judgeWithinMs ?? 30_000,
    undoSeconds: options.undoSeconds ?? 0,
    streamLimits: options.streamLimits ?? {},
    ...(options.features ? { features: options.features } : {}),
    storageBudgets: options.storageBudgets ?? {},
    apple: options.apple,
    sms: options.sms,
    assistant: options.assistant,
    payments: options.payments,
  });
  const decisions = inboxDecisions.of({ services });
  await app.ready();

  const send: Send = async (path, { method, headers, body }) => {
    const answer = await app.inject({
      method: method === 'GET' || method === 'PUT' ? method : 'POST',
      url: path,
      headers,
      ...(body === undefined ? {} : { payload: body }),
    });
    const kept = new Headers();
    for (const [name, value] of Object.entries(answer.headers)) kept.set(name, String(value));
    return { status: answer.statusCode, headers: kept, text: answer.body };
  };

  return {
    app,
    routes,
    database,
    vendors,
    signer,
    sealing,
    judging,
    turns,
    jobs,
    decisions,
    blobs,
    dataDir: blobsDir,
    secret,
    send,
    formHash: packs[0]?.pack.questionnaires[0]?.formHash ?? '',
    log: () => log,
    pass: (milliseconds) => {
      passed += milliseconds;
    },
    async close() {
      await app.close();
      await decisions.stop();
      await judging.stop();
      await sealing.remove();
      await database.drop();
      await rm(blobsDir, { recursive: true });
    },
  };
}
