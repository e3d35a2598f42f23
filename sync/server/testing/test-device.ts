/** A device as the server sees it: a key, proofs, and operations in envelopes. */
import { createHash, KeyObject, randomUUID, sign as signBytes } from 'node:crypto';
import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { intakeSubmit } from '../../protocol/operations/intake-submit.ts';
import type { IntakeSubmit } from '../../protocol/operations/payloads/intake-submit.ts';
import type { SafetyAlert } from '../../protocol/operations/payloads/safety-alert.ts';
import { laneName, newestVersion, operationOf } from '../../protocol/operations/registry.ts';
import { testAlert, testForm, testIntake } from '../../protocol/testing/fixture-intake.ts';
import {
  type ChangesResponse,
  changesResponseSchema,
  type Operation,
  type PushResponse,
  pushResponseSchema,
  type Receipt,
  SYNC_MEDIA_TYPE,
} from '../../protocol/wire.ts';
import { clearEnvelope, encodeEnvelope, envelopeBinding, SUITE_HPKE_P256 } from '../../seal/envelope.ts';
import { sealTo } from '../../seal/hpke.ts';
import { consent } from './fixture-pack.ts';

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export type Send = (
  path: string,
  init: { method: string; headers: Record<string, string>; body?: string },
) => Promise<HttpAnswer>;

export interface TestDevice {
  readonly deviceId: string;
  /** base64url of the raw P-256 point. */
  readonly deviceKey: string;
  /** base64url ES256 of any bytes. */
  sign(bytes: Uint8Array): string;
  /** Any request with a right proof. */
  request(
    send: Send,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: string,
  ): Promise<HttpAnswer>;
  proof(
    claims: Readonly<Record<string, unknown>>,
    header?: Readonly<Record<string, unknown>>,
  ): Promise<string>;
  /** Sends any body under a right proof. */
  post(send: Send, vendor: string, body: string): Promise<HttpAnswer>;
  push(
    send: Send,
    vendor: string,
    ops: readonly unknown[],
    witnesses?: readonly Receipt[],
  ): Promise<PushResponse>;
  changes(send: Send, vendor: string, cursor?: string): Promise<ChangesResponse>;
}

let lastId = 0;

/** UUIDv7-shaped and rising, as devices mint them. */
export function newOpId(): string {
  lastId = Math.max(lastId + 1, Date.now());
  const time = lastId.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

function newOperation(
  kind: string,
  payload: unknown,
  over: Partial<Operation>,
): Omit<Operation, 'sha256' | 'envelope'> {
  const session =
    typeof payload === 'object' && payload !== null && 'session' in payload
      ? String(payload.session)
      : randomUUID();
  return {
    opId: newOpId(),
    lane: laneName(operationOf(kind) ?? intakeSubmit, session),
    laneNo: 1,
    kind,
    v: newestVersion(kind) ?? 1,
    capturedAt: { wall: '2026-05-04T10:00:00+02:00', tz: 'Europe/Berlin', mono: 12.5, boot: randomUUID() },
    blobs: [],
    ...over,
  };
}

function around(operation: Omit<Operation, 'sha256' | 'envelope'>, envelope: Uint8Array): Operation {
  return {
    sha256: createHash('sha256').update(envelope).digest('hex'),
    envelope: Buffer.from(envelope).toString('base64url'),
    ...operation,
  };
}

/** An operation of suite 0, as the first version sent it. */
export function sealed(kind: string, payload: unknown, over: Partial<Operation> = {}): Operation {
  return around(newOperation(kind, payload, over), clearEnvelope(payload));
}

/** Where operations are sealed to, as a vendor's manifest names it. */
export interface SealingTarget {
  readonly vendor: string;
  readonly keyId: string;
  /** base64url, 65 bytes. */
  readonly publicKey: string;
}

/** An operation of suite 1, sealed to a vendor's key. */
export async function sealedTo(
  { vendor, keyId, publicKey }: SealingTarget,
  kind: string,
  payload: unknown,
  over: Partial<Operation> = {},
): Promise<Operation> {
  const operation = newOperation(kind, payload, over);
  const { opId, lane, v } = operation;
  const content = await sealTo(
    Buffer.from(publicKey, 'base64url'),
    new TextEncoder().encode(JSON.stringify(payload)),
    envelopeBinding({ vendor, opId, lane, kind: operation.kind, v, keyId }),
  );
  return around(operation, encodeEnvelope({ suite: SUITE_HPKE_P256, keyId, content }));
}

/** @param origin of the server that it speaks to. */
export async function createTestDevice(origin = 'http://localhost'): Promise<TestDevice> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(publicKey);
  const deviceId = await calculateJwkThumbprint(jwk);
  let nonce: string | undefined;
  const proof = (claims: Readonly<Record<string, unknown>>, header: Readonly<Record<string, unknown>> = {}) =>
    sign(privateKey, jwk, claims, header);

  async function request(
    send: Send,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: string,
  ): Promise<HttpAnswer> {
    for (let attempt = 0; ; attempt++) {
      const claims = {
        htm: method,
        htu: `${origin}${path.split('?')[0]}`,
        jti: randomUUID(),
        iat: Math.floor(Date.now() / 1000),
        bsh: createHash('sha256')
          .update(body ?? '')
          .digest('base64url'),
        ...(nonce === undefined ? {} : { nonce }),
      };
      const headers = {
        host: new URL(origin).host,
        dpop: await proof(claims),
        'content-type': SYNC_MEDIA_TYPE,
      };
      const answer = await send(path, { method, headers, ...(body === undefined ? {} : { body }) });
      const fresh = answer.headers.get('dpop-nonce') ?? undefined;
      const isStale = answer.status === 401 && fresh !== undefined && fresh !== nonce;
      nonce = fresh ?? nonce;
      if (!isStale || attempt > 0) return answer;
    }
  }

  const post = (send: Send, vendor: string, body: string) =>
    request(send, 'POST', `/connect/${vendor}/sync/v1/push`, body);
  const point = [jwk.x ?? '', jwk.y ?? ''].map((part) => Buffer.from(part, 'base64url'));
  return {
    deviceId,
    deviceKey: Buffer.concat([Buffer.from([4]), ...point]).toString('base64url'),
    sign: (bytes) =>
      signBytes('sha256', bytes, {
        key: KeyObject.from(privateKey),
        dsaEncoding: 'ieee-p1363',
      }).toString('base64url'),
    request,
    proof,
    post,
    async push(send, vendor, ops, witnesses) {
      const body = { deviceId, epoch: null, maxSeq: 0, ops, ...(witnesses ? { witnesses } : {}) };
      const answer = await post(send, vendor, JSON.stringify(body));
      if (answer.status !== 200)
        throw new Error(`The push was answered with ${answer.status}: ${answer.text}`);
      return pushResponseSchema.parse(JSON.parse(answer.text));
    },
    async changes(send, vendor, cursor) {
      const query = cursor === undefined ? '' : `?cursor=${cursor}`;
      const answer = await request(send, 'GET', `/connect/${vendor}/sync/v1/changes${query}`);
      if (answer.status !== 200)
        throw new Error(`The pull was answered with ${answer.status}: ${answer.text}`);
      return changesResponseSchema.parse(JSON.parse(answer.text));
    },
  };
}

