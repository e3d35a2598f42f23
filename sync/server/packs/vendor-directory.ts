/** The vendors that this server serves, with everything they have ever published. */
import { and, desc, eq } from 'drizzle-orm';
import { z } from 'zod';
import type {
  PublishedLegalDocument,
  PublishedPack,
  PublishedQuestionnaire,
} from '../../domain/published-pack.ts';
import { compileQuestionnaire, type Plan } from '../../questionnaire/index.ts';
import type { Tables } from '../database/database.ts';
import { packs, questionnaireDefinitions } from '../database/schema.ts';
import type { Published, PublishedForm } from '../judging/published.ts';
import type { CompiledPack } from './read-packs.ts';

export interface Vendor extends Published {
  /** With this server's receipt keys. */
  readonly pack: PublishedPack;
  readonly filesDir: string;
}

export interface VendorDirectory {
  readonly all: readonly Vendor[];
  find(slug: string): Vendor | undefined;
}

interface History {
  readonly offers: ReadonlyMap<string, PublishedQuestionnaire>;
  readonly legal: readonly PublishedLegalDocument[];
}

const storedPack = z.looseObject({ questionnaires: z.array(z.unknown()), legal: z.array(z.unknown()) });

function isStoredPack(value: unknown): value is PublishedPack {
  return storedPack.safeParse(value).success;
}

/** Compiled forms that are kept at hand; others are compiled again when a response to them arrives. */
const MOST_PLANS = 64;

/** Stores what is new in the packs. Nothing that was published is ever removed. */
async function publish(tables: Tables, { pack, definitions }: CompiledPack, now: Date): Promise<void> {
  const vendor = pack.slug;
  await tables
    .insert(packs)
    .values({ vendor, packHash: pack.packHash, pack: JSON.stringify(pack), publishedAt: now })
    // A pack that is served again counts as the newest again.
    .onConflictDoUpdate({ target: [packs.vendor, packs.packHash], set: { publishedAt: now } });
  for (const { formHash, canonical, version } of pack.questionnaires) {
    const definition = JSON.stringify(definitions.get(formHash));
    await tables
      .insert(questionnaireDefinitions)
      .values({ vendor, formHash, canonical, version, definition, publishedAt: now })
      .onConflictDoNothing();
  }
}

async function readPublished(tables: Tables, vendor: string): Promise<History> {
  const rows = await tables
    .select({ pack: packs.pack })
    .from(packs)
    .where(eq(packs.vendor, vendor))
    .orderBy(desc(packs.publishedAt));
  const offers = new Map<string, PublishedQuestionnaire>();
  const legal = new Map<string, PublishedLegalDocument>();
  for (const row of rows) {
    const pack: unknown = JSON.parse(row.pack);
    if (!isStoredPack(pack)) continue;
    for (const offered of pack.questionnaires)
      if (!offers.has(offered.formHash)) offers.set(offered.formHash, offered);
    for (const document of pack.legal) {
      const texts = Object.values(document.texts).map(({ sha256 }) => sha256);
      const key = `${document.slug} ${document.version} ${texts.join(' ')}`;
      if (!legal.has(key)) legal.set(key, document);
    }
  }
  return { offers, legal: [...legal.values()] };
}

function createPlans(tables: Tables, vendor: string): (formHash: string) => Promise<Plan | undefined> {
  const kept = new Map<string, Promise<Plan | undefined>>();
  async function compile(formHash: string): Promise<Plan | undefined> {
    const [row] = await tables
      .select({ definition: questionnaireDefinitions.definition })
      .from(questionnaireDefinitions)
      .where(
        and(eq(questionnaireDefinitions.vendor, vendor), eq(questionnaireDefinitions.formHash, formHash)),
      );
    if (!row) return undefined;
    const compiled = compileQuestionnaire(JSON.parse(row.definition));
    if (!compiled.ok)
      throw new Error(
        `The form ${formHash} of ${vendor} can't be used: ${compiled.faults[0]?.code ?? 'no reason'}`,
      );
    return compiled.plan;
  }
  return (formHash) => {
    const plan = kept.get(formHash) ?? compile(formHash);
    kept.delete(formHash);
    kept.set(formHash, plan);
    // A fault of the database must not be remembered as the form's.
    plan.catch(() => kept.delete(formHash));
    const [oldest] = kept.keys();
    if (kept.size > MOST_PLANS && oldest !== undefined) kept.delete(oldest);
    return plan;
  };
}

/**
 * Publishes the packs and opens what was ever published.
 * @param receiptKeys base64url raw public keys by key id.
 */
export async function openVendorDirectory(
  tables: Tables,
  compiled: readonly CompiledPack[],
  receiptKeys: Readonly<Record<string, string>>,
  now: () => Date,
): Promise<VendorDirectory> {
  const vendors = new Map<string, Vendor>();
  for (const one of compiled) {
    const vendor = one.pack.slug;
    await publish(tables, one, now());
    const { offers, legal } = await readPublished(tables, vendor);
    const plan = createPlans(tables, vendor);
    vendors.set(vendor, {
      pack: { ...one.pack, receiptKeys },
      filesDir: one.filesDir,
      legal,
      async form(formHash): Promise<PublishedForm | undefined> {
        const offered = offers.get(formHash);
        const compiledPlan = offered && (await plan(formHash));
        return offered && compiledPlan && { offered, plan: compiledPlan };
      },
    });
  }
  return { all: [...vendors.values()], find: (slug) => vendors.get(slug) };
}
