import type { ReactNode } from 'react';
import { useFlowFrame } from '../flow/run/flow-frame.ts';

interface TelephoneLinkProps {
  /** E.164. */
  readonly number: string;
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

/** A number to call: a link where there is a telephone behind it, and plain words where there is none. */
export function TelephoneLink({ number, children, className }: TelephoneLinkProps) {
  if (useFlowFrame()) return <span>{children}</span>;
  return (
    <a href={`tel:${number}`} className={className}>
      {children}
    </a>
  );
}
