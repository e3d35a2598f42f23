/** What has to hold before anything is prescribed. Each that doesn't is named to staff before they decide, and not after. */

export const guardNames = ['role', 'place', 'stop', 'identity', 'history', 'vitals', 'contact'] as const;
export type GuardName = (typeof guardNames)[number];

/** How a clinician makes sure beside the form that it is true. `two_way`: an exchange with the patient. `live`: a visit in which they see each other. */
export const verifications = ['two_way', 'live'] as const;
export type Verification = (typeof verifications)[number];

export interface GuardFacts {
  readonly mayDecide: boolean;
  /** How care may be given today where the patient said to be; undefined where they didn't say. */
  readonly place: 'async' | 'live' | 'unavailable' | 'not-served' | undefined;
  /** Ids of STOP rules that hold, or held before an answer was changed. */
  readonly stops: readonly string[];
  readonly identity: { readonly isAsked: boolean; readonly isConfirmed: boolean };
  /** Allergies and medicines: whether the form has asked for both, and the patient has answered. */
  readonly historyConfirmed: boolean;
  /** Ids of rules that say that a reading is missing or too old. */
  readonly staleVitals: readonly string[];
  readonly verification: Verification | undefined;
  /** The patient has answered a question of the clinic's, or a call is logged. */
  readonly hadContact: boolean;
  readonly hadLiveVisit: boolean;
  /** What a clinician has vouched for, with a note. */
  readonly attested: ReadonlySet<GuardName>;
}

export interface Guard {
  readonly name: GuardName;
  readonly state: 'met' | 'attested' | 'unmet';
  /** Whether a clinician may vouch for it. Where the law decides nobody may. */
  readonly attestable: boolean;
  /** Ids of the rules that it is about. */
  readonly rules: readonly string[];
  /** What else would meet it. */
  readonly needs?: 'live-visit' | 'contact' | undefined;
}

const ATTESTABLE: ReadonlySet<GuardName> = new Set(['stop', 'identity', 'history', 'vitals', 'contact']);

function placeNeeds({ place, hadLiveVisit }: GuardFacts): 'met' | 'live-visit' | 'unmet' {
  if (place === 'async') return 'met';
  if (place !== 'live') return 'unmet';
  return hadLiveVisit ? 'met' : 'live-visit';
}

/** All that apply here, in the order in which staff read them. */
export function guardsOf(facts: GuardFacts): readonly Guard[] {
  const { attested, identity, verification } = facts;
  const guard = (name: GuardName, isMet: boolean, more: Partial<Guard> = {}): Guard => {
    const attestable = more.attestable ?? ATTESTABLE.has(name);
    const state = isMet ? 'met' : attestable && attested.has(name) ? 'attested' : 'unmet';
    return { rules: [], ...more, name, state, attestable };
  };
  const place = placeNeeds(facts);
  const isLive = verification === 'live';
  const inTouch = isLive ? facts.hadLiveVisit : facts.hadContact || facts.hadLiveVisit;
  return [
    guard('role', facts.mayDecide),
    guard('place', place === 'met', place === 'live-visit' ? { needs: 'live-visit' } : {}),
    guard('stop', facts.stops.length === 0, { rules: facts.stops }),
    ...(identity.isAsked ? [guard('identity', identity.isConfirmed)] : []),
    guard('history', facts.historyConfirmed),
    ...(facts.staleVitals.length > 0 ? [guard('vitals', false, { rules: facts.staleVitals })] : []),
    ...(verification
      ? [guard('contact', inTouch, { attestable: !isLive, needs: isLive ? 'live-visit' : 'contact' })]
      : []),
  ];
}

export const unmetOf = (guards: readonly Guard[]): readonly Guard[] =>
  guards.filter(({ state }) => state === 'unmet');
