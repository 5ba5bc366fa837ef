import type { ReactNode } from 'react';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { say } from '../toast/toast.tsx';
import styles from './pull-to-refresh.module.css';

const ARMED_AT_PX = 64;
const FURTHEST_PX = 96;
/** How long "Refreshed" shows; a faster answer would make it flash. */
const REFRESHED_SHOWN_MS = 1200;

/** Pixels that the page follows the finger. Resistance grows up to a maximum. */
function pullDistance(fingerPx: number): number {
  if (fingerPx <= 0) return 0;
  return FURTHEST_PX * (1 - Math.exp(-fingerPx / (FURTHEST_PX * 1.6)));
}

interface Refresh {
  busy: boolean;
  run(): Promise<void>;
}

/** Runs a refresh and reports the result. Ignores calls while one runs. */
export function useRefresh(onRefresh: () => Promise<unknown>): Refresh {
  const t = useTranslations('state');
  const [busy, setBusy] = useState(false);
  async function run(): Promise<void> {
    if (busy) return;
    setBusy(true);
    try {
      await onRefresh();
      say(t('refreshed'), REFRESHED_SHOWN_MS);
    } catch {
      say(t('refreshFailed'));
    } finally {
      setBusy(false);
    }
  }
  return { busy, run };
}

export function PullToRefresh({ refresh, children }: { refresh: Refresh; children: ReactNode }) {
  const t = useTranslations('state');
  const [pulled, setPulled] = useState(0);
  const startY = useRef<number | null>(null);
  const { busy } = refresh;

  function release(): void {
    if (startY.current === null) return;
    startY.current = null;
    setPulled(0);
    if (pulled >= ARMED_AT_PX * 0.9) void refresh.run();
  }

  const share = Math.min(1, pulled / (ARMED_AT_PX * 0.9));
  return (
    <div
      className={styles.pull}
      onTouchStart={(event) => {
        startY.current = window.scrollY <= 0 ? (event.touches[0]?.clientY ?? null) : null;
      }}
      onTouchMove={(event) => {
        if (startY.current === null) return;
        const moved = (event.touches[0]?.clientY ?? 0) - startY.current;
        if (moved < -4 || window.scrollY > 0) startY.current = null;
        setPulled(startY.current === null ? 0 : pullDistance(moved));
      }}
      onTouchEnd={release}
      onTouchCancel={() => {
        startY.current = null;
        setPulled(0);
      }}
    >
      <div
        className={styles.space}
        style={{ blockSize: busy ? 44 : pulled }}
        data-settling={pulled === 0 ? '' : undefined}
      >
        {pulled > 8 || busy ? (
          <p className={styles.word}>
            <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" className={styles.ring}>
              <circle
                cx="12"
                cy="12"
                r="9"
                pathLength="100"
                strokeDasharray="100"
                strokeDashoffset={busy ? 0 : 100 - share * 100}
              />
            </svg>
            {busy ? t('refreshing') : share >= 1 ? t('release') : t('pull')}
          </p>
        ) : null}
      </div>
      {children}
    </div>
  );
}
