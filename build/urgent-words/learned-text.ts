/** A model as the source of a module, small enough to be sent to a phone. */
import type { Model } from './train.ts';

/** Above this are too few to spend the table's steps on. */
const CLIPPED = 200;
const STEPS = 127;
/** Of the highest weight: less says next to nothing, and would cost as much to send. */
const MIN_SHARE = 0.02;

export function learnedText({ bias, weights }: Model): string {
  const sizes = [...weights].map(Math.abs).toSorted((one, other) => other - one);
  const most = sizes[CLIPPED] ?? 1;
  const scale = most / STEPS;
  const table = Int8Array.from(weights, (weight) =>
    Math.abs(weight) < most * MIN_SHARE ? 0 : Math.max(-STEPS, Math.min(STEPS, Math.round(weight / scale))),
  );
  const packed = Buffer.from(table.buffer).toString('base64');
  return `/** Written by \`npm run urgent-words\`, and by nobody else. */
export const learned = {
  bias: ${bias.toFixed(6)},
  /** What a step of a weight is worth. */
  scale: ${scale.toFixed(8)},
  /** A signed byte for each bucket, in base64. */
  weights:
    '${packed}',
} as const;
`;
}
