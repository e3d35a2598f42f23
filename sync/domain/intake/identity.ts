/** When a form asks who somebody is: before its questions, or after them. */
import type { SafetyRule } from '../safety/safety-rule.ts';
import type { PublishedQuestionnaire } from './offered-questionnaire.ts';

export type IdentityOrder = 'first' | 'last';

/** Whether an answer to the form can be sent ahead of it, as a safety alert. */
export function canRaiseAlert(
  canonical: string,
  rules: readonly Pick<SafetyRule, 'questionnaire' | 'outcome'>[],
): boolean {
  return rules.some(
    ({ questionnaire, outcome }) => outcome === 'URGENT' && questionnaire.split('|')[0] === canonical,
  );
}

/**
 * An alert without a person helps nobody, so a form that can raise one asks for name and contact first. Every other form keeps its answers
 * on the device until it is sent, and asks when it is.
 */
export function identityOf(
  { identity, canonical }: Pick<PublishedQuestionnaire, 'identity' | 'canonical'>,
  rules: readonly Pick<SafetyRule, 'questionnaire' | 'outcome'>[],
): IdentityOrder {
  return canRaiseAlert(canonical, rules) ? 'first' : (identity ?? 'last');
}
