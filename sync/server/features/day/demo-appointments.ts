/** Invented people who come today, so that a demo vendor's kiosk can be tried out. The README says which of them demos and tests use. */
import type { PublishedPack } from '../../../domain/vendor/published-pack.ts';
import type { NewAppointment } from '../../../protocol/api/day.ts';

type Person = readonly [
  time: string,
  givenName: string,
  familyName: string,
  birthDate: string,
  code?: string,
];

const people: readonly Person[] = [
  ['08:40', 'Bruno', 'Sample', '1990-03-08', 'SAMPLE-0840'],
  ['09:20', 'María José', 'de la Prueba', '2001-07-21'],
  ['10:00', 'Noor', 'Al-Mithal', '1979-11-30', 'NOOR-1000'],
  ['10:40', 'Ada', 'Example', '1984-05-12', 'ADA-1040'],
  ['11:20', 'Søren', 'Eksempel', '1966-01-02'],
  ['13:30', 'Wei', 'Muster', '1995-09-17', 'WEI-1330'],
  ['14:10', 'نور', 'مثال', '1988-12-05'],
  ['15:50', 'Grace', 'Placeholder', '1952-10-28', 'GRACE-1550'],
];

export function demoAppointmentsOf({
  demo,
  questionnaires,
}: Pick<PublishedPack, 'demo' | 'questionnaires'>): readonly NewAppointment[] {
  if (!demo) return [];
  const forms = questionnaires.filter(({ status }) => status === 'open').map(({ slug }) => slug);
  return people.map(([time, givenName, familyName, birthDate, code], index) => {
    // One form each, in turn; the first person has none to fill in.
    const form = index === 0 ? undefined : forms[(index - 1) % Math.max(1, forms.length)];
    return {
      time,
      givenName,
      familyName,
      birthDate,
      due: form === undefined ? [] : [form],
      ...(code === undefined ? {} : { code }),
    };
  });
}
