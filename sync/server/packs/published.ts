/** What judging needs to know of a vendor: everything it has ever published, since forms arrive months after they were opened. */

import type { PublishedQuestionnaire } from '../../domain/intake/offered-questionnaire.ts';
import type { PublishedLegalDocument } from '../../domain/legal/legal-document.ts';
import { createReadOnce } from '../../domain/read-once.ts';
import { clinicDay } from '../../domain/time/clinic-day.ts';
import { type Schedule, scheduleOf } from '../../domain/time/opening-hours.ts';
import type { PublishedPack } from '../../domain/vendor/published-pack.ts';
import { compileQuestionnaire, coreSetsFor } from '../../questionnaire/index.ts';
import { loadTools } from '../../questionnaire/load-tools.ts';
import type { FormOptions, Plan } from '../../questionnaire/model/contract.ts';

export interface PublishedForm {
  readonly offered: PublishedQuestionnaire;
  readonly plan: Plan;
  /** What the engine needs to judge answers to it. */
  readonly tools: Tools;
}

export type Tools = Pick<FormOptions, 'compilePattern' | 'units' | 'expressions'>;

export interface PublishedHistory {
  readonly pack: PublishedPack;
  /** By form hash, of the newest pack that offered it. */
  readonly offers: ReadonlyMap<string, PublishedQuestionnaire>;
  /** All versions of all documents, the newest first. */
  readonly legal: readonly PublishedLegalDocument[];
}

export interface Published extends PublishedHistory {
  /** Of the newest pack that offered it; undefined where this vendor never did. */
  form(formHash: string): Promise<PublishedForm | undefined>;
  /** The calendar day of an instant at the clinic, `YYYY-MM-DD`. */
  dayOf(instant: Date): string;
  /** Undefined where the clinic has told no hours that can be kept. */
  readonly schedule: Schedule | undefined;
}

/** @returns undefined for a vendor that isn't served here. */
export type FindPublished = (vendor: string) => Promise<Published | undefined>;

/** Where it comes from: the vendor directory, in a worker through the main thread. */
export interface PublishedSource {
  history(vendor: string): Promise<PublishedHistory | undefined>;
  /** The FHIR Questionnaire as JSON. */
  definition(vendor: string, formHash: string): Promise<string | undefined>;
}

/** What has been published can't be read at the moment: that says nothing of an operation, which stays unjudged until it can. */
export class PublishedUnavailableError extends Error {
  override name = 'PublishedUnavailableError';
}

async function orUnavailable<Value>(read: Promise<Value>): Promise<Value> {
  try {
    return await read;
  } catch (cause) {
    throw new PublishedUnavailableError('What is published can not be read.', { cause });
  }
}

/** Compiled forms that are kept at hand; others are compiled again when a response to them arrives. */
const MAX_PLANS = 64;

type Usable = Pick<PublishedForm, 'plan' | 'tools'>;

function createPlans(
  read: (vendor: string, formHash: string) => Promise<string | undefined>,
): (vendor: string, formHash: string) => Promise<Usable | undefined> {
  // A fault of the source must not be remembered as the form's.
  const readOnce = createReadOnce<Usable | undefined>(MAX_PLANS);
  async function compile(vendor: string, formHash: string): Promise<Usable | undefined> {
    const definition = await orUnavailable(read(vendor, formHash));
    if (definition === undefined) return undefined;
    const source: unknown = JSON.parse(definition);
    const compiled = compileQuestionnaire(source, await coreSetsFor(source));
    if (!compiled.ok)
      throw new Error(
        `The form ${formHash} of ${vendor} can't be used: ${compiled.faults[0]?.code ?? 'no reason'}`,
      );
    return { plan: compiled.plan, tools: await loadTools(compiled.plan) };
  }
  return (vendor, formHash) => readOnce(`${vendor} ${formHash}`, () => compile(vendor, formHash));
}

/** Asks for each vendor once: what has been published is read at the start. */
export function createPublished(source: PublishedSource): FindPublished {
  const plan = createPlans(source.definition);
  const readOnce = createReadOnce<Published | undefined>();
  async function read(vendor: string): Promise<Published | undefined> {
    const history = await orUnavailable(source.history(vendor));
    if (!history) return undefined;
    return {
      ...history,
      dayOf: clinicDay(history.pack.timezone),
      schedule: scheduleOf({
        timeZone: history.pack.timezone,
        periods: history.pack.contact.hoursOfOperation ?? [],
      }),
      async form(formHash) {
        const offered = history.offers.get(formHash);
        const compiled = offered && (await plan(vendor, formHash));
        return offered && compiled && { offered, ...compiled };
      },
    };
  }
  return (vendor) => readOnce(vendor, () => read(vendor));
}
