/** Questionnaires that patients send: forms, alerts before them, and those that wait unfinished. */
import { type Core, type Feature, type OpenedFeature, serviceNamed } from '../../core/feature.ts';
import { addResumeRoutes } from './kiosk-routes.ts';
import { storePaused } from './paused-intake.ts';
import { createPausedList, type ListPaused } from './paused-list.ts';
import { createPausedIntakes, type PausedIntakes } from './resume.ts';

declare module '../../core/audit/audit-log.ts' {
  interface AuditActions {
    readonly 'intake-resumed': true;
    readonly 'intake-released': true;
  }
}

export interface UnfinishedIntakes extends Pick<PausedIntakes, 'release'> {
  readonly list: ListPaused;
}
export const unfinishedIntakes = serviceNamed<UnfinishedIntakes>('unfinished intakes');

function open(core: Core): OpenedFeature {
  const { sql, now, opening, sealing, blobs, limits, tellStaff } = core;
  const paused = createPausedIntakes({
    ...{ sql, now, blobs },
    openOperation: opening.open,
    unsealer: sealing.unsealer,
  });
  unfinishedIntakes.provide(core, { release: paused.release, list: createPausedList(sql, now) });
  return {
    apply: storePaused,
    addKioskRoutes: (scope) => addResumeRoutes(scope, { paused, limits, tellStaff }),
  };
}

export const intake: Feature = {
  name: 'intake',
  operations: new URL('./operations.ts', import.meta.url).href,
  open,
};
