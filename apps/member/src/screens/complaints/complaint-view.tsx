import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { continueComplaint, formalComplaintQuery } from '../../api/house/formal-complaints.ts';
import { serverClock } from '../../api/shared/clock.ts';
import { newId } from '../../api/shared/new-id.ts';
import { keys } from '../../api/shared/query-keys.ts';
import type { FullFormalComplaint } from '../../api/shared/types.ts';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { useClubForm } from '../../features/forms/use-club-form.ts';
import { given, z } from '../../features/forms/z.ts';
import { Failed } from '../../features/problems/failed.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button/button.tsx';
import { Fact, Facts } from '../../ui/facts/facts.tsx';
import { TextArea } from '../../ui/field/text-area.tsx';
import { useTimes } from '../../ui/format/use-times.ts';
import { Link } from '../../ui/link/link.tsx';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import { say } from '../../ui/toast/toast.tsx';
import { ComplaintPill, isLate } from './complaint-pill.tsx';
import { isDataRequest, isFit, WORDS } from './complaint-words.ts';
import styles from './complaints.module.css';
import { OutsideBody } from './outside-body.tsx';

/** One complaint: number, stage, deadline, all texts, the way on, and the outside body. */
export function ComplaintView({ id }: { id: string }) {
  const query = useQuery(formalComplaintQuery(id));
  if (query.data === undefined) {
    return query.isError ? (
      <Failed error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <Skeleton blocks={[72, 96, 160]} />
    );
  }
  return <Whole key={query.data.stage} complaint={query.data} />;
}

function Whole({ complaint }: { complaint: FullFormalComplaint }) {
  const t = useTranslations('complaints');
  const times = useTimes();
  const { number, subject, outcome, filedAtMs, dueAtMs, answerDueAtMs, extendedAtMs, entries } = complaint;
  const isDone = dueAtMs === null;
  const isData = isDataRequest(subject);
  return (
    <div className={styles.form}>
      <ComplaintPill complaint={complaint} />
      <Facts ruled>
        <Fact label={t('number')}>
          <bdi dir="ltr">{number}</bdi>
        </Fact>
        <Fact label={t('subject')}>{t(`subjects.${subject}`)}</Fact>
        <Fact label={t('filedAt')}>{times.minute(filedAtMs)}</Fact>
        {isDone ? null : <Fact label={t('nextDue')}>{times.minute(dueAtMs)}</Fact>}
        {extendedAtMs === null ? null : <Fact label={t('data.extended')}>{times.minute(extendedAtMs)}</Fact>}
        {complaint.stage === 'received' && !isData ? (
          <Fact label={t('answerDue')}>{times.minute(answerDueAtMs)}</Fact>
        ) : null}
        {isDone && outcome !== null ? (
          <Fact label={t('outcome')}>{t(isData ? `data.outcomes.${outcome}` : `outcomes.${outcome}`)}</Fact>
        ) : null}
      </Facts>
      <ul className={styles.entries}>
        {entries.map(({ id, kind, words, atMs }) => (
          <li key={id} className={styles.entry} data-kind={kind}>
            <p className={styles.who}>
              <span>{t(`from.${kind}`)}</span>
              <span className={styles.time}>{times.minute(atMs)}</span>
            </p>
            <p className={styles.entryWords} dir="auto">
              {words}
            </p>
          </li>
        ))}
      </ul>
      <WayOn complaint={complaint} />
      {isDone || isLate(complaint) ? isData ? <DataAuthority /> : <OutsideBody late={!isDone} /> : null}
    </div>
  );
}

/** Leads to the authority for complaints about data, which the privacy page names. */
function DataAuthority() {
  const t = useTranslations('complaints.data');
  return <Link to={`${paths.privacy()}#complaint`}>{t('authority')}</Link>;
}

/** More words before the answer, or a second look after it. */
function WayOn({ complaint }: { complaint: FullFormalComplaint }) {
  const t = useTranslations('complaints');
  const times = useTimes();
  const { secondUntilMs, stage } = complaint;
  const [isOpen, setIsOpen] = useState(false);
  const mayAskAgain = secondUntilMs !== null && serverClock.now() < secondUntilMs;
  if (stage === 'closed' || (stage === 'answered' && !mayAskAgain)) return null;
  const way = stage === 'answered' ? 'second-look' : 'words';
  return (
    <>
      {secondUntilMs === null || !mayAskAgain ? null : (
        <p className={styles.soft}>{t('secondLead', { at: times.minute(secondUntilMs) })}</p>
      )}
      {isOpen ? (
        <MoreForm id={complaint.id} way={way} onSent={() => setIsOpen(false)} />
      ) : (
        <Button look="quiet" wide onClick={() => setIsOpen(true)}>
          {t(way === 'words' ? 'addMore' : 'second')}
        </Button>
      )}
    </>
  );
}

const schema = z.object({ words: given().check(z.refine(isFit, 'words-bad')) });

function MoreForm({ id, way, onSent }: { id: string; way: 'words' | 'second-look'; onSent(): void }) {
  const t = useTranslations('complaints');
  const client = useQueryClient();
  const last = useRef({ words: '', key: '' });
  const { submit, field, busy, problemText } = useClubForm({
    schema,
    defaults: { words: '' },
    params: WORDS,
    async send({ words }) {
      if (last.current.words !== words) last.current = { words, key: newId() };
      await continueComplaint(last.current.key, id, { way, words });
      say(t('added'));
      onSent();
      await client.invalidateQueries({ queryKey: keys.formalComplaints });
    },
  });
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextArea label={t(way === 'words' ? 'more' : 'secondWords')} hint={t('wordsHint')} {...field('words')} />
      <FormProblem text={problemText} />
      <Button type="submit" wide busy={busy}>
        {t(busy ? 'sending' : way === 'words' ? 'addMore' : 'second')}
      </Button>
    </form>
  );
}
