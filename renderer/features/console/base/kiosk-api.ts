/** What the console asks about kiosks and the day: see `sync/protocol/api/`. */
import { z } from 'zod/mini';
import {
  type EnrolmentCode,
  enrolmentCodeSchema,
  type KioskList,
  type KioskSettings,
  kioskListSchema,
  type NewKiosk,
} from '../../../../sync/protocol/api/console-kiosks.ts';
import {
  type ImportAnswer,
  importAnswerSchema,
  type NewAppointment,
  type Today,
  todaySchema,
} from '../../../../sync/protocol/api/day.ts';
import { type HelpList, helpListSchema } from '../../../../sync/protocol/api/help-calls.ts';
import type { Answer, Ask } from './api-answer.ts';

export interface KioskApi {
  kiosks(): Promise<Answer<KioskList>>;
  enrolKiosk(kiosk: NewKiosk): Promise<Answer<EnrolmentCode>>;
  setKiosk(id: string, settings: KioskSettings): Promise<Answer<KioskList>>;
  restartKiosk(id: string): Promise<Answer<KioskList>>;
  signOutKiosk(id: string): Promise<Answer<KioskList>>;
  seeAlarm(kiosk: string, alarm: string): Promise<Answer<KioskList>>;
  today(): Promise<Answer<Today>>;
  addAppointment(appointment: NewAppointment): Promise<Answer<Today>>;
  removeAppointment(id: string): Promise<Answer<Today>>;
  importAppointments(csv: string): Promise<Answer<ImportAnswer>>;
  releasePaused(id: string): Promise<Answer<Today>>;
  helpCalls(): Promise<Answer<HelpList>>;
  /** They are on a screen that somebody can see. */
  helpSeen(ids: readonly string[]): Promise<Answer<null>>;
  answerHelp(id: string): Promise<Answer<HelpList>>;
}

export function createKioskApi(ask: Ask): KioskApi {
  const kiosk = (id: string, rest: string) => `kiosks/${encodeURIComponent(id)}/${rest}`;
  return {
    kiosks: () => ask('GET', 'kiosks', kioskListSchema),
    enrolKiosk: (content) => ask('POST', 'kiosks/enrolments', enrolmentCodeSchema, content),
    setKiosk: (id, settings) => ask('POST', kiosk(id, 'settings'), kioskListSchema, settings),
    restartKiosk: (id) => ask('POST', kiosk(id, 'restart'), kioskListSchema, {}),
    signOutKiosk: (id) => ask('POST', kiosk(id, 'sign-out'), kioskListSchema, {}),
    seeAlarm: (id, alarm) =>
      ask('POST', kiosk(id, `alarms/${encodeURIComponent(alarm)}/seen`), kioskListSchema, {}),
    today: () => ask('GET', 'today', todaySchema),
    addAppointment: (appointment) => ask('POST', 'today/appointments', todaySchema, appointment),
    removeAppointment: (id) => ask('DELETE', `today/appointments/${encodeURIComponent(id)}`, todaySchema),
    importAppointments: (csv) => ask('POST', 'today/import', importAnswerSchema, { csv }),
    releasePaused: (id) => ask('POST', `paused/${encodeURIComponent(id)}/release`, todaySchema, {}),
    helpCalls: () => ask('GET', 'help-calls', helpListSchema),
    helpSeen: (ids) => ask('POST', 'help-calls/seen', z.null(), { ids }),
    answerHelp: (id) => ask('POST', `help-calls/${encodeURIComponent(id)}/answer`, helpListSchema, {}),
  };
}
