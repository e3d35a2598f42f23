import { Component, type ReactNode, Suspense } from 'react';

interface OptionalPartProps {
  readonly instead?: ReactNode;
  readonly children: ReactNode;
}

/**
 * Around a part that a screen can do without and whose code or texts come later: offline, before the worker has kept them, something
 * smaller is there, and the screen goes on. See also `optional.ts`, for code alone.
 */
export class OptionalPart extends Component<OptionalPartProps, { readonly broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    const { instead = null, children } = this.props;
    return this.state.broken ? instead : <Suspense fallback={null}>{children}</Suspense>;
  }
}
