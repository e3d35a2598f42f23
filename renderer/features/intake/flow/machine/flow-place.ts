/** The pages of a run as a person leafs through them: what the browser's Back and Forward go between. Pure. */
import type { IdentityOrder } from '../../../../../sync/domain/intake/identity.ts';
import type { FlowContext } from './flow-events.ts';
import type { FlowRoute } from './flow-position.ts';

/** Pages that can be gone back to. */
export const PLACES = ['about', 'place', 'consent', 'reconfirming', 'answering', 'reviewing'] as const;
export type PlaceName = (typeof PLACES)[number];

export interface FlowPlace {
  /** Besides the pages: what outranks them, and the end of it all. */
  readonly page: PlaceName | 'stop' | 'panel' | 'expired' | 'sent';
  /** Of `answering`: id of the step. */
  readonly step?: string | undefined;
  /** Where Continue leads from a page that was opened to change one answer. */
  readonly returnTo?: NonNullable<FlowContext['returnTo']> | undefined;
}

/** Where GO_TO can lead. */
export interface ReachablePlace extends FlowPlace {
  readonly page: PlaceName;
}

export const isReachable = (place: FlowPlace): place is ReachablePlace =>
  PLACES.some((name) => name === place.page);

export interface PlaceFacts {
  /** The machine's value of its region `run`, as a path. */
  readonly position: string;
  readonly panelOpen: boolean;
  readonly context: Pick<FlowContext, 'step' | 'returnTo'>;
}

/** @returns undefined before the first page and once the run was left: those are no pages of it. */
export function placeOf({ position, panelOpen, context }: PlaceFacts): FlowPlace | undefined {
  if (position.startsWith('submitted')) return { page: 'sent' };
  if (panelOpen) return { page: 'panel' };
  const returnTo = context.returnTo ?? undefined;
  switch (position) {
    case 'intake.about':
      return { page: 'about', returnTo };
    case 'intake.place':
      return { page: 'place', returnTo };
    case 'intake.consent':
      return { page: 'consent' };
    case 'intake.answering':
      return { page: 'answering', step: context.step ?? '', returnTo };
    case 'intake.reconfirming':
      return { page: 'reconfirming' };
    case 'intake.reviewing':
    case 'intake.attesting':
    case 'intake.submitting':
      return { page: 'reviewing' };
    case 'hardStop':
      return { page: 'stop' };
    case 'expired':
      return { page: 'expired' };
    default:
      return undefined;
  }
}

export const nameOf = ({ page, step, returnTo }: FlowPlace): string =>
  [page, step ?? '', returnTo ?? ''].join(' ');

/** What replaces its page when it is left forwards: nobody goes back to a panel that they closed. */
export const isPassing = ({ page }: FlowPlace): boolean =>
  page === 'stop' || page === 'panel' || page === 'expired';

const DETAILS: readonly PlaceName[] = ['about', 'place', 'consent'];

/** The pages that lead to one in a run that is opened in its middle, itself included. */
export function pathTo(
  place: FlowPlace,
  steps: readonly string[],
  identity: IdentityOrder,
): readonly FlowPlace[] {
  const questions = steps.map((step) => ({ page: 'answering' as const, step }));
  const about = { page: 'about' as const };
  const begun = identity === 'first' ? [about, ...questions] : [...questions, about];
  const whole: readonly FlowPlace[] = [...begun, { page: 'consent' }, { page: 'reviewing' }];
  const upTo = (name: string) => whole.slice(0, whole.findIndex((one) => nameOf(one) === name) + 1);
  if (place.returnTo === 'reviewing') return [...whole, place];
  if (place.returnTo === 'reconfirming') return [{ page: 'reconfirming' }, place];
  const found = upTo(nameOf(place));
  return found.length > 0 ? found : [place];
}

/** The route that shows a page; none for what keeps the address of the page below it. */
export function routeOfPlace(place: FlowPlace): FlowRoute | undefined {
  if (place.page === 'sent') return 'success';
  if (isPassing(place)) return undefined;
  return DETAILS.some((page) => page === place.page) ? 'welcome' : 'consultation';
}

/** Every page there can be, to know one by its key. */
export function allPlaces(steps: readonly string[]): readonly FlowPlace[] {
  return [
    { page: 'about' },
    { page: 'about', returnTo: 'reviewing' },
    { page: 'place', returnTo: 'reviewing' },
    { page: 'consent' },
    { page: 'reconfirming' },
    { page: 'reviewing' },
    ...steps.flatMap((step) =>
      ([undefined, 'reviewing', 'reconfirming'] as const).map((returnTo) => ({
        page: 'answering' as const,
        step,
        returnTo,
      })),
    ),
    { page: 'stop' },
    { page: 'panel' },
    { page: 'expired' },
  ];
}
