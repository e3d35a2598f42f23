/** What the flow asks, of the platform. */
import type { PublishedPack } from '../../../sync/domain/vendor/published-pack.ts';
import type { KioskPlatform } from '../../platform/contract/kiosk-contract.ts';
import type { KioskActors } from './kiosk-events.ts';

export function createKioskActors(
  { kiosk, drafts }: Pick<KioskPlatform, 'kiosk' | 'drafts'>,
  { questionnaires }: Pick<PublishedPack, 'questionnaires'>,
): KioskActors {
  const isOffered = (slug: string) =>
    questionnaires.some((form) => form.slug === slug && form.status === 'open');
  return {
    begin: (language) => kiosk.begin(language),
    checkIn: (query) => kiosk.checkIn(query),
    async resume(request) {
      const resumed = await kiosk.resume(request);
      if (resumed.status !== 'resumed') return { status: resumed.status };
      const { draftId } = resumed;
      const opened = await drafts.open(draftId);
      if (opened.status !== 'open') return { status: 'not-found' };
      return { status: 'resumed', form: { slug: opened.content.questionnaire.slug, draftId } };
    },
    arrive: (arrival) => kiosk.arrive(arrival),
    pause: (draftId) => kiosk.pause(draftId),
    handOff: (draftId) => kiosk.handOff(draftId),
    end: (by) => kiosk.end(by),
    unlock: (pin) => kiosk.staff.unlock(pin),
    leaveStaff: () => kiosk.staff.leave(),
    enrol: (code) => kiosk.staff.enrol(code),
    isOffered,
  };
}
