import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { serverClock } from '../../api/shared/clock.ts';
import { Button } from '../../ui/button/button.tsx';
import { Choices } from '../../ui/choices/choices.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { Segments } from '../../ui/segments/segments.tsx';
import { Sheet } from '../../ui/sheet/sheet.tsx';
import { focusFault } from '../forms/focus-fault.ts';
import { MoneyField } from '../money/money-field.tsx';
import styles from './records.module.css';
import { RECENT_SPANS, recentSpanOf, spanOf } from './spans.ts';
import { type Asked, GROUP_NAMES, type RecordKind } from './use-filter.ts';

interface FilterSheetProps {
  open: boolean;
  kind: RecordKind;
  asked: Asked;
  onAsk(next: Asked): void;
  onClose(): void;
}

/** Sheet that edits the filter and applies it on submit. */
export function FilterSheet({ open, kind, asked: filter, onAsk, onClose }: FilterSheetProps) {
  const t = useTranslations('statement.filter');
  return (
    <Sheet open={open} onOpenChange={(next) => (next ? undefined : onClose())} title={t('title')}>
      <Form
        kind={kind}
        asked={filter}
        onAsk={(next) => {
          onAsk(next);
          onClose();
        }}
      />
    </Sheet>
  );
}

function Form({ kind, asked: filter, onAsk }: Pick<FilterSheetProps, 'kind' | 'asked' | 'onAsk'>) {
  const t = useTranslations();
  const [draft, setDraft] = useState(() => ({ ...filter, min: minorOf(filter.min), max: minorOf(filter.max) }));
  const [sent, setSent] = useState(false);
  const [nowMs] = useState(() => serverClock.now());
  const daysFault = draft.from && draft.to && draft.to < draft.from ? t('statement.filter.daysFault') : null;
  const change = (next: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...next }));

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    setSent(true);
    const { min, max } = draft;
    if (daysFault !== null || min === undefined || max === undefined) {
      focusFault(event.currentTarget);
      return;
    }
    const span = { from: draft.from || undefined, to: draft.to || undefined };
    onAsk({ ...draft, ...span, min: min?.toString(), max: max?.toString() });
  }

  return (
    <form className={styles.details} onSubmit={submit} noValidate>
      <Segments
        label={t('report.span')}
        value={recentSpanOf(draft, nowMs)}
        options={RECENT_SPANS.map((value) => ({ value, label: t(`report.spans.${value}`) }))}
        onChange={(span) => change(spanOf(span, nowMs))}
      />
      <div className={styles.pair}>
        <TextField
          label={t('statement.filter.from')}
          type="date"
          value={draft.from ?? ''}
          onChange={(event) => change({ from: event.target.value })}
        />
        <TextField
          label={t('statement.filter.to')}
          type="date"
          value={draft.to ?? ''}
          error={sent ? daysFault : null}
          onChange={(event) => change({ to: event.target.value })}
        />
        <p className={styles.about}>{t('statement.filter.utc')}</p>
      </div>
      {kind !== 'statement' ? null : (
        <>
          <Choices
            label={t('statement.filter.kinds')}
            chosen={draft.groups}
            options={GROUP_NAMES.map((value) => ({ value, label: t(`statement.filter.group.${value}`) }))}
            onChange={(groups) => change({ groups })}
          />
          <div className={styles.pair}>
            <MoneyField
              label={t('statement.filter.min')}
              initialMinor={draft.min}
              onChange={(min) => change({ min })}
            />
            <MoneyField
              label={t('statement.filter.max')}
              initialMinor={draft.max}
              onChange={(max) => change({ max })}
            />
          </div>
        </>
      )}
      <div className={styles.ways}>
        <Button type="submit" wide>
          {t('statement.filter.show')}
        </Button>
        <Button look="quiet" wide onClick={() => onAsk({ groups: [] })}>
          {t('statement.filter.clear')}
        </Button>
      </div>
    </form>
  );
}

/** Null for no amount; undefined stands for one that cannot be read. */
function minorOf(minor: string | undefined): bigint | null | undefined {
  return minor === undefined ? null : BigInt(minor);
}
