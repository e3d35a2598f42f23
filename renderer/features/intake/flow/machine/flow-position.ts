/** Where a run is among the routes, and where a deep link has to go instead. Pure. */

export type FlowRoute = 'landing' | 'welcome' | 'consultation' | 'success';

/** Why a deep link led somewhere else; screens translate by code. */
export type RedirectReason = 'gate' | 'details' | 'consents' | 'nothing-sent' | 'locked';

export interface Redirect {
  readonly to: FlowRoute;
  readonly reason: RedirectReason;
}

export interface FlowFacts {
  /** The machine's value of its region `run`, as a path: `intake.about`, `hardStop`, … */
  readonly position: string;
  /** A submission of this form is on this device. */
  readonly sent: boolean;
  /** A draft waits behind its date of birth. */
  readonly locked: boolean;
}

/** A state value as a path of names: `{intake: 'about'}` is `intake.about`. */
export function pathOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  const [name, inner] = Object.entries(value)[0] ?? [];
  if (name === undefined) return '';
  const rest = pathOf(inner);
  return rest === '' ? name : `${name}.${rest}`;
}

/** The route that shows a position. */
export function routeOf(position: string): FlowRoute {
  if (position === 'intake.gate' || position === 'discarded') return 'landing';
  if (['intake.about', 'intake.place', 'intake.consent'].includes(position)) return 'welcome';
  if (position.startsWith('submitted')) return 'success';
  return 'consultation';
}

/** @returns the earliest step that is still to do, and why; `undefined` where the wanted route may be shown. */
export function earliestUnmet(wanted: FlowRoute, facts: FlowFacts): Redirect | undefined {
  if (wanted === 'landing') return undefined;
  if (wanted === 'success') return facts.sent ? undefined : { to: 'landing', reason: 'nothing-sent' };
  if (facts.locked) return { to: 'landing', reason: 'locked' };
  if (routeOf(facts.position) === 'landing') return { to: 'landing', reason: 'gate' };
  if (wanted === 'welcome') return undefined;
  if (facts.position === 'intake.about') return { to: 'welcome', reason: 'details' };
  if (facts.position === 'intake.consent') return { to: 'welcome', reason: 'consents' };
  return undefined;
}
