/** Logistic regression over the features of lines that people wrote. The same lines give the same weights, on every machine. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { languages } from '../../sync/domain/languages.ts';
import { BUCKETS, bucketOf, featuresOf } from '../../sync/domain/urgent-words/learned/features.ts';
import { wordsOf } from '../../sync/domain/words/fold-text.ts';

const lineSchema = z.strictObject({
  language: z.enum(languages as ['en', 'es', 'ar']),
  dangerous: z.boolean(),
  text: z.string().min(1),
});
export type Line = z.infer<typeof lineSchema>;

export const LINES = join(import.meta.dirname, 'lines');

export async function readLines(folder: string = LINES): Promise<readonly Line[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.jsonl')).toSorted();
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  return texts.flatMap((text) =>
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => lineSchema.parse(JSON.parse(line))),
  );
}

const PASSES = 30;
const FIRST_STEP = 1;
const STEP_DECAY = 0.2;
/** Of each step: what everything is drawn back to nothing by, so that no weight rests on a single line. */
const SHRINKAGE = 1e-4;
const BIAS_STEP = 0.1;
/** What fewer lines have says nothing. */
const MIN_LINES = 3;
/** Of what says as much for danger as against it. */
const MIN_RATIO = 0.1;

/** A linear congruential generator: the same numbers every time. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x80000000;
  };
}

function shuffle<Item>(items: Item[], random: () => number): void {
  for (let at = items.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    const [one, two] = [items[at], items[other]];
    if (one === undefined || two === undefined) continue;
    items[at] = two;
    items[other] = one;
  }
}

export interface Model {
  readonly bias: number;
  readonly weights: Float64Array;
}

interface Example {
  readonly dangerous: boolean;
  readonly buckets: readonly number[];
  /** One by the square root of how many features the text has: a long text is no more urgent than a short one. */
  readonly share: number;
}

function examplesOf(lines: readonly Line[]): Example[] {
  const read = lines.map(({ text, dangerous }) => ({ dangerous, features: featuresOf(wordsOf(text)) }));
  const counts = new Map<string, number>();
  for (const { features } of read)
    for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  return read.map(({ dangerous, features }) => ({
    dangerous,
    buckets: features.filter((feature) => (counts.get(feature) ?? 0) >= MIN_LINES).map(bucketOf),
    share: 1 / Math.sqrt(features.length),
  }));
}

/** How far each bucket tells the two kinds of lines apart by itself: it learns in that measure (S. Wang and C. D. Manning, 2012). */
function logCountRatios(examples: readonly Example[]): Float64Array {
  const [danger, other] = [new Float64Array(BUCKETS).fill(1), new Float64Array(BUCKETS).fill(1)];
  for (const { dangerous, buckets } of examples)
    for (const bucket of buckets) {
      const counts = dangerous ? danger : other;
      counts[bucket] = (counts[bucket] ?? 0) + 1;
    }
  const sum = (counts: Float64Array) => counts.reduce((total, count) => total + count, 0);
  const [ofDanger, ofOther] = [sum(danger), sum(other)];
  return danger.map(
    (count, bucket) => Math.abs(Math.log(count / ofDanger / ((other[bucket] ?? 1) / ofOther))) + MIN_RATIO,
  );
}

export function train(lines: readonly Line[]): Model {
  const examples = examplesOf(lines);
  const ratios = logCountRatios(examples);
  const weights = new Float64Array(BUCKETS);
  let bias = 0;
  const random = createRandom(7);
  for (let pass = 0; pass < PASSES; pass += 1) {
    shuffle(examples, random);
    const step = FIRST_STEP / (1 + pass * STEP_DECAY);
    for (const { buckets, share, dangerous } of examples) {
      let sum = 0;
      for (const bucket of buckets) sum += (weights[bucket] ?? 0) * (ratios[bucket] ?? 0);
      const error = 1 / (1 + Math.exp(-(bias + sum * share))) - Number(dangerous);
      bias -= step * BIAS_STEP * error;
      for (const bucket of buckets) {
        const weight = weights[bucket] ?? 0;
        weights[bucket] = weight - step * (error * share * (ratios[bucket] ?? 0) + SHRINKAGE * weight);
      }
    }
  }
  return { bias, weights: weights.map((weight, bucket) => weight * (ratios[bucket] ?? 0)) };
}
