/** A kiosk as the server sees it: a device that staff have enrolled, and what it signs. */
import { createCipheriv, createHash, randomBytes, randomUUID } from 'node:crypto';
import canonicalize from 'canonicalize';
import { type EnrolmentCode, enrolmentCodeSchema } from '../../protocol/api/console-kiosks.ts';
import type { KioskHealth } from '../../protocol/api/kiosk.ts';
import { type KioskAssignment, kioskAssignmentSchema } from '../../protocol/api/kiosk-assignment.ts';
import { chainBytes } from '../../protocol/chain.ts';
import type { IntakePaused } from '../../protocol/operations/payloads/intake-paused.ts';
import { testForm } from '../../protocol/testing/fixture-intake.ts';
import type { Operation } from '../../protocol/wire.ts';
import { encodeEnvelope, SUITE_HPKE_P256 } from '../../seal/envelope.ts';
import { sealTo } from '../../seal/hpke.ts';
import { openConsole, type TestConsole } from './test-console.ts';
import { createTestDevice, type HttpAnswer, type SealingTarget, type TestDevice } from './test-device.ts';
import { openTestServer, type TestServer } from './test-server.ts';

export const GOOD_PIN = '482915';

export interface TestKiosk {
  readonly device: TestDevice;
  readonly vendor: string;
  readonly assignment: KioskAssignment;
  readonly id: string;
  /** A request below `/connect/{vendor}/kiosk/v1/`. */
  ask(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<KioskAnswer>;
  health(over?: Partial<KioskHealth>): Promise<KioskAnswer>;
  /** The same operation with the next link of the chain, or another one. */
  link(operation: Operation, over?: { readonly counter?: number; readonly previous?: string }): Operation;
}

export interface KioskAnswer {
  readonly status: number;
  readonly json: unknown;
  readonly headers: Headers;
}

export const healthOf = (over: Partial<KioskHealth> = {}): KioskHealth => ({
  version: '1.2.3',
  host: 'chromium',
  assignmentVersion: 1,
  state: 'attract',
  queued: 0,
  chained: 0,
  uptimeSeconds: 60,
  memoryMegabytes: 300,
  freeDiskMegabytes: 20_000,
  printer: 'ready',
  speech: 'ready',
  lastUpdate: 'none',
  viewFailures: 0,
  wipesFailed: 0,
  ...over,
});

const readAnswer = ({ status, text, headers }: HttpAnswer): KioskAnswer => ({
  status,
  json: text === '' ? undefined : JSON.parse(text),
  headers,
});

export async function askAs(
  server: TestServer,
  device: TestDevice,
  vendor: string,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: unknown,
): Promise<KioskAnswer> {
  return readAnswer(
    await device.request(
      server.send,
      method,
      `/connect/${vendor}/kiosk/v1/${path}`,
      body === undefined ? undefined : JSON.stringify(body),
    ),
  );
}

/** Has staff of the vendor make a code. */
export async function newCode(
  console: TestConsole,
  cookie: string,
  vendor = 'meadow',
  name = 'Front door',
): Promise<EnrolmentCode> {
  const answer = await console.call('POST', `${vendor}/api/kiosks/enrolments`, cookie, {
    name,
    pin: GOOD_PIN,
  });
  if (answer.status !== 200) throw new Error(`The code was answered with ${answer.status}: ${answer.body}`);
  return enrolmentCodeSchema.parse(JSON.parse(answer.body));
}

export async function enrolKiosk(
  server: TestServer,
  { vendor = 'meadow', name = 'Front door' } = {},
): Promise<TestKiosk> {
  const console = openConsole(server);
  const { code } = await newCode(console, await console.signIn(vendor), vendor, name);
  const device = await createTestDevice();
  const answer = await askAs(server, device, vendor, 'POST', 'enrol', {
    code,
    deviceKey: device.deviceKey,
    host: 'chromium',
    version: '1.2.3',
  });
  const assignment = kioskAssignmentSchema.parse(answer.json);
  let counter = 0;
  let previous = '0'.repeat(64);
  return {
    device,
    vendor,
    assignment,
    id: assignment.kioskId,
    ask: (method, path, body) => askAs(server, device, vendor, method, path, body),
    health: (over) => askAs(server, device, vendor, 'POST', 'health', healthOf(over)),
    link(operation, over = {}) {
      const link = { counter: counter + 1, previous, ...over };
      const { opId, sha256 } = operation;
      const bytes = chainBytes({ vendor, deviceId: device.deviceId, ...link, opId, sha256 });
      if (over.counter === undefined) counter += 1;
      previous = createHash('sha256').update(bytes).digest('hex');
      return { ...operation, chain: { ...link, signature: device.sign(bytes) } };
    },
  };
}

export interface TestClinic {
  readonly server: TestServer;
  readonly console: TestConsole;
  /** Of somebody of the vendor "meadow" who has signed in. */
  readonly cookie: string;
  readonly kiosk: TestKiosk;
}

/** A server with a kiosk that is enrolled, and staff at their console. Close the server afterwards. */
export async function openTestClinic(): Promise<TestClinic> {
  const server = await openTestServer();
  const console = openConsole(server);
  const cookie = await console.signIn();
  return { server, console, cookie, kiosk: await enrolKiosk(server) };
}

/** Of the draft's own key: another than the clinic's that it is sealed to. */
const DRAFT_KEY_ID = 'k';

/**
 * A paused intake as a kiosk seals it.
 * @param birthDate absent where the patient hadn't entered it yet.
 * @param photo what is sealed beside its name.
 */
export async function pausedIntake(
  target: SealingTarget,
  birthDate: string | undefined,
  over: Partial<IntakePaused> = {},
  photo?: { readonly sha256: string; readonly facts: object },
): Promise<{ readonly payload: IntakePaused; readonly content: Readonly<Record<string, unknown>> }> {
  const { vendor, keyId } = target;
  const formHash = 'a'.repeat(64);
  const [draftId, subjectId, session] = [randomUUID(), randomUUID(), randomUUID()];
  const content = {
    draftId,
    subjectId,
    session,
    questionnaire: { ...testForm, formHash },
    patient: birthDate === undefined ? {} : { birthDate },
    form: { answers: 'as they were' },
  };
  const key = new Uint8Array(randomBytes(32));
  const seal = (plain: object, boundTo: readonly string[]) => {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(JSON.stringify(boundTo)));
    const box = Buffer.concat([cipher.update(JSON.stringify(plain)), cipher.final(), cipher.getAuthTag()]);
    return { keyId: 'k', iv: iv.toString('base64url'), sealed: box.toString('base64url') };
  };
  const attachments = photo
    ? [
        {
          sha256: photo.sha256,
          box: seal(photo.facts, ['blob', vendor, subjectId, draftId, photo.sha256]),
        },
      ]
    : [];
  const sealed = await sealTo(
    Buffer.from(target.publicKey, 'base64url'),
    key,
    new Uint8Array(Buffer.from(canonicalize(['paused', vendor, subjectId, DRAFT_KEY_ID]) ?? '')),
  );
  const payload: IntakePaused = {
    session,
    vendor,
    draftId,
    subjectId,
    questionnaire: { slug: 'sleep', formHash },
    reason: 'patient',
    savedAt: new Date().toISOString(),
    sealedKey: Buffer.from(encodeEnvelope({ suite: SUITE_HPKE_P256, keyId, content: sealed })).toString(
      'base64url',
    ),
    box: seal(content, ['draft', vendor, subjectId, draftId, formHash]),
    attachments,
    ...over,
  };
  return { payload, content };
}
