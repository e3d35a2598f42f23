/** Patients' phone numbers: codes by text, and what the provider of texts tells. */
import type { Core, Feature, OpenedFeature } from '../../core/feature.ts';
import { senderOf } from '../../providers/sms/sms-settings.ts';
import { accountDesk } from '../accounts/feature.ts';
import { addTextCallbacks } from './callbacks.ts';
import { addTextConsoleRoutes } from './console-routes.ts';
import { shownNumber } from './mobile-number.ts';
import { createCountTry } from './phone-requests.ts';
import { addPhoneRoutes } from './phone-routes.ts';
import { createTextDays } from './text-days.ts';
import { createTextLimits } from './text-limits.ts';
import { addTextSignIn } from './text-sign-in.ts';
import { createTexting } from './texting.ts';

declare module '../../core/audit/audit-log.ts' {
  interface AuditActions {
    readonly 'account-phone-added': true;
    readonly 'account-phone-changed': true;
    readonly 'account-phone-removed': true;
  }
}

function open(core: Core): OpenedFeature {
  const { sql, messages, logger, now, publicUrl, vendors, sms } = core;
  const desk = accountDesk.of(core);
  const days = createTextDays({ sql, logger, now });
  const limits = createTextLimits(core.limits);
  const texting = createTexting({ sql, desk, days, limits });
  const senderFor = (vendor: string) => shownNumber((sms && senderOf(sms, vendor)) ?? '');
  messages.onUndeliverable(async ({ vendor, channel, to }) => {
    if (channel === 'sms') await desk.phones.unreachable(vendor, to);
  });
  return {
    addPatientRoutes(scope) {
      const countTry = createCountTry(sql, desk);
      addTextSignIn(scope, { sql, desk, texting, limits, days, countTry });
      addPhoneRoutes(scope, { sql, desk, texting, days, countTry, messages, senderFor });
    },
    addConsoleRoutes: (console) => addTextConsoleRoutes(console, days),
    addRoutes: (server) =>
      addTextCallbacks(server, {
        ...{ sql, sms, publicUrl, messages, logger, languageOf: desk.phones.languageOf },
        vendors: vendors.all.map(({ pack }) => pack.slug),
      }),
    turn: days.sweep,
  };
}

export const phone: Feature = { name: 'phone', open };
