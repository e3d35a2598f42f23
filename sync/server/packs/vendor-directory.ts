/** The vendors that this server serves, with everything they have ever published. */
import { and, desc, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { PublishedQuestionnaire } from '../../domain/intake/offered-questionnaire.ts';
import type { PublishedLegalDocument } from '../../domain/legal/legal-document.ts';
import type { KeyManifest } from '../../domain/vendor/key-manifest.ts';
import type { CompiledVendorPack, PublishedPack } from '../../domain/vendor/published-pack.ts';
import type { Tables } from '../base/database/database.ts';
import type { PublishedHistory, PublishedSource } from './published.ts';
import type { CompiledPack } from './read-packs.ts';
import { packs, questionnaireDefinitions } from './tables.ts';

export interface Vendor extends PublishedHistory {
  /** With this server's receipt keys, and the key manifest as it is now: read it again for each answer. */
  readonly pack: PublishedPack;
  readonly filesDir: string;
  /** The FHIR Questionnaire as JSON, of anything that this vendor has ever published. */
  definition(formHash: string): Promise<string | undefined>;
}

export interface VendorDirectory {
  readonly all: readonly Vendor[];
  find(slug: string): Vendor | undefined;
}

type History = Pick<PublishedHistory, 'offers' | 'legal'>;

const storedPack = z.looseObject({ questionnaires: z.array(z.unknown()), legal: z.array(z.unknown()) });

function isStoredPack(value: unknown): value is CompiledVendorPack {
  return storedPack.safeParse(value).success;
}

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

async function readDefinition(tables: Tables, vendor: string, formHash: string): Promise<string | undefined> {
  const [row] = await tables
    .select({ definition: questionnaireDefinitions.definition })
    .from(questionnaireDefinitions)
    .where(and(eq(questionnaireDefinitions.vendor, vendor), eq(questionnaireDefinitions.formHash, formHash)));
  return row?.definition;
}

/** The pack with what this server adds; the same object for as long as nothing changes. */
function createServedPack(
  pack: CompiledVendorPack,
  receiptKeys: Readonly<Record<string, string>>,
  manifestOf: (vendor: string) => KeyManifest,
): () => PublishedPack {
  let served: PublishedPack | undefined;
  return () => {
    const keyManifest = manifestOf(pack.slug);
    if (served?.keyManifest !== keyManifest) served = { ...pack, receiptKeys, keyManifest };
    return served;
  };
}

/**
 * Publishes the packs and opens what was ever published.
 * @param receiptKeys base64url raw public keys by key id.
 * @param manifestOf what the vendor's devices seal to, as it is now.
 */
export async function openVendorDirectory(
  tables: Tables,
  compiled: readonly CompiledPack[],
  receiptKeys: Readonly<Record<string, string>>,
  now: () => Date,
  manifestOf: (vendor: string) => KeyManifest,
): Promise<VendorDirectory> {
  const vendors = new Map<string, Vendor>();
  for (const one of compiled) {
    const vendor = one.pack.slug;
    await publish(tables, one, now());
    const { offers, legal } = await readPublished(tables, vendor);
    const servedPack = createServedPack(one.pack, receiptKeys, manifestOf);
    vendors.set(vendor, {
      get pack() {
        return servedPack();
      },
      filesDir: one.filesDir,
      offers,
      legal,
      definition: (formHash) => readDefinition(tables, vendor, formHash),
    });
  }
  return { all: [...vendors.values()], find: (slug) => vendors.get(slug) };
}

/** What judging asks of it, as what can be handed to another thread. */
export function publishedSource(vendors: VendorDirectory): PublishedSource {
  return {
    async history(slug) {
      const vendor = vendors.find(slug);
      return vendor && { pack: vendor.pack, offers: vendor.offers, legal: vendor.legal };
    },
    definition: async (slug, formHash) => vendors.find(slug)?.definition(formHash),
  };
}
