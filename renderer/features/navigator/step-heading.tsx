import { type ReactNode, useEffect, useRef } from 'react';
import { Heading } from '../../design/basic/index.ts';

export interface StepHeadingProps {
  readonly id: string;
  /** Of the page that was just loaded: there the browser's own start is right. */
  readonly isFirst?: boolean;
  readonly children: ReactNode;
}

/** The focus goes to it on each step, so that a screen reader reads it and Tab goes on from there. */
export function StepHeading({ id, isFirst = false, children }: StepHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isLoaded = useRef(isFirst);
  useEffect(() => {
    if (isLoaded.current && !document.activeElement?.closest('main')) return;
    scrollTo({ top: 0 });
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Heading level={1} size="l" id={id} ref={heading}>
      {children}
    </Heading>
  );
}
