/** Patients' passkeys: signing in by one, and which ones a person has. Its rules are in the README. */
import type { Core, Feature, OpenedFeature } from '../../core/feature.ts';
import { accountDesk, patients } from '../accounts/feature.ts';
import { createChallenges } from './challenges.ts';
import { mergedPasskeys } from './merged-passkeys.ts';
import { createPasskeyLimits } from './passkey-limits.ts';
import { createPasskeyStore } from './passkey-store.ts';
import { createRegistration } from './registration.ts';
import { createRelyingParty } from './relying-party.ts';
import { addPasskeyRoutes } from './routes.ts';
import { createPasskeySignIn } from './sign-in.ts';

declare module '../../core/audit/audit-log.ts' {
  interface AuditActions {
    readonly 'account-passkey-added': true;
    readonly 'account-passkey-removed': true;
  }
}

function open(core: Core): OpenedFeature {
  const { sql, now, publicUrl } = core;
  const ways = accountDesk.of(core);
  const store = createPasskeyStore(sql, now);
  const challenges = createChallenges(sql, now);
  const limits = createPasskeyLimits(core.limits);
  patients.of(core).addPart(mergedPasskeys(ways.people));
  ways.onClosing(async (transaction, { vendor, persons }) => {
    await store.removeAll(transaction, vendor, persons);
    return undefined;
  });
  return {
    addPatientRoutes: (scope) =>
      addPasskeyRoutes(scope, {
        ...{ ways, store, challenges, limits },
        signIn: createPasskeySignIn({ sql, ways, store, challenges }),
        registration: createRegistration({ sql, ways, store, challenges, limits }),
        partyOf: createRelyingParty(publicUrl),
      }),
    turn: challenges.sweep,
  };
}

export const passkeys: Feature = { name: 'passkeys', open };
