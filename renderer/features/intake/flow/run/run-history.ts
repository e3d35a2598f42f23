/** The entries of the run that is shown, beside the page that the run itself is at. */
import { routeOfPlace } from '../machine/flow-place.ts';
import { createHistoryEntries, type FlowHistoryOptions, type HistoryEntry } from './history-entries.ts';
import type { IntakeRun } from './intake-run-contract.ts';
import { keyOf, placeOfRun, runKey } from './run-place.ts';

export function createRunHistory(options: FlowHistoryOptions, currentRun: () => IntakeRun | undefined) {
  const { hrefOf } = options;
  const entries = createHistoryEntries(options);
  const { entryHere, isAt, travel, show } = entries;

  function placeNow() {
    const run = currentRun();
    return run && placeOfRun(run);
  }
  function keyNow(): string | undefined {
    const run = currentRun();
    const place = placeNow();
    return run && place && keyOf(run, place);
  }
  function ownEntry(): HistoryEntry | undefined {
    const run = currentRun();
    const entry = entryHere();
    return run && entry?.run === runKey(run) ? entry : undefined;
  }
  /** A stop, a panel and an expired draft keep the address of the page below them. */
  function hrefNow(): string {
    const place = placeNow();
    return hrefOf((place && routeOfPlace(place)) ?? (isAt('welcome') ? 'welcome' : 'consultation'));
  }
  /** To the first entry of the run that made this one. */
  function travelToFirst(entry: HistoryEntry | undefined, then: () => void): void {
    if (entry && entry.trail.length > 1) travel(1 - entry.trail.length, then);
    else then();
  }

  /** Leaves the run for the page that it was begun on. */
  const leave = () => entries.whenThere(leaveFromHere);
  function leaveFromHere(): void {
    const entry = entryHere();
    const showLanding = () => {
      if (!isAt('landing')) show('landing');
    };
    const delta = entry ? (entry.fromLanding ? 0 : 1) - entry.trail.length : 0;
    if (delta === 0) showLanding();
    else travel(delta, showLanding);
  }

  return {
    ...entries,
    ...{ placeNow, keyNow, ownEntry, hrefNow, travelToFirst, leave },
    write: (how: 'push' | 'replace', entry: HistoryEntry, href = hrefNow()) =>
      entries.write(how, entry, href),
  };
}
