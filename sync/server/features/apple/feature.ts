/** Sign in with Apple. Its rules are in the README. */
import type { Core, Feature, OpenedFeature } from '../../core/feature.ts';
import { appleAccess } from '../../providers/apple/apple.ts';
import { accountDesk } from '../accounts/feature.ts';
import { createAppleLimits } from './apple-limits.ts';
import { createAttempts } from './attempts.ts';
import { createEntrance } from './entrance.ts';
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
  const dependencies: AppleRoutesDependencies | undefined =
    apple && publicUrl
      ? {
          ...{ apple, ways, attempts, logger, origin: publicUrl.origin },
          entrance: createEntrance({ sql, apple, ways, attempts, seal, logger, now, issuer: apple.issuer }),
          limits: createAppleLimits(core.limits),
          vendors: () => core.vendors.all.map(({ pack }) => pack.slug),
        }
      : undefined;
  return {
    addPatientRoutes: (scope) => addAppleRoutes(scope, dependencies),
    addRoutes: (server) => addAppleCallbacks(server, dependencies),
    turn: attempts.sweep,
  };
}

export const apple: Feature = { name: 'apple', open };
