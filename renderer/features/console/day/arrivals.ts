import type { AppointmentView, Today } from '../../../../sync/protocol/api/day.ts';

/** `late`: their time has passed and they aren't here. `next`: the first that is still to come. */
export type Expected = 'here' | 'late' | 'next' | 'later';

export interface Arrival {
  readonly appointment: AppointmentView;
  readonly expected: Expected;
  /** Minutes until their time, negative once it has passed. */
  readonly minutes: number;
}

const minutesOf = (clock: string) => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
};

/** What the clinic's own clock shows, `HH:mm`. */
export function clockAt(instant: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  }).format(new Date(instant));
}

/** The day's appointments in their order, each with how it stands now. */
export function arrivalsOf({
  appointments,
  serverTime,
  timeZone,
}: Pick<Today, 'appointments' | 'serverTime' | 'timeZone'>): readonly Arrival[] {
  const now = minutesOf(clockAt(serverTime, timeZone));
  const waiting = appointments
    .filter(({ arrival, time }) => arrival === null && minutesOf(time) >= now)
    .toSorted((one, other) => one.time.localeCompare(other.time));
  return appointments.map((appointment) => {
    const minutes = minutesOf(appointment.time) - now;
    const expected =
      appointment.arrival !== null
        ? 'here'
        : minutes < 0
          ? 'late'
          : appointment.time === waiting[0]?.time
            ? 'next'
            : 'later';
    return { appointment, expected, minutes };
  });
}
