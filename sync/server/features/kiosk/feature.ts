/** The clinic's kiosks: which there are, what they are told, and what they say of themselves. Its promises are in the README. */
import type { Core, Feature, OpenedFeature } from '../../core/feature.ts';
import { theDay } from '../day/feature.ts';
import { addConsoleKioskRoutes } from './console-kiosk-routes.ts';
import { addHelpRoutes } from './help-routes.ts';
import { addKioskRoutes } from './kiosk-routes.ts';
import { createKiosks } from './kiosks.ts';

declare module '../../core/audit/audit-log.ts' {
  interface AuditActions {
    readonly 'kiosk-code': true;
    readonly 'kiosk-enrolled': true;
    readonly 'kiosk-configured': true;
    readonly 'kiosk-restarted': true;
    readonly 'kiosk-revoked': true;
    readonly 'kiosk-alarm': true;
    readonly 'kiosk-alarm-seen': true;
    readonly 'help-answered': true;
  }
}

/** After that nobody asks who called for help, or how a code was used. */
const KEPT_DAYS = 30;

function open(core: Core): OpenedFeature {
  const { sql, now, limits, listings, tellStaff, publicUrl } = core;
  const { checkInVersion } = theDay.of(core);
  const kiosks = createKiosks(core);
  return {
    standings: async (devices) => ({ trusted: await kiosks.register.inUse(devices) }),
    access: { findKiosk: kiosks.register.find },
    watch: kiosks.chain.watch,
    addKioskRoutes: (scope) =>
      addKioskRoutes(scope, { kiosks, limits, publicUrl, tellStaff, checkInVersion, now }),
    addConsoleRoutes(console) {
      addConsoleKioskRoutes(console, { kiosks, limits, listings, now });
      addHelpRoutes(console, { kiosks, tellStaff, now });
    },
    async turn() {
      const old = new Date(now().getTime() - KEPT_DAYS * 86_400_000).toISOString();
      await sql`delete from kiosk_enrolments where expires_at < ${old}`;
      await sql`delete from help_calls where received_at < ${old}`;
    },
  };
}

export const kiosk: Feature = { name: 'kiosk', open };
