/** What has to be given before a form is sent. */
import { consentsAreCurrent } from '../details/consent-state.ts';
import type { IntakeDetails } from '../details/intake-details.ts';
import { isKnownPerson } from '../details/known-person.ts';
import type { MissingPage } from '../machine/flow-events.ts';
import type { IntakeRunDependencies } from './intake-run-contract.ts';

export function createMissing(
  { offered, pack }: Pick<IntakeRunDependencies, 'offered' | 'pack'>,
  details: () => IntakeDetails,
) {
  /** Whether every agreement that is needed was given for the documents as they are now. */
  const consented = () => consentsAreCurrent(offered.consents, pack.legal, details().consents);
  return {
    consented,
    missing(): MissingPage | undefined {
      if (!isKnownPerson(details())) return 'about';
      return consented() ? undefined : 'consent';
    },
  };
}
