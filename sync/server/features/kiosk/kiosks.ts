/** Everything about kiosks behind the routes, made of its parts. */
import type { Core } from '../../core/feature.ts';
import { clinicHours } from '../day/feature.ts';
import { type ChainWatch, createChainWatch } from './chain.ts';
import { type MarkAlarmSeen, markAlarmSeen } from './chain-alarms.ts';
import { createEnrolment, type Enrolment } from './enrolment.ts';
import { createHelpCalls, type HelpCalls } from './help.ts';
import { createKioskRegister, type KioskRegister } from './kiosk-register.ts';

export interface Kiosks {
  readonly enrolment: Enrolment;
  readonly register: KioskRegister;
  readonly chain: ChainWatch;
  readonly help: HelpCalls;
  readonly markAlarmSeen: MarkAlarmSeen;
}

export function createKiosks({
  sql,
  now,
  vendors,
  sealing,
  tellStaff,
}: Pick<Core, 'sql' | 'now' | 'vendors' | 'sealing' | 'tellStaff'>): Kiosks {
  return {
    enrolment: createEnrolment(sql, now, sealing),
    register: createKioskRegister(sql, now, sealing, (vendor) => clinicHours(vendors.find(vendor)?.pack)),
    chain: createChainWatch(sql, now, tellStaff),
    help: createHelpCalls(sql, now),
    markAlarmSeen: markAlarmSeen(sql, now),
  };
}
