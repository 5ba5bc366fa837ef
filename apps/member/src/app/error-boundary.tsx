import RotateCw from 'lucide-react/icons/rotate-cw';
import { Component, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../ui/button/button.tsx';
import { Notice } from '../ui/notice/notice.tsx';

interface State {
  failed: boolean;
}

/**
 * A screen that could not be drawn says so instead of leaving a blank page. The usual cause is a file of an older
 * version that is no longer served: loading the page anew mends it. Slips are kept.
 */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(): State {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? <Broken /> : this.props.children;
  }
}

function Broken() {
  const t = useTranslations('broken');
  return (
    <main>
      <Notice
        tone="alarm"
        sign={<RotateCw size={32} strokeWidth={1.5} aria-hidden="true" />}
        title={t('title')}
        actions={<Button onClick={() => window.location.reload()}>{t('reload')}</Button>}
      >
        <p>{t('text')}</p>
      </Notice>
    </main>
  );
}
