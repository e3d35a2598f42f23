import type { ReactNode } from 'react';
import type { AnswerValue, NodeState } from '../../../sync/questionnaire/model/contract.ts';
import type { ControlKey } from '../values/choose-control.ts';

/** What every control of a question takes; `field` goes to the design system's control as it is. */
export interface ControlProps {
  readonly state: NodeState;
  readonly answers: readonly AnswerValue[];
  readonly onAnswer: (answers: readonly AnswerValue[]) => void;
  readonly field: ControlField;
}

export interface ControlField {
  readonly id: string;
  readonly label: ReactNode;
  readonly hideLabel: boolean;
  readonly labelledBy: string | undefined;
  readonly describedBy: string | undefined;
  readonly hint: ReactNode;
  readonly error: ReactNode;
  readonly awaitsError: boolean;
  readonly below: ReactNode;
  readonly lang: string | undefined;
  readonly isRequired: boolean;
  readonly isReadOnly: boolean;
  readonly optionalWord: boolean;
}

/** What takes an answer back that no key or tap of its control can. */
export interface ClearAnswerProps extends Pick<ControlProps, 'state' | 'onAnswer'> {
  /** Of the control. */
  readonly id: string;
}

/** What takes answers back, below the controls that need it. */
export type Clearing = (control: ControlKey, props: ClearAnswerProps) => ReactNode;
