import { Component, type ErrorInfo, type ReactNode } from 'react';

interface ItemBoundaryProps {
  readonly fallback: (retry: () => void) => ReactNode;
  readonly onError?: (info: ErrorInfo) => void;
  readonly children: ReactNode;
}

/** Keeps the rest of a form usable when one item breaks. What was answered is the engine's and is not touched. */
export class ItemBoundary extends Component<ItemBoundaryProps, { readonly broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidCatch(_error: unknown, info: ErrorInfo) {
    this.props.onError?.(info);
  }

  override render() {
    return this.state.broken
      ? this.props.fallback(() => this.setState({ broken: false }))
      : this.props.children;
  }
}
