import type { ReactNode } from 'react';
import { type SplitParts, useFlowFrame } from '../../flow/run/flow-frame.ts';

interface SplitProps extends SplitParts {
  /** Puts both into the one column of a phone. */
  readonly column: (parts: ReactNode) => ReactNode;
}

/** The question and what it is answered with: one below the other here, each in an area of its own where the frame has two. */
export function Split({ question, children, long, column }: SplitProps) {
  const frame = useFlowFrame();
  if (frame) return <frame.Split {...{ question, long }}>{children}</frame.Split>;
  return column(
    <>
      {question}
      {children}
    </>,
  );
}
