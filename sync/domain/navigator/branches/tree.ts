/** The navigator's decision tree: a question at each node, its red flags first; at each end a form, urgent care, or no match. Data, without code. */
import type { EmergencyKind } from '../../emergency/emergency-line.ts';
import type { Localized } from '../../languages.ts';

export type NavigatorText = Localized & { readonly es: string; readonly ar: string };

export interface Choice {
  readonly id: string;
  readonly label: NavigatorText;
  /** The node that it leads to. */
  readonly to: string;
  /** What can't wait: comes before the other choices, and leads to urgent care alone. */
  readonly isRedFlag?: true;
}

export interface Question {
  readonly kind: 'question';
  readonly text: NavigatorText;
  readonly hint?: NavigatorText;
  readonly choices: readonly Choice[];
}

/** Where an end's advice was taken from: public-domain sources, named and not copied. */
export interface Basis {
  readonly source: string;
  /** ISO date on which a clinician last reviewed it, and who; null where nobody has. */
  readonly reviewed: { readonly by: string; readonly on: string } | null;
}

/** Forms about these subjects, whoever offers them. */
export interface CareEnd extends Basis {
  readonly kind: 'care';
  /** Ids of conditions (`sync/domain/discovery`): a form about any of them is shown. */
  readonly concepts: readonly [string, ...string[]];
  readonly text: NavigatorText;
}

export interface UrgentEnd extends Basis {
  readonly kind: 'urgent';
  readonly title: NavigatorText;
  readonly text: NavigatorText;
  /** Whose lines are shown, in this order. */
  readonly help: readonly [EmergencyKind, ...EmergencyKind[]];
}

/** Nothing here helps: says who does. */
export interface NoMatchEnd extends Basis {
  readonly kind: 'none';
  readonly text: NavigatorText;
}

export type End = CareEnd | UrgentEnd | NoMatchEnd;
export type Node = Question | End;
export type Branch = Readonly<Record<string, Node>>;

export interface NavigatorTree {
  /** Changes with every change of the tree. */
  readonly version: string;
  readonly start: string;
  readonly nodes: Branch;
}

export const text = (en: string, es: string, ar: string): NavigatorText => ({ en, es, ar });

/** A choice that can't wait. */
export const flag = (id: string, label: NavigatorText, to: string): Choice => ({
  ...{ id, label, to },
  isRedFlag: true,
});
export const choice = (id: string, label: NavigatorText, to: string): Choice => ({ id, label, to });

/** The last of a list of signs. */
export const none = (to: string): Choice =>
  choice('none', text('None of these', 'Nada de esto', 'لا شيء من هذا'), to);

export const unreviewed = (source: string): Basis => ({ source, reviewed: null });
/** For screeners of the US Army: signs that can't wait, by complaint. In the public domain. */
export const SCREENERS = 'US Army MEDCOM Pamphlet 40-7-21 (2019)';
/** Of the National Library of Medicine; what its own staff wrote is in the public domain. */
export const medlinePlus = (page: string): string => `MedlinePlus, ${page}`;
