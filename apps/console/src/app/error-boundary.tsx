import { Component, type ReactNode } from 'react';
import { Broken } from './broken.tsx';

interface ErrorBoundaryProps {
  /** Another value renders the page again. */
  place: string;
  children: ReactNode;
}

/** Shows an error page in place of a page that failed to render or to load. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failedAt: string | null }> {
  override state = { failedAt: null };

  static getDerivedStateFromError() {
    return { failedAt: '' };
  }

  override componentDidCatch() {
    this.setState({ failedAt: this.props.place });
  }

  override render() {
    const { failedAt } = this.state;
    if (failedAt === null || (failedAt !== '' && failedAt !== this.props.place)) return this.props.children;
    // Typed entries are kept, and the files of a new release load only with a new page.
    return <Broken onRetry={() => location.reload()} />;
  }
}
