/** A form, a vendor's space and a platform in memory, for tests of the flow. */

import type { Questionnaire } from 'fhir/r4.js';
import type { SafetyRule } from '../../../../sync/domain/safety/safety-rule.ts';
import {
  CLINIC,
  testDocument,
  testPack,
  testQuestionnaire,
  testRule,
} from '../../../../sync/domain/testing/fixture-clinic.ts';
import {
  type IntakeAnswers,
  intakeSubmitV1,
} from '../../../../sync/protocol/operations/payloads/intake-submit.ts';
import {
  type SafetyAlert,
  safetyAlertV1,
} from '../../../../sync/protocol/operations/payloads/safety-alert.ts';
import type { AnswerValue } from '../../../../sync/questionnaire/model/contract.ts';
import type { Delivery, DraftContent, FileToKeep, Platform } from '../../../platform/contract/contract.ts';
import { createTestShelf } from '../../../platform/contract/shelf-testing.ts';
import { testDelivery } from '../../../platform/contract/testing.ts';

const CHECK = 'https://forms.example/check';
/** The code system of its choices. */
const CODES = 'https://forms.example/said';

export const questionnaire: Questionnaire = {
  resourceType: 'Questionnaire',
  status: 'active',
  url: CHECK,
  version: '1',
  title: 'Check',
  item: [
    { linkId: 'name', type: 'string', text: 'What do you take?', required: true },
    {
      linkId: 'harm',
      type: 'choice',
      text: 'Thoughts of harm?',
      required: true,
      answerOption: ['no', 'yes'].map((code) => ({
        valueCoding: { system: CODES, code, display: `Said ${code}` },
      })),
    },
    { linkId: 'nitrates', type: 'boolean', text: 'Nitrates?', required: true },
    { linkId: 'weight', type: 'integer', text: 'Weight' },
  ],
};

/** The answer about harm. */
export const harm = (code: string): AnswerValue => ({
  type: 'Coding',
  value: { system: CODES, code, display: `Said ${code}` },
});

/** Who answers. */
export const ana = {
  givenName: 'Ana',
  familyName: 'Ruiz',
  birthDate: '1990-04-12',
  sexAtBirth: 'female',
  answeredBy: 'self',
  contact: { method: 'sms', value: '+14155552671', mayLeaveMessage: false },
} as const;

export const offered = testQuestionnaire({
  slug: 'check',
  title: { en: 'Check' },
  durationMinutes: 2,
  price: { amount: 0, currency: 'USD' },
  consents: [{ document: 'privacy', statement: { en: 'I agree.' }, required: true }],
  plausible: { weight: { min: 30, max: 350 } },
  canonical: CHECK,
  version: '1',
  questions: 4,
});

const rule = (id: string, outcome: SafetyRule['outcome'], condition: SafetyRule['conditions'][number]) =>
  testRule({ id, outcome, questionnaire: CHECK, conditions: [condition] });

/** Meadow with that form. */
export const pack = testPack({
  questionnaires: [offered],
  rules: [
    {
      ...rule('self-harm', 'URGENT', {
        question: 'harm',
        operator: '=',
        answerCoding: { system: CODES, code: 'yes' },
      }),
      panel: 'crisis',
    },
    rule('nitrates', 'STOP', { question: 'nitrates', operator: '=', answerBoolean: true }),
  ],
  legal: [testDocument({ version: '1.0' })],
});

export interface MemoryPlatform extends Platform {
  readonly stored: Map<string, DraftContent>;
  readonly files: Map<string, FileToKeep>;
  readonly submitted: IntakeAnswers[];
  readonly alerts: SafetyAlert[];
  /** Moves the clock on. */
  pass(days: number): void;
  /** Tells the watchers that a delivery changed. */
  report(change: Partial<Delivery>): void;
}

/** Keeps everything as JSON, so that nothing survives by being the same object. */
export function createMemoryPlatform(): MemoryPlatform {
  let now = Date.parse('2026-11-20T10:00:00Z');
  let count = 0;
  const stored = new Map<string, DraftContent>();
  const files = new Map<string, FileToKeep>();
  const submitted: IntakeAnswers[] = [];
  const alerts: SafetyAlert[] = [];
  const watchers = new Set<(deliveries: readonly Delivery[]) => void>();
  let deliveries: Delivery[] = [];
  const uuid = () => {
    count += 1;
    return `01890000-0000-7000-8000-${String(count).padStart(12, '0')}`;
  };
  const deliver = (kind: Delivery['kind'], session: string): Delivery => {
    const delivery = testDelivery({
      opId: uuid(),
      session,
      kind,
      about: { questionnaireSlug: offered.slug },
      queuedAt: new Date(now).toISOString(),
    });
    deliveries = [...deliveries, delivery];
    for (const watcher of watchers) watcher(deliveries);
    return delivery;
  };
  return {
    vendor: CLINIC,
    stored,
    files,
    submitted,
    alerts,
    pass: (days) => {
      now += days * 86_400_000;
    },
    report(change) {
      deliveries = deliveries.map((delivery) => ({ ...delivery, ...change }));
      for (const watcher of watchers) watcher(deliveries);
    },
    start: async () => ({ mode: 'durable', persisted: true, evicted: false }),
    stop: async () => {},
    drafts: {
      list: async () => [],
      open: async (draftId) => {
        const content = stored.get(draftId);
        return content ? { status: 'open', content } : { status: 'absent' };
      },
      save: async (content) => {
        stored.set(content.draftId, JSON.parse(JSON.stringify(content)));
      },
      discard: async (draftId) => {
        stored.delete(draftId);
      },
      keepDefinition: async () => {},
      definition: async () => questionnaire,
    },
    blobs: {
      async keep(file) {
        const name = String(files.size + 1).padStart(64, '0');
        files.set(name, file);
        return { sha256: name, size: file.bytes.length };
      },
      async read(sha256) {
        const file = files.get(sha256);
        return file && { ...file, size: file.bytes.length };
      },
      drop: async (sha256) => {
        files.delete(sha256);
      },
    },
    shelf: createTestShelf(),
    lock: {
      support: async () => 'no-passkeys',
      state: async () => 'off',
      watch: () => () => {},
      enable: async () => {},
      unlock: async () => 'off',
      unlockWithCode: async () => 'off',
      lock: () => {},
      disable: async () => {},
    },
    deliveries: {
      async submit(draftId, { operation, session, payload }) {
        submitted.push(intakeSubmitV1.parse(payload([])));
        stored.delete(draftId);
        return deliver(operation.kind, session);
      },
      async send({ operation, session, payload }) {
        alerts.push(safetyAlertV1.parse(payload([])));
        return deliver(operation.kind, session);
      },
      list: async () => deliveries,
      copy: async () => undefined,
      watch(listener) {
        watchers.add(listener);
        listener(deliveries);
        return () => watchers.delete(listener);
      },
      sendNow: async () => {},
      saveCopy: async () => ({ blob: new Blob([]), name: 'meadow-K7-42QF.intake' }),
    },
    requestPersistence: () => undefined,
    connection: () => ({ state: 'online' }),
    watchConnection: () => () => {},
    newSubjectId: uuid,
    newSessionId: uuid,
    now: () => new Date(now),
  };
}
