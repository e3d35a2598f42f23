/**
 * When a session that nobody touches ends (K6). A pure machine: what happened goes in, what is to be seen or done comes out, and time is given.
 *
 *   quiet --idleSeconds without activity--> warned --warningSeconds--> over
 *     ^                                       |
 *     +------------- extend, ten times in a row
 *
 * - Speech that is being played is no idleness: the warning comes when it has ended and nobody has moved for that long. Within a warning its time
 *   stands still while it is read out, for twenty seconds at most, so that a listener has as long as a reader (WCAG 2.2.1).
 * - While the warning is shown, only the one big action counts: someone who brushes against the glass in passing isn't the patient.
 * - Ten extensions in a row without any other activity are a hand of nobody: real activity gives all ten again.
 * - `held`: an alert isn't sealed and queued yet. The session doesn't end, for as long as that takes.
 */

/** WCAG 2.2.1. */
export const MAX_EXTENSIONS = 10;
/** A press of the action is activity, too: only what comes later than this shows that somebody goes on. */
export const SETTLE_MS = 2_000;
/** A voice that never ends must not keep a session for ever. */
export const MAX_SPEECH_MS = 10 * 60_000;
export const MAX_WARNING_SPEECH_MS = 20_000;

export interface IdleSettings {
  readonly idleSeconds: number;
  readonly warningSeconds: number;
}

export interface IdleSight {
  readonly secondsLeft: number;
  readonly extensionsLeft: number;
  readonly held: boolean;
}

export interface IdleNow {
  readonly speaking: boolean;
  readonly held: boolean;
}

export interface Idle {
  /** @param at ms that only grow, here and below */
  active(at: number): void;
  extend(at: number): void;
  /** Called each second or so. */
  look(at: number, now: IdleNow): { readonly warning: IdleSight | undefined; readonly over: boolean };
}

export function createIdle({ idleSeconds, warningSeconds }: IdleSettings, begun: number): Idle {
  /** The last activity of a person. */
  let touched = begun;
  /** From where idleness is counted: activity, or the end of speech. */
  let since = begun;
  let extensionsLeft = MAX_EXTENSIONS;
  let extendedAt = Number.NEGATIVE_INFINITY;
  let warnedAt: number | undefined;
  let spokenMs = 0;
  let looked = begun;

  return {
    active(at) {
      if (warnedAt !== undefined) return;
      touched = at;
      since = at;
      if (at - extendedAt >= SETTLE_MS) extensionsLeft = MAX_EXTENSIONS;
    },
    extend(at) {
      if (warnedAt === undefined || extensionsLeft === 0) return;
      extensionsLeft -= 1;
      extendedAt = at;
      warnedAt = undefined;
      touched = at;
      since = at;
    },
    look(at, { speaking, held }) {
      const passed = Math.max(0, at - looked);
      looked = at;
      if (warnedAt === undefined) {
        if (speaking && at - touched < MAX_SPEECH_MS) since = at;
        if (at - since < idleSeconds * 1000) return { warning: undefined, over: false };
        warnedAt = at;
        spokenMs = 0;
      } else if (speaking) {
        spokenMs = Math.min(MAX_WARNING_SPEECH_MS, spokenMs + passed);
      }
      const left = warnedAt + warningSeconds * 1000 + spokenMs - at;
      return {
        warning: { secondsLeft: Math.max(0, Math.ceil(left / 1000)), extensionsLeft, held },
        over: left <= 0 && !held,
      };
    },
  };
}
