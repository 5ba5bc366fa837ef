import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { reportHost } from '../../api/library/guide.ts';
import { newId } from '../../api/shared/new-id.ts';
import { asProblem } from '../../api/shared/problem.ts';
import type { HostReport, HostReportForm } from '../../api/shared/types.ts';
import { paths } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/button/button.tsx';
import { TextArea } from '../../ui/field/text-area.tsx';
import { FormProblem } from '../forms/form-problem.tsx';
import { useClubForm } from '../forms/use-club-form.ts';
import { given, z } from '../forms/z.ts';
import styles from './report.module.css';

const REASONS = ['age', 'consent', 'identity', 'sexual', 'fraud', 'other'] as const;
const LENGTH_MIN = 10;
const LENGTH_MAX = 2_000;
const schema = z.object({ reason: given(), words: given().check(z.refine(isFit, 'words-bad')) });

/** True if the length is valid. Like the server, counts visible characters instead of UTF-16 units. */
function isFit(words: string): boolean {
  const seen = words.match(/[^\s\p{Default_Ignorable_Code_Point}]/gu)?.length ?? 0;
  return seen >= LENGTH_MIN && [...words.trim()].length <= LENGTH_MAX;
}

interface ReportFormProps {
  hostId: string;
  /** Input from before the sheet was closed. */
  draft: RefObject<{ reason: string; words: string }>;
  evidence: ReactNode;
  onSent(report: HostReport): void;
  onRefused(): void;
}

/** A report with a reason, a description and optional pictures. No reason is preselected. */
export function ReportForm({ hostId, draft, evidence, onSent, onRefused }: ReportFormProps) {
  const t = useTranslations('hosts.report');
  // A retry of the same report uses the same key, so it counts once.
  const last = useRef({ typed: '', key: '' });
  const { form, submit, field, busy, problemText } = useClubForm({
    schema,
    defaults: draft.current,
    params: { min: LENGTH_MIN, max: LENGTH_MAX },
    async send(values) {
      const typed = JSON.stringify(values);
      if (last.current.typed !== typed) last.current = { typed, key: newId() };
      try {
        onSent(await reportHost(last.current.key, hostId, values as HostReportForm));
      } catch (error) {
        if (asProblem(error).code === 'report-open') onRefused();
        throw error;
      }
    },
  });
  useEffect(
    () => () => {
      draft.current = form.getValues();
    },
    [draft, form],
  );
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p className={styles.lead}>{t('lead')}</p>
      <Reasons {...field('reason')} />
      <TextArea label={t('words')} hint={t('wordsHint')} {...field('words')} />
      {evidence}
      <FormProblem text={problemText} />
      <Button type="submit" wide busy={busy}>
        {t(busy ? 'sending' : 'send')}
      </Button>
      <ButtonLink wide look="plain" to={paths.hostReports()}>
        {t('yours')}
      </ButtonLink>
    </form>
  );
}

function Reasons({ error, ...field }: ReturnType<ReturnType<typeof useClubForm>['field']>) {
  const t = useTranslations('hosts.report');
  const id = useId();
  return (
    <fieldset className={styles.reasons} aria-describedby={error ? id : undefined}>
      <legend className={styles.label}>{t('reason')}</legend>
      <div className={styles.options}>
        {REASONS.map((reason) => (
          <label key={reason} className={styles.option}>
            <input
              {...field}
              type="radio"
              value={reason}
              className={styles.radio}
              aria-invalid={error ? true : undefined}
            />
            <span>
              <span className={styles.reason}>{t(`reasons.${reason}`)}</span>
              <span className={styles.soft}>{t(`reasonTexts.${reason}`)}</span>
            </span>
          </label>
        ))}
      </div>
      {error ? (
        <p id={id} className={styles.error} role="alert">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