function sign(
  key: CryptoKey,
  jwk: JWK,
  claims: Readonly<Record<string, unknown>>,
  header: Readonly<Record<string, unknown>>,
): Promise<string> {
  return new SignJWT({ ...claims })
    .setProtectedHeader({ typ: 'dpop+jwt', alg: 'ES256', jwk, ...header })
    .sign(key);
}

const often = (score: number) => ({
  valueCoding: {
    system: 'https://forms.example/often',
    code: `often-${score}`,
    display: ['Never', 'Some nights', 'Most nights'][score],
    extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/ordinalValue', valueDecimal: score }],
  },
});

export interface SleepAnswers {
  readonly awake?: number;
  readonly snore?: number;
  readonly chestPain?: boolean;
  readonly driver?: boolean;
  readonly pregnant?: boolean;
}

export function sleepResponse({
  awake = 1,
  snore = 2,
  chestPain = false,
  driver,
  pregnant,
}: SleepAnswers = {}) {
  const yesNo = (linkId: string, text: string, value: boolean | undefined) =>
    value === undefined ? [] : [{ linkId, text, answer: [{ valueBoolean: value }] }];
  return {
    resourceType: 'QuestionnaireResponse' as const,
    questionnaire: testForm.canonical,
    status: 'completed',
    item: [
      {
        linkId: 'nights',
        text: 'Your nights',
        item: [
          { linkId: 'awake', text: 'How often do you lie awake?', answer: [often(awake)] },
          { linkId: 'snore', text: 'How often do you snore?', answer: [often(snore)] },
        ],
      },
      ...yesNo('chest-pain', 'Do you have chest pain now?', chestPain),
      ...yesNo('driver', 'Do you drive for a living?', driver),
      ...yesNo('pregnant', 'Are you pregnant?', pregnant),
    ],
  };
}

/** Now, with what the clinic's form asks for. */
export function intake(formHash: string, over: Partial<IntakeSubmit> = {}): IntakeSubmit {
  const now = new Date().toISOString();
  const consents = [{ ...consent, language: 'en', decision: 'active', decidedAt: now } as const];
  return {
    ...testIntake(
      {
        session: randomUUID(),
        questionnaire: { ...testForm, formHash },
        consents,
        response: sleepResponse(),
      },
      now,
    ),
    attachments: [],
    ...over,
  };
}

export function safetyAlert(formHash: string, over: Partial<SafetyAlert> = {}): SafetyAlert {
  return testAlert(
    {
      session: randomUUID(),
      questionnaire: { ...testForm, formHash },
      hit: { rule: 'chest-pain-now', panel: 'emergency', evidence: ['chest-pain'] },
      evidence: [{ linkId: 'chest-pain', question: 'Do you have chest pain now?', answers: ['Yes'] }],
      ...over,
    },
    new Date().toISOString(),
  );
}
