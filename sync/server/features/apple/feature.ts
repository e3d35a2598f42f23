/** Sign in with Apple. Its rules are in the README. */
import type { Core, Feature, OpenedFeature } from '../../core/feature.ts';
import { appleAccess } from '../../providers/apple/apple.ts';
import { accountDesk } from '../accounts/feature.ts';
import { createAppleLimits } from './apple-limits.ts';
import { createAttempts } from './attempts.ts';
import { createEntrance, KIND } from './entrance.ts';
import { createRevocations } from './revocations.ts';
import { type AppleRoutesDependencies, addAppleCallbacks, addAppleRoutes } from './routes.ts';
import { createAppleSeal } from './seal.ts';

declare module '../../core/audit/audit-log.ts' {
  interface AuditActions {
    readonly 'account-apple-linked': true;
    readonly 'account-apple-removed': true;
  }
}

function open(core: Core): OpenedFeature {
  const { sql, now, secret, publicUrl, logger } = core;
  const apple = appleAccess.find(core);
  const seal = createAppleSeal(secret);
  const attempts = createAttempts(sql, seal, now);
  const ways = accountDesk.of(core);
  const revocations = createRevocations({ sql, apple, seal, logger, now });
  ways.onClosing(async (transaction, { vendor, identities }) => {
    for (const { kind, subject } of identities)
      if (kind === KIND) await revocations.takeLink(transaction, vendor, subject);
    return () => void revocations.run();
  });
  const dependencies: AppleRoutesDependencies | undefined =
    apple && publicUrl
      ? {
          ...{ apple, ways, attempts, logger, origin: publicUrl.origin },
          entrance: createEntrance({ sql, ways, attempts, revocations, seal, now, issuer: apple.issuer }),
          limits: createAppleLimits(core.limits),
          vendors: () => core.vendors.all.map(({ pack }) => pack.slug),
        }
      : undefined;
  return {
    addPatientRoutes: (scope) => addAppleRoutes(scope, dependencies),
    addRoutes: (server) => addAppleCallbacks(server, dependencies),
    async turn() {
      await attempts.sweep();
      await revocations.run();
    },
  };
}

export const apple: Feature = { name: 'apple', open };
