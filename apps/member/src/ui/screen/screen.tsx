import ArrowLeft from 'lucide-react/icons/arrow-left';
import RotateCw from 'lucide-react/icons/rotate-cw';
import { memo, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { IconButton } from '../button/button.tsx';
import { classNames } from '../class-names.ts';
import { useStable } from '../use-stable.ts';
import { PullToRefresh, useRefresh } from './pull-to-refresh.tsx';
import styles from './screen.module.css';

/** The house's name: the server writes it into the page's title. Empty outside of a browser. */
const HOUSE_NAME = typeof document === 'undefined' ? '' : document.title;

interface ScreenProps {
  title: string;
  /** Keeps the title and `action` in one row: a long title takes two small lines, then ends in an ellipsis. */
  isOneRow?: boolean;
  /** Replaces the visible title. `title` remains the page's title. */
  heading?: ReactNode;
  /** URL for the back arrow if the history is empty. Without it, there is no arrow. */
  back?: string;
  /** At the end of the top bar. */
  action?: ReactNode;
  /** Loads everything on the screen again. */
  onRefresh?: () => Promise<unknown>;
  /** Fixed at the bottom. */
  foot?: ReactNode;
  tabs?: boolean;
  /** A single short form, which desktops show no wider than it needs. */
  narrow?: boolean;
  /** Stays visible beside the content on wide screens. */
  aside?: ReactNode;
  /** With `aside`: 320 px of width for it, not 360. */
  slim?: boolean;
  /** Wider than a phone on wide screens, for content in columns. */
  columns?: boolean;
  children: ReactNode;
}

export function Screen(props: ScreenProps) {
  const { title, heading, back, action, onRefresh, foot, aside, children } = props;
  const { isOneRow = false, tabs = false, narrow = false, columns = false, slim = false } = props;
  const t = useTranslations();
  const refresh = useRefresh(onRefresh ?? nothing);
  const refreshNow = useStable(() => void refresh.run());
  const main = (
    <main className={classNames(styles.main, aside !== undefined && styles.withAside)}>
      <div className={styles.content}>
        {children}
        {onRefresh === undefined ? null : (
          <button type="button" className={styles.refreshEnd} onClick={refreshNow}>
            {t('actions.refresh')}
          </button>
        )}
      </div>
      {aside === undefined ? null : <div className={classNames(styles.aside, slim && styles.slim)}>{aside}</div>}
      {foot === undefined ? null : <div className={styles.foot}>{foot}</div>}
    </main>
  );
  return (
    <div
      className={classNames(
        styles.screen,
        tabs && styles.withTabs,
        narrow && styles.narrow,
        foot !== undefined && styles.withFoot,
        aside !== undefined && styles.wide,
        columns && styles.columns,
      )}
    >
      <title>{`${title} · ${HOUSE_NAME || t('app.name')}`}</title>
      <header className={classNames(styles.bar, isOneRow && styles.oneRow)}>
        {back === undefined ? null : <Back fallback={back} label={t('actions.back')} />}
        <h1 className={styles.title} id="screen-title" tabIndex={-1}>
          {heading ?? title}
        </h1>
        <div className={styles.action}>
          {onRefresh === undefined ? null : <RefreshKey run={refreshNow} label={t('actions.refresh')} />}
          {action}
        </div>
      </header>
      {onRefresh === undefined ? main : <PullToRefresh refresh={refresh}>{main}</PullToRefresh>}
    </div>
  );
}

const Back = memo(function Back({ fallback, label }: { fallback: string; label: string }) {
  const navigate = useNavigate();
  return (
    <IconButton
      label={label}
      className={styles.back}
      onClick={() => {
        const cameFromInside = (window.history.state as { idx?: number } | null)?.idx !== 0;
        if (cameFromInside) void navigate(-1);
        else void navigate(fallback, { replace: true });
      }}
    >
      <ArrowLeft size={22} strokeWidth={1.75} className={styles.pointing} aria-hidden="true" />
    </IconButton>
  );
});

/** Pull to refresh for keyboards, mice and switch devices. Without a mouse, visible only with keyboard focus. */
const RefreshKey = memo(function RefreshKey({ run, label }: { run: () => void; label: string }) {
  return (
    <IconButton label={label} className={styles.refreshKey} onClick={run}>
      <RotateCw size={20} strokeWidth={1.75} aria-hidden="true" />
    </IconButton>
  );
});

function nothing(): Promise<void> {
  return Promise.resolve();
}
