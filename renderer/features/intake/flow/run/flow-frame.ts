/**
 * The frame around the screens of a run where it isn't the phone's own: the kiosk gives one. Without it the screens are as they are on a phone.
 */

import { type ComponentType, createContext, type ReactNode, use } from 'react';
import type { IntakeRun } from './intake-run-contract.ts';

export interface RunnerParts {
  readonly run: IntakeRun;
  readonly sections: readonly {
    readonly title: string;
    readonly lang?: string | undefined;
    readonly done: boolean;
    readonly current: boolean;
    readonly step?: { readonly at: number; readonly of: number } | undefined;
  }[];
  readonly onBack: () => void;
  readonly children: ReactNode;
  /** The one action, pinned above keyboard and safe area. */
  readonly action?: ReactNode;
  /** Beside it, as text: Skip. */
  readonly aside?: ReactNode;
  /** What Enter does, where there are keys. Escape goes back. */
  readonly onEnter?: (() => void) | undefined;
  /** As the action says it; "Continue" by default. */
  readonly enterLabel?: string | undefined;
  /** Whether the action stays in sight; below a long page it comes at its end. */
  readonly pinned?: boolean;
  /** Whether there is something to save. */
  readonly canLeave?: boolean;
}

export interface WelcomeParts {
  readonly run: IntakeRun;
  readonly sections: RunnerParts['sections'];
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
  /** Resolves once the page has been judged, where that takes time. */
  readonly onSubmit: () => void | Promise<void>;
  readonly actionLabel?: string;
  /** Where the page before is a part of this one. */
  readonly onBack?: () => void;
  /** Below the action, as text. */
  readonly secondary?: ReactNode;
  /** As {@link SplitParts.long}. */
  readonly long?: boolean | undefined;
}

export interface SplitParts {
  /** Heading, and what is read with it. */
  readonly question: ReactNode;
  /** Controls, and whatever else a finger has to reach. */
  readonly children: ReactNode;
  /** There is much to read: it gets the room that the question leaves. */
  readonly long?: boolean | undefined;
}

export interface ScreenParts extends SplitParts {
  readonly action: ReactNode;
}

export interface PlaceParts {
  readonly id?: string | undefined;
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: ReactNode;
  readonly value: string | null;
  readonly onChange: (place: string | null) => void;
}

export interface AnswersParts {
  /** What is looked through before it is sent; in the order it was asked. */
  readonly sections: readonly {
    readonly title: string;
    readonly lang?: string | undefined;
    /** What it comes to, in a line. */
    readonly summary: string;
    readonly rows: ReactNode;
  }[];
}

export interface FlowFrame {
  readonly Runner: ComponentType<RunnerParts>;
  readonly Welcome: ComponentType<WelcomeParts>;
  /** Within `Runner`. */
  readonly Split: ComponentType<SplitParts>;
  /** A page in place of the form: stop, panel, expired. */
  readonly Screen: ComponentType<ScreenParts>;
  /** All that was answered, on one page with the signature. */
  readonly Answers: ComponentType<AnswersParts>;
  /** Where the patient is, without the browser's own list. */
  readonly Place: ComponentType<PlaceParts>;
  /** A document to be read in place, where no link leads anywhere. */
  readonly Document: ComponentType<{ readonly slug: string; readonly children: ReactNode }>;
  /** What the people nearby know of an answer that can't wait. */
  readonly Nearby: ComponentType;
}

const FlowFrameContext = createContext<FlowFrame | undefined>(undefined);

export const FlowFrameProvider = FlowFrameContext.Provider;

export function useFlowFrame(): FlowFrame | undefined {
  return use(FlowFrameContext);
}
