/** Patients' accounts: signing in and out, passwords, sessions, and whose an operation is. Its rules are in the README. */
import { passwordMatches } from '../../base/passwords.ts';
import type { Core, Feature, OpenedFeature } from '../../core/feature.ts';
import { type Letters, lettersOf } from '../../providers/mail/letters/account-letters.ts';
import { createAccountLimits } from './account-limits.ts';
import { createAccountTrail } from './account-trail.ts';
import { createChangePassword } from './change-password.ts';
import { createClaims } from './claims.ts';
import { createCloseAccount } from './close-account.ts';
import { createCodes } from './codes.ts';
import { createEnter } from './enter.ts';
import { createPatients, type FollowClaim } from './owned-operations.ts';
import { accountDesk, type BirthDateReader, type Claimable, type ClosingPart, patients } from './patients.ts';
import { addressIsUnreachable, createPeople } from './people.ts';
import { createPhones } from './phones.ts';
import { addAccountRoutes } from './routes.ts';
import { createSessionAnswers } from './session-answers.ts';
import { createAccountMac } from './sessions/secrets.ts';
import { createSessionCookies } from './sessions/session-cookie.ts';
import { createPatientSessions } from './sessions/sessions.ts';
import { type CheckPassword, createSignIn } from './sign-in.ts';

declare module '../../core/audit/audit-log.ts' {
  interface AuditActions {
    readonly 'account-opened': true;
    readonly 'account-signed-in': true;
    readonly 'account-sign-in-failed': true;
    readonly 'account-sign-in-refused': true;
    readonly 'account-sessions-ended': true;
    readonly 'account-password-set': true;
    readonly 'account-password-removed': true;
    readonly 'account-claimed': true;
    readonly 'account-closed': true;
    readonly 'account-email-added': true;
    readonly 'account-email-removed': true;
  }
}

export { proofSubject } from './codes.ts';
export { readEmailAddress } from './email-address.ts';
export { type AccountDesk, accountDesk, patients } from './patients.ts';
export { addressIsUnreachable, setPersonLanguage } from './people.ts';
export type { PatientSessionRow } from './sessions/stored-session.ts';
export { findSpokesman, type Spokesman } from './spokesman.ts';

/** @param lettersOf how it writes to people. */
export function accountsWith(
  lettersOf: (core: Core) => Letters,
  checkPassword: CheckPassword = passwordMatches,
): Feature {
  function open(core: Core): OpenedFeature {
    const { sql, now, audit, logger, publishWithin, isKiosk, secret, publicUrl, wakePerson } = core;
    const letters = lettersOf(core);
    const mac = createAccountMac(secret);
    const people = createPeople(sql, letters, now);
    const codes = createCodes(sql, mac, now);
    const sessions = createPatientSessions(sql, mac, now);
    const cookies = createSessionCookies(mac, publicUrl?.protocol === 'https:');
    const limits = createAccountLimits(core.limits);
    const trail = createAccountTrail({ audit, logger, now });
    const claimables: Claimable[] = [];
    const birthDateReaders: BirthDateReader[] = [];
    const answers = createSessionAnswers({ sql, people, sessions, cookies, isKiosk, now });
    const enter = createEnter({ people, sessions, trail });
    const phones = createPhones(sql, now);
    core.messages.onUndeliverable(async ({ vendor, channel, to }) => {
      if (channel === 'mail') await addressIsUnreachable(sql, vendor, to, now());
    });
    const closing: ClosingPart[] = [];
    accountDesk.provide(core, {
      ...{ answers, enter, phones, people, codes, sessions, letters, limits, trail },
      onClosing: (part) => void closing.push(part),
      async browserOf(request, vendor) {
        const token = cookies.read(request, vendor);
        return token === undefined ? undefined : sessions.browserOf(vendor, token);
      },
    });
    const followers: FollowClaim[] = [];
    patients.provide(
      core,
      createPatients({ claimables, birthDateReaders, followers, isKiosk, tell: people.tell, now }),
    );
    return {
      access: {
        async findPatient(request, device) {
          const vendor = request.vendor?.pack.slug;
          const token = vendor === undefined ? undefined : cookies.read(request, vendor);
          if (vendor === undefined || token === undefined) return undefined;
          const { unattended = false } = request.routeOptions.config;
          const session = await sessions.find(vendor, device, token, !unattended);
          return session && { ...session, sessionId: session.id };
        },
      },
      devicesOf: sessions.devicesOf,
      addPatientRoutes(scope) {
        scope.routes.addHook('onClose', trail.close);
        addAccountRoutes(scope, {
          ...{ sql, people, codes, letters, sessions, cookies, answers, limits, trail, isKiosk, now },
          signIn: createSignIn({ sql, people, codes, enter, limits, trail, checkPassword }),
          changePassword: createChangePassword({
            sql,
            people,
            phones,
            codes,
            sessions,
            answers,
            limits,
            trail,
            now,
          }),
          closeAccount: createCloseAccount({
            ...{ publishWithin, people, phones, codes, answers, trail, parts: closing, wakePerson, now },
          }),
          claim: createClaims({
            ...{ publishWithin, people, trail, claimables, birthDateReaders, followers, isKiosk, now },
          }),
        });
      },
      async turn() {
        await codes.sweep();
        await sessions.sweep();
      },
    };
  }
  return { name: 'accounts', open };
}

export const accounts = accountsWith(({ messages }) => lettersOf(messages));
