import { useQuery } from '@tanstack/react-query';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { playQuery } from '../../api/account/limits.ts';
import type { Limit } from '../../api/shared/types.ts';
import { useMoneyText } from '../../features/house/use-money.ts';
import { useSpanText } from '../../features/limits/use-span-text.ts';
import { useNow } from '../../features/live/now.ts';
import { UsedBar } from '../../ui/used-bar/used-bar.tsx';
import { shareUsed } from './limit-kinds.ts';
import styles from './limits.module.css';
import { RequestedLimit } from './requested-limit.tsx';
import { useLimitText } from './use-limit-text.ts';

interface LimitRowProps {
  limit: Limit;
  /** Null if the limit is read-only. */
  onPick: (() => void) | null;
}

/** One limit: its value, used share, and a requested looser value. */
export function LimitRow({ limit, onPick }: LimitRowProps) {
  const t = useTranslations('limits');
  const text = useLimitText();
  const { kind, value, asked: requested } = limit;
  const content = (
    <>
      <span className={styles.line}>
        <span className={styles.label}>{t(`kind.${kind}`)}</span>
        <bdi className={value === null ? styles.none : styles.value}>{text(kind, value)}</bdi>
        {onPick === null ? null : (
          <ChevronRight size={18} strokeWidth={1.75} aria-hidden="true" className={styles.pointing} />
        )}
      </span>
      {kind === 'session' && onPick !== null ? <PlayedNow value={value} /> : <Used {...limit} />}
    </>
  );
  return (
    <li>
      {onPick === null ? (
        <div className={styles.row}>{content}</div>
      ) : (
        <button type="button" className={styles.row} aria-haspopup="dialog" onClick={onPick}>
          {content}
        </button>
      )}
      {requested === null ? null : <RequestedLimit kind={kind} asked={requested} readOnly={onPick === null} />}
    </li>
  );
}

function Used({ value, usedMinor }: Limit) {
  const t = useTranslations('limits');
  const money = useMoneyText();
  if (usedMinor === null || (value === null && usedMinor === '0')) return null;
  return <UsedText share={shareUsed({ value, usedMinor })}>{t('used', { used: money(usedMinor) })}</UsedText>;
}

/** Length of the current play session; nothing without one. */
function PlayedNow({ value }: { value: string | null }) {
  const t = useTranslations('limits');
  const span = useSpanText();
  const startedAtMs = useQuery(playQuery()).data?.startedAtMs ?? null;
  const minutes = useNow((nowMs) => (startedAtMs === null ? 0 : Math.floor((nowMs - startedAtMs) / 60_000)));
  if (startedAtMs === null) return null;
  return (
    <UsedText share={value === null ? null : minutes / Number(value)}>
      {t('played', { played: span.minutes(Math.max(0, minutes)) })}
    </UsedText>
  );
}

function UsedText({ share, children }: { share: number | null; children: ReactNode }) {
  return (
    <>
      {share === null ? null : <UsedBar share={share} />}
      <bdi className={styles.used}>{children}</bdi>
    </>
  );
}
