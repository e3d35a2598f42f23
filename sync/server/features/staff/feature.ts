/** The vendor's staff: who they are, and how they sign in. */
import { createFailedSignIns } from '../../core/audit/failed-sign-ins.ts';
import type { Core, Feature } from '../../core/feature.ts';
import { demoStaffOf } from './demo-staff.ts';
import { createKnownBrowsers } from './known-browsers.ts';
import { addStaffRoutes, readSessionCookie } from './routes.ts';
import { createSignIn } from './sign-in.ts';
import { createSignInLimits } from './sign-in-limits.ts';
import { createStaffRegister } from './staff-register.ts';
import { createStaffSessions } from './staff-sessions.ts';

declare module '../../core/audit/audit-log.ts' {
  interface AuditActions {
    readonly 'sign-in': true;
    readonly 'sign-in-failed': true;
    readonly 'sign-in-refused': true;
    readonly 'sign-out': true;
    readonly 'staff-added': true;
    readonly 'staff-disabled': true;
    readonly 'staff-licensed': true;
  }
}

function open({ database, vendors, audit, limits, events, secret, now, publicUrl }: Core) {
  const sessions = createStaffSessions(database, now);
  const register = createStaffRegister(database, now);
  const failures = createFailedSignIns(audit, 'sign-in-failed', () => now().getTime());
  const signIn = createSignIn({
    ...{ staff: register, sessions, audit, failures },
    limits: createSignInLimits(limits),
    knownBrowsers: createKnownBrowsers(secret, () => now().getTime()),
  });
  return {
    access: {
      findStaff: async (request, vendor) => {
        const token = readSessionCookie(request);
        return token === undefined ? undefined : sessions.read(vendor, token);
      },
    },
    addConsoleRoutes: (console) => {
      console.addHook('onClose', failures.close);
      addStaffRoutes(console, {
        ...{ signIn, sessions, audit, events },
        isHttps: publicUrl?.protocol === 'https:',
      });
    },
    jobs: [
      {
        name: 'demo staff',
        async start() {
          for (const member of vendors.all.flatMap(({ pack }) => demoStaffOf(pack)))
            await register.seed(member);
        },
        stop: () => undefined,
      },
    ],
  } satisfies ReturnType<Feature['open']>;
}

export const staff: Feature = { name: 'staff', open };
