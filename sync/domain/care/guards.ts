/** What has to hold before anything is prescribed. Each that doesn't is named to staff before they decide, and not after. */
import type { IdentityNeed } from '../identity/identity-rules.ts';

export const guardNames = [
  'role',
  'place',
  'license',
  'stop',
  'product',
  'duplicate',
  'identity',
  'history',
  'vitals',
  'independent',
  'contact',
] as const;
export type GuardName = (typeof guardNames)[number];

/**
 * A guard by its name, and by its product where it is about one: what a clinician has vouched for of one medicine says nothing of another. Who somebody is
 * is vouched for once.
 */
export type GuardKey = GuardName | `${'product' | 'duplicate'}:${string}`;
export const guardKey = ({ name, product }: Pick<Guard, 'name' | 'product'>): GuardKey =>
  product === undefined || (name !== 'product' && name !== 'duplicate') ? name : `${name}:${product}`;

/** What is said against one product. */
export interface ProductFacts {
  /** Slug. */
  readonly product: string;
  /** Ids of STOP rules about this product that hold, or held before an answer was changed. */
  readonly stops: readonly string[];
  /** Allergies to what is in it, and medicines with the same in them, as the patient's health profile has them. */
  readonly allergies: readonly string[];
  readonly duplicates: readonly string[];
}

/**
 * How a clinician makes sure beside the form that it is true. `two_way`: an exchange with the patient. `live`: a visit in which they see each other.
 * `independent`: an exchange, and a check that doesn't rest on what the patient sends: a live visit, in person, a clinical record, their GP.
 */
export const verifications = ['two_way', 'live', 'independent'] as const;
export type Verification = (typeof verifications)[number];

export interface GuardFacts {
  readonly mayDecide: boolean;
  /** How care may be given today where the patient said to be; undefined where they didn't say. */
  readonly place: 'async' | 'live' | 'unavailable' | 'not-served' | undefined;
  /** Whether who decides is licensed there; undefined where nobody has said so of them. */
  readonly licensed: boolean | undefined;
  /** Of each product that could be prescribed. */
  readonly products: readonly ProductFacts[];
  /** Ids of STOP rules that hold, or held before an answer was changed. */
  readonly stops: readonly string[];
  readonly identity: IdentityNeed;
  /** Allergies and medicines: whether the form has asked for both, and the patient has answered. */
  readonly historyConfirmed: boolean;
  /** Ids of rules that say that a reading is missing or too old. */
  readonly staleVitals: readonly string[];
  /** A reading was recent when the form was answered, and isn't now. */
  readonly vitalsAged: boolean;
  readonly verification: Verification | undefined;
  /** The patient has answered a question of the clinic's, or a call is logged. */
  readonly hadContact: boolean;
  readonly hadLiveVisit: boolean;
  /** What a clinician has vouched for, with a note. */
  readonly attested: ReadonlySet<GuardKey>;
}

export interface Guard {
  readonly name: GuardName;
  readonly state: 'met' | 'attested' | 'unmet';
  /** Whether a clinician may vouch for it. Where the law decides nobody may. */
  readonly attestable: boolean;
  /** Ids of the rules that it is about. */
  readonly rules: readonly string[];
  /** The product that it is about, where it is about one: another may be prescribed. */
  readonly product?: string | undefined;
  /** What the patient's health profile says, in their words. */
  readonly said?: readonly string[] | undefined;
  /** What else would meet it. */
  readonly needs?: 'live-visit' | 'independent-check' | 'contact' | 'valid-id' | undefined;
}

const ATTESTABLE: ReadonlySet<GuardName> = new Set([
  'stop',
  'product',
  'duplicate',
  'identity',
  'history',
  'vitals',
  'independent',
  'contact',
]);

function placeNeeds({ place, hadLiveVisit }: GuardFacts): 'met' | 'live-visit' | 'unmet' {
  if (place === 'async') return 'met';
  if (place !== 'live') return 'unmet';
  return hadLiveVisit ? 'met' : 'live-visit';
}

/** One for whatever is prescribed, or one for each product that an ID is asked for. */
function identityGuards(
  { identity: { asked, state } }: GuardFacts,
  guard: (name: 'identity', isMet: boolean, more?: Partial<Guard>) => Guard,
): readonly Guard[] {
  const isMet = state === 'confirmed';
  const more: Partial<Guard> = state === 'expired' ? { needs: 'valid-id' } : {};
  if (asked === 'all') return [guard('identity', isMet, more)];
  return asked.map((product) => guard('identity', isMet, { ...more, product }));
}

/** All that apply here, in the order in which staff read them. */
export function guardsOf(facts: GuardFacts): readonly Guard[] {
  const { attested, verification } = facts;
  const guard = (name: GuardName, isMet: boolean, more: Partial<Guard> = {}): Guard => {
    const attestable = more.attestable ?? ATTESTABLE.has(name);
    const state = isMet
      ? 'met'
      : attestable && attested.has(guardKey({ name, ...more }))
        ? 'attested'
        : 'unmet';
    return { rules: [], ...more, name, state, attestable };
  };
  const place = placeNeeds(facts);
  const isLive = verification === 'live';
  const inTouch = isLive ? facts.hadLiveVisit : facts.hadContact || facts.hadLiveVisit;
  return [
    guard('role', facts.mayDecide),
    guard('place', place === 'met', place === 'live-visit' ? { needs: 'live-visit' } : {}),
    ...(facts.licensed === undefined ? [] : [guard('license', facts.licensed)]),
    guard('stop', facts.stops.length === 0, { rules: facts.stops }),
    ...facts.products.flatMap(({ product, stops, allergies, duplicates }) => [
      ...(stops.length + allergies.length > 0
        ? [guard('product', false, { product, rules: stops, said: allergies })]
        : []),
      ...(duplicates.length > 0 ? [guard('duplicate', false, { product, said: duplicates })] : []),
    ]),
    ...identityGuards(facts, guard),
    guard('history', facts.historyConfirmed),
    ...(facts.staleVitals.length > 0 || facts.vitalsAged
      ? [guard('vitals', false, { rules: facts.staleVitals })]
      : []),
    ...(verification === 'independent'
      ? [guard('independent', facts.hadLiveVisit, { needs: 'independent-check' })]
      : []),
    ...(verification
      ? [guard('contact', inTouch, { attestable: !isLive, needs: isLive ? 'live-visit' : 'contact' })]
      : []),
  ];
}

/** @param products that are to be prescribed: what is said against others doesn't count. */
export const unmetOf = <Found extends Pick<Guard, 'state' | 'product'>>(
  guards: readonly Found[],
  products: readonly string[] = [],
): readonly Found[] =>
  guards.filter(
    ({ state, product }) => state === 'unmet' && (product === undefined || products.includes(product)),
  );
