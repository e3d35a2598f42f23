/** Submissions made to harm the process that opens them: ten kinds, each just within the bounds of what is opened and far beyond them. As JSON texts: most can't be written by `JSON.stringify`. */
import { createHash } from 'node:crypto';
import type { Questionnaire } from 'fhir/r4.js';
import type { IntakeSubmit } from '../../protocol/operations/payloads/intake-submit.ts';
import type { Operation } from '../../protocol/wire.ts';
import { encodeEnvelope, SUITE_CLEAR } from '../../seal/envelope.ts';
import { sleepForm } from './fixture-pack.ts';
import { sealed, sleepResponse } from './test-device.ts';

export const poisonKinds = [
  'nested items',
  'wide lists',
  'huge texts',
  'many keys',
  '__proto__',
  'nested contained resources',
  'nested extensions',
  'answers for slow patterns',
  'huge numbers and lone surrogates',
  'many answers and rules',
] as const;
export type PoisonKind = (typeof poisonKinds)[number];

const BOMBS = 10;
const CALCULATED = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-calculatedExpression';

/** A form that would work for minutes to fill in its own fields, and with patterns that a backtracking engine never ends on. */
export const slowForm: Questionnaire = {
  ...sleepForm,
  item: [
    ...(sleepForm.item ?? []),
    {
      linkId: 'pattern',
      text: 'A code?',
      type: 'string',
      extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/regex', valueString: '((a+)+)+b' }],
    },
    ...Array.from({ length: BOMBS }, (_, index) => ({
      linkId: `bomb-${index}`,
      text: 'Worked out',
      type: 'integer' as const,
      readOnly: true,
      extension: [
        {
          url: CALCULATED,
          valueExpression: {
            language: 'text/fhirpath',
            expression: `${index} + 1.repeat($this + 1).count()`,
          },
        },
      ],
    })),
  ],
};

/** In place of this text of an intake's JSON. */
const HERE = '"HERE"';
const repeat = (text: string, count: number) => Array.from({ length: count }, () => text).join(',');

function nested(open: string, close: string, depth: number): string {
  return `${open.repeat(depth)}${close.repeat(depth)}`;
}

/** What stands in the place of {@link HERE} in the response. @param size from 0, just within bounds, to 9, just within an envelope. */
function poisonOf(kind: PoisonKind, size: number): string {
  const big = size > 0;
  const much = (within: number, beyond: number) => (big ? beyond * size : within);
  switch (kind) {
    case 'nested items': {
      const levels = big ? 1_400 + 1_000 * size : 58;
      return `"item":[${nested('{"linkId":"driver","item":[', ']}', levels)}]`;
    }
    case 'wide lists':
      return `"item":[${repeat('{"linkId":"note"}', big ? 10_000 + 4_000 * size : 9_900)}]`;
    case 'huge texts':
      return `"item":[{"linkId":"note","answer":[{"valueString":"${'x'.repeat(much(250_000, 100_000))}"}]}]`;
    case 'many keys':
      return Array.from({ length: much(450, 6_000) }, (_, index) => `"key-${index}":${index}`).join();
    case '__proto__':
      return `"__proto__":{"item":[],"toString":${size}},"constructor":{"prototype":{"linkId":"x"}},"hasOwnProperty":1`;
    case 'nested contained resources':
      return `"contained":[${nested('{"resourceType":"Bundle","contained":[', ']}', much(120, 1_400))}]`;
    case 'nested extensions':
      return `"extension":[${nested('{"url":"x","extension":[', ']}', much(120, 1_400))}]`;
    case 'answers for slow patterns':
      return `"item":[{"linkId":"pattern","answer":[{"valueString":"${'a'.repeat(much(20_000, 110_000))}!"}]}]`;
    case 'huge numbers and lone surrogates': {
      const digits = '9'.repeat(big ? 900 * size : 300);
      return `"item":[{"linkId":"awake","answer":[{"valueDecimal":${digits}},{"valueString":"\\ud800"},{"valueInteger":1e999}]}]`;
    }
    case 'many answers and rules':
      return `"item":[{"linkId":"room","answer":[${repeat('{"valueBoolean":true}', much(9_900, 3_000))}]}]`;
  }
}

/** @param intake with a `response`, sound but for what is put into it. @returns the JSON of the payload. */
function poisonousForm(intake: IntakeSubmit, kind: PoisonKind, size: number): string {
  const response = { ...sleepResponse(), item: undefined, poison: 'HERE' };
  const hit = {
    rule: 'drives',
    version: '1',
    outcome: 'REVIEW' as const,
    at: intake.completedAt,
    evidence: ['note'],
  };
  const hits = kind === 'many answers and rules' ? 400 + 200 * size : 0;
  const whole = {
    ...intake,
    ruleHits: Array.from({ length: hits }, (_, index) => ({ ...hit, rule: `rule-${index}` })),
    response,
  };
  return JSON.stringify(whole).replace(`"poison":${HERE}`, () => poisonOf(kind, size));
}

/** @param intake as of {@link poisonousForm}. */
export function poisonousOperation(intake: IntakeSubmit, kind: PoisonKind, size: number): Operation {
  const content = new TextEncoder().encode(poisonousForm(intake, kind, size));
  const bytes = encodeEnvelope({ suite: SUITE_CLEAR, keyId: '', content });
  return sealed('intake.submit', intake, {
    envelope: Buffer.from(bytes).toString('base64url'),
    sha256: createHash('sha256').update(bytes).digest('hex'),
  });
}
