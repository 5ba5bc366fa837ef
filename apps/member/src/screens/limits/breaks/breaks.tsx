import CalendarOff from 'lucide-react/icons/calendar-off';
import CirclePause from 'lucide-react/icons/circle-pause';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Me } from '../../../api/shared/types.ts';
import { useSpanText } from '../../../features/limits/use-span-text.ts';
import { RowButton, Rows } from '../../../ui/row/row.tsx';
import { Section } from '../../../ui/section/section.tsx';
import styles from '../limits.module.css';
import { BreakSheet } from './break-sheet.tsx';
import { type BreakKind, EXCLUSION_MONTHS, HOURS_MAX, HOURS_MIN } from './break-spans.ts';

const ICON = { size: 22, strokeWidth: 1.75, 'aria-hidden': true } as const;

/**
 * Starts a time-out or a self-exclusion. During a time-out, a member may still take a longer one or self-exclude, and
 * during a self-exclusion make it longer. For suspended or leaving members it renders nothing.
 */
export function Breaks({ me }: { me: Me }) {
  const t = useTranslations('limits');
  const span = useSpanText();
  const [kind, setKind] = useState<BreakKind>('time-out');
  const [open, setOpen] = useState(false);
  const { exclusion } = me;
  if ((me.restricted && exclusion === null) || exclusion?.untilMs === null) return null;
  const isExcluded = exclusion?.kind === 'self-exclusion';
  function pick(next: BreakKind): void {
    setKind(next);
    setOpen(true);
  }
  const [monthsMin] = EXCLUSION_MONTHS;
  return (
    <Section title={t('breaks')}>
      <p className={styles.about}>{t('breaksAbout')}</p>
      <Rows>
        {isExcluded ? null : (
          <RowButton
            icon={<CirclePause {...ICON} />}
            label={t('break.time-out')}
            note={<bdi>{t('fromTo', { from: span.hours(HOURS_MIN), to: span.hours(HOURS_MAX) })}</bdi>}
            opens="dialog"
            onClick={() => pick('time-out')}
          />
        )}
        <RowButton
          icon={<CalendarOff {...ICON} />}
          label={t(isExcluded ? 'longer' : 'break.self-exclusion')}
          note={isExcluded ? undefined : <bdi>{t('atLeast', { span: span.months(monthsMin) })}</bdi>}
          opens="dialog"
          onClick={() => pick('self-exclusion')}
        />
      </Rows>
      <BreakSheet
        kind={isExcluded ? 'self-exclusion' : kind}
        beyondMs={isExcluded ? exclusion.untilMs : null}
        open={open}
        onOpenChange={setOpen}
      />
    </Section>
  );
}
