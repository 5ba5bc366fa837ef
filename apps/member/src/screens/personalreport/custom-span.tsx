import { useTranslations } from 'use-intl';
import { type faultOf, SPAN_DAYS_MAX, type Span } from '../../features/records/spans.ts';
import { TextField } from '../../ui/field/text-field.tsx';
import styles from './report.module.css';

interface CustomSpanProps {
  span: Span;
  today: string;
  fault: ReturnType<typeof faultOf>;
  onChange(span: Span): void;
}

export function CustomSpan({ span, today, fault, onChange }: CustomSpanProps) {
  const t = useTranslations('report');
  return (
    <div className={styles.own}>
      <TextField
        label={t('from')}
        type="date"
        max={today}
        value={span.from}
        onChange={(event) => onChange({ ...span, from: event.target.value })}
      />
      <TextField
        label={t('to')}
        type="date"
        max={today}
        value={span.to}
        error={fault === null ? null : t(`fault.${fault}`, { days: SPAN_DAYS_MAX })}
        onChange={(event) => onChange({ ...span, to: event.target.value })}
      />
    </div>
  );
}
