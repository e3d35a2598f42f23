import type { Coding } from 'fhir/r4.js';
import { codingKey, type Membership, type PlanOption } from '../values/options.ts';

/**
 * What is known of a set of codes, of which a part may not be at hand. Three-valued (Kleene): what follows from the known part is
 * said, and nothing else.
 */
export interface Reading {
  /** Members to offer, in the order of the set, each once. Inactive and abstract ones are not offered. */
  readonly options: readonly PlanOption[];
  /** The options are all there is to offer, and every code can be judged. */
  readonly complete: boolean;
  judge(coding: Coding): Membership;
}

export const NOTHING_KNOWN: Reading = { options: [], complete: false, judge: () => 'unknown' };
export const EMPTY: Reading = { options: [], complete: true, judge: () => 'not-member' };

function codingOf({ value }: PlanOption): Coding {
  return value.type === 'Coding' ? value.value : {};
}

function once(options: readonly PlanOption[]): readonly PlanOption[] {
  const byKey = new Map<string, PlanOption>();
  for (const option of options) {
    const key = codingKey(codingOf(option));
    if (!byKey.has(key)) byKey.set(key, option);
  }
  return [...byKey.values()];
}

/** A list of codes, written out. `members`: keys of all members, those that aren't offered too; `whole`: there are no others. */
export function listed(
  options: readonly PlanOption[],
  members: ReadonlySet<string>,
  whole: boolean,
): Reading {
  return {
    options: once(options),
    complete: whole,
    judge: (coding) => (members.has(codingKey(coding)) ? 'member' : whole ? 'not-member' : 'unknown'),
  };
}

/** All codes of a system that isn't at hand, or some of them: known is only that codes of other systems are no members. */
export function somewhereIn(system: string): Reading {
  return {
    options: [],
    complete: false,
    judge: (coding) => (coding.system === system ? 'unknown' : 'not-member'),
  };
}

/** Members of any (FHIR R4 ValueSet, 4.9.5: the includes of a compose add up). */
export function union(parts: readonly Reading[]): Reading {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  return {
    options: once(parts.flatMap((part) => part.options)),
    complete: parts.every((part) => part.complete),
    judge(coding) {
      let unknown = false;
      for (const part of parts) {
        const verdict = part.judge(coding);
        if (verdict === 'member') return verdict;
        if (verdict === 'unknown') unknown = true;
      }
      return unknown ? 'unknown' : 'not-member';
    },
  };
}

/** Members of all (within one include, system and every valueSet must hold). */
export function intersection(parts: readonly Reading[]): Reading {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  const judge = (coding: Coding): Membership => {
    let unknown = false;
    for (const part of parts) {
      const verdict = part.judge(coding);
      if (verdict === 'not-member') return verdict;
      if (verdict === 'unknown') unknown = true;
    }
    return unknown ? 'unknown' : 'member';
  };
  // All members are among the options of any complete part, so that one of these says whether all are known.
  const whole = parts.find((part) => part.complete);
  const candidates = whole?.options ?? once(parts.flatMap((part) => part.options));
  const verdicts = candidates.map((option) => judge(codingOf(option)));
  return {
    options: candidates.filter((_option, index) => verdicts[index] === 'member'),
    complete: whole !== undefined && !verdicts.includes('unknown'),
    judge,
  };
}

/** Members of the one that are not members of the other (ValueSet.compose.exclude). */
export function difference(from: Reading, excluded: Reading): Reading {
  const verdicts = from.options.map((option) => excluded.judge(codingOf(option)));
  return {
    options: from.options.filter((_option, index) => verdicts[index] === 'not-member'),
    complete: from.complete && !verdicts.includes('unknown'),
    judge(coding) {
      const inside = from.judge(coding);
      if (inside === 'not-member') return inside;
      const outside = excluded.judge(coding);
      if (outside === 'member') return 'not-member';
      return outside === 'not-member' ? inside : 'unknown';
    },
  };
}

/** A part of a set that was written out, beside the rule that defines all of it. */
export function knownPart(part: Reading, rule: Reading): Reading {
  if (rule.complete) return rule;
  return {
    options: once([...part.options, ...rule.options]),
    complete: false,
    judge: (coding) => (part.judge(coding) === 'member' ? 'member' : rule.judge(coding)),
  };
}

/**
 * Remembers the last verdict, so that sets which include each other many times over cost one judgement each: in one question,
 * every one of them is asked about the same code.
 */
export function remembering(reading: Reading): Reading {
  let last: { readonly key: string; readonly verdict: Membership } | undefined;
  return {
    ...reading,
    judge(coding) {
      const key = codingKey(coding);
      if (last?.key !== key) last = { key, verdict: reading.judge(coding) };
      return last.verdict;
    },
  };
}
