/** Who are you? Birth date and name, a code, or nobody's: the part of the visit before the first question. */
import { assign } from 'xstate';
import type { CheckInQuery } from '../../platform/contract/kiosk-contract.ts';
import type { KioskActors, KioskContext } from './kiosk-events.ts';
import { type KioskSetup, offeredBy } from './kiosk-setup.ts';

function queryOf({ birthDate, name, code }: KioskContext): CheckInQuery {
  return code === '' ? { birthDate, name } : { code };
}

export function checkInState(parts: KioskSetup, actors: KioskActors) {
  const offered = offeredBy(actors);
  return parts.createStateConfig({
    initial: 'start',
    on: {
      HAVE_CODE: { target: '.code', actions: 'forgetEntry' },
      NO_APPOINTMENT: {
        target: '.walkIn',
        actions: assign({
          resuming: false,
          code: '',
          trouble: null,
          appointment: null,
          forms: [],
        }),
      },
    },
    states: {
      start: { always: [{ guard: 'canCheckIn', target: 'birthDate' }, { target: 'walkIn' }] },
      birthDate: {
        on: {
          BIRTH_DATE_GIVEN: {
            target: 'name',
            actions: assign({ birthDate: ({ event }) => event.birthDate }),
          },
        },
      },
      name: {
        on: {
          NAME_GIVEN: { target: 'looking', actions: assign({ name: ({ event }) => event.name }) },
          BACK: 'birthDate',
        },
      },
      code: {
        on: {
          CODE_GIVEN: { target: 'looking', actions: assign({ code: ({ event }) => event.code }) },
          BACK: { target: 'start', actions: 'forgetEntry' },
        },
      },
      looking: {
        invoke: {
          src: 'checkIn',
          input: ({ context }) => queryOf(context),
          onDone: [
            {
              guard: ({ event }) => event.output.status === 'matched',
              target: 'matched',
              actions: assign(({ event: { output } }) =>
                output.status === 'matched'
                  ? {
                      appointment: { id: output.appointment, time: output.time },
                      forms: offered(output.due),
                    }
                  : {},
              ),
            },
            {
              guard: ({ event }) => event.output.status === 'paused',
              target: 'resumeDate',
              actions: assign({ resuming: true }),
            },
            {
              target: 'unmatched',
              actions: { type: 'setTrouble', params: { why: 'unmatched' } },
            },
          ],
          onError: {
            target: 'unmatched',
            actions: { type: 'setTrouble', params: { why: 'unmatched' } },
          },
        },
      },
      resumeDate: {
        on: {
          BIRTH_DATE_GIVEN: {
            target: 'resuming',
            actions: assign({ birthDate: ({ event }) => event.birthDate }),
          },
          BACK: 'code',
        },
      },
      resuming: {
        invoke: {
          src: 'resume',
          input: ({ context: { code, birthDate } }) => ({ code, birthDate }),
          onDone: [
            {
              guard: ({ event }) => event.output.status === 'resumed',
              target: '#kiosk.visit.session.running',
              actions: [
                assign(({ event: { output } }) =>
                  output.status === 'resumed' ? { forms: [output.form], code: '' } : {},
                ),
                // Who comes back is here again, and may have paused on another day.
                'tellDesk',
              ],
            },
            {
              guard: ({ event }) => event.output.status === 'offline',
              target: 'unmatched',
              actions: { type: 'setTrouble', params: { why: 'offline' } },
            },
            { target: 'unmatched', actions: { type: 'setTrouble', params: { why: 'code' } } },
          ],
          onError: {
            target: 'unmatched',
            actions: { type: 'setTrouble', params: { why: 'offline' } },
          },
        },
      },
      matched: {
        on: {
          CONFIRMED: [
            { guard: 'hasForms', target: '#kiosk.visit.session.due', actions: 'tellDesk' },
            { guard: 'hasForm', target: '#kiosk.visit.session.running', actions: 'tellDesk' },
            { target: '#kiosk.visit.session.arriving' },
          ],
          NOT_ME: {
            target: 'unmatched',
            actions: [
              'forgetEntry',
              assign({ appointment: null, forms: [] }),
              { type: 'setTrouble', params: { why: 'unmatched' } },
            ],
          },
        },
      },
      unmatched: {
        on: {
          TRY_AGAIN: { target: 'start', actions: 'forgetEntry' },
          FINISH: { target: '#kiosk.visit.cleared', actions: assign({ endsBy: 'done' }) },
        },
      },
      walkIn: {
        on: {
          FORM_CHOSEN: {
            guard: ({ event }) => actors.isOffered(event.slug),
            target: '#kiosk.visit.session.running',
            actions: [assign({ forms: ({ event }) => offered([event.slug]) }), 'tellDesk'],
          },
          DESK_ONLY: '#kiosk.visit.session.arriving',
          BACK: { guard: 'canCheckIn', target: 'start' },
        },
      },
    },
  });
}
