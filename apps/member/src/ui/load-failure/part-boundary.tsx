import { Component, type ReactNode } from 'react';
import { onAskAgain } from './load-failure.ts';

interface PartBoundaryProps {
  children: ReactNode;
  /** Rendered in place of the failed part. */
  lost(error: unknown): ReactNode;
}

/** Error boundary around a part of a screen. `askAgain` retries it. */
export class PartBoundary extends Component<PartBoundaryProps, { failed: { error: unknown } | null }> {
  override state = { failed: null };
  #stop: (() => void) | null = null;

  static getDerivedStateFromError(error: unknown): { failed: { error: unknown } } {
    return { failed: { error } };
  }

  override componentDidMount(): void {
    this.#stop = onAskAgain(() => this.setState({ failed: null }));
  }

  override componentWillUnmount(): void {
    this.#stop?.();
  }

  override render(): ReactNode {
    const { failed } = this.state as { failed: { error: unknown } | null };
    return failed === null ? this.props.children : this.props.lost(failed.error);
  }
}
