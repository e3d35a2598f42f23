/** What urgent words can be about, and which lines help with it. */
import type { EmergencyKind } from '../../emergency/emergency-line.ts';

/** Lines in the order in which they are shown: who to turn to first. */
const helpOf = {
  suicide: ['crisis', 'emergency'],
  'self-harm': ['crisis', 'emergency'],
  voices: ['crisis', 'emergency'],
  'harm-others': ['emergency', 'crisis'],
  abuse: ['emergency', 'crisis'],
  heart: ['emergency', 'advice'],
  stroke: ['emergency', 'advice'],
  breathing: ['emergency', 'advice'],
  allergy: ['emergency', 'advice'],
  poisoning: ['emergency', 'crisis'],
  bleeding: ['emergency', 'advice'],
  collapse: ['emergency', 'advice'],
  'severe-pain': ['emergency', 'advice'],
  pregnancy: ['emergency', 'advice'],
  infection: ['emergency', 'advice'],
  injury: ['emergency', 'advice'],
} as const satisfies Readonly<Record<string, readonly EmergencyKind[]>>;

export type UrgentKind = keyof typeof helpOf;
export const urgentKinds = Object.keys(helpOf) as readonly UrgentKind[];
export const helpFor = (kind: UrgentKind): readonly EmergencyKind[] => helpOf[kind];

/** Whether the phrase leaves little doubt, or is also said of what isn't urgent. */
export type Certainty = 'certain' | 'possible';

/** One phrase per line; `a/b` stands for either word. */
export type PhraseTable = Readonly<Record<UrgentKind, Readonly<Record<Certainty, string>>>>;
