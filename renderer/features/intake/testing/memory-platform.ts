/** A form, a vendor's space and a platform in memory, for tests of the flow. */

import type { Questionnaire } from 'fhir/r4.js';
import type { PublishedQuestionnaire } from '../../../../sync/domain/intake/offered-questionnaire.ts';
import type { SafetyRule } from '../../../../sync/domain/safety/safety-rule.ts';
import { type IntakeAnswers, intakeSubmitV1 } from '../../../../sync/protocol/operations/intake-submit.ts';
import { type SafetyAlert, safetyAlertV1 } from '../../../../sync/protocol/operations/safety-alert.ts';
import type { Delivery, DraftContent, FileToKeep, Platform } from '../../../platform/contract/contract.ts';
import type { RunPack } from '../flow/run/intake-run-contract.ts';

export const questionnaire: Questionnaire = {
  resourceType: 'Questionnaire',
  status: 'active',
  url: 'https://care.example/check',
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
        valueCoding: { system: 'https://care.example', code, display: `Said ${code}` },
      })),
    },
    { linkId: 'nitrates', type: 'boolean', text: 'Nitrates?', required: true },
    { linkId: 'weight', type: 'integer', text: 'Weight' },
  ],
};

const says = (text: string) => ({ en: text });
const rule = (
  id: string,
  outcome: 'STOP' | 'URGENT',
  condition: SafetyRule['conditions'][number],
): SafetyRule => ({
  id,
  version: '1',
  questionnaire: 'https://care.example/check',
  conditions: [condition],
  behavior: 'any',
  outcome,
  ...(outcome === 'URGENT' ? { panel: 'crisis' as const } : {}),
  headline: says(id),
  advice: says('Call.'),
  label: says(id),
  source: 'Test',
});

const hash = 'a'.repeat(64);

export const offered: PublishedQuestionnaire = {
  slug: 'check',
  title: says('Check'),
  purpose: says('A check.'),
  durationMinutes: 2,
  price: { amount: 0, currency: 'USD' },
  clinician: 0,
  reviewHours: 24,
  minAge: 18,
  maxAnswerAgeDays: 7,
  consents: [{ document: 'privacy', statement: says('I agree.'), required: true }],
  status: 'open',
  manifest: {
    licence: 'own',
    attribution: 'own',
    allowedUse: 'any',
    source: 'own',
    version: '1',
    reviewedOn: '2026-11-01',
  },
  formLanguages: ['en'],
  unreviewed: [],
  plausible: { weight: { min: 30, max: 350 } },
  canonical: 'https://care.example/check',
  version: '1',
  formHash: hash,
  url: '/connect/care/files/check.json',
  questions: 4,
};

export const pack: RunPack = {
  slug: 'care',
  status: 'open',
  serviceAreas: [
    { place: 'US-CA', modality: 'async' },
    { place: 'US-GA', modality: 'live' },
  ],
  settings: { draftDays: 30, idleMinutes: 15, copyDays: 30, proxyAllowed: false },
  rules: [
    rule('self-harm', 'URGENT', {
      question: 'harm',
      operator: '=',
      answerCoding: { system: 'https://care.example', code: 'yes' },
    }),
    rule('nitrates', 'STOP', { question: 'nitrates', operator: '=', answerBoolean: true }),
  ],
  legal: [
    {
      slug: 'privacy',
      kind: 'privacy',
      title: says('Privacy'),
      version: '1.0',
      effectiveFrom: '2026-11-01',
      unreviewed: [],
      texts: { en: { url: '/connect/care/files/privacy.json', sha256: hash } },
    },
  ],
};

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
    const delivery: Delivery = {
      opId: uuid(),
      session,
      subjectId: 'subject',
      kind,
      about: { questionnaireSlug: 'check' },
      owner: 'own',
      code: 'K7-42QF',
      queuedAt: new Date(now).toISOString(),
      state: 'queued',
    };
    deliveries = [...deliveries, delivery];
    for (const watcher of watchers) watcher(deliveries);
    return delivery;
  };
  return {
    vendor: 'care',
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
      saveCopy: async () => ({ blob: new Blob([]), name: 'care-K7-42QF.intake' }),
    },
    requestPersistence: () => undefined,
    connection: () => ({ state: 'online' }),
    watchConnection: () => () => {},
    newSubjectId: uuid,
    newSessionId: uuid,
    now: () => new Date(now),
  };
}
