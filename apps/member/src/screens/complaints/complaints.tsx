import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import MessageWarning from 'lucide-react/icons/message-square-warning';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { formalComplaintsQuery } from '../../api/house/formal-complaints.ts';
import { keys } from '../../api/shared/query-keys.ts';
import type { FormalComplaint } from '../../api/shared/types.ts';
import { EndlessQuery } from '../../features/lists/endless-query.tsx';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button/button.tsx';
import { useTimes } from '../../ui/format/use-times.ts';
import { Notice } from '../../ui/notice/notice.tsx';
import { Screen } from '../../ui/screen/screen.tsx';
import { Sheet } from '../../ui/sheet/sheet.tsx';
import { ComplaintForm } from './complaint-form.tsx';
import { ComplaintPill } from './complaint-pill.tsx';
import { ComplaintView } from './complaint-view.tsx';
import styles from './complaints.module.css';

/** `/Complaints`: the member's formal complaints, and the form for a new one. */
export function Complaints() {
  const t = useTranslations('complaints');
  const client = useQueryClient();
  const query = useInfiniteQuery(formalComplaintsQuery());
  const { opened, show } = useListSearch(['all']);
  const [isNew, setIsNew] = useState(false);
  return (
    <Screen
      title={t('title')}
      back={paths.serviceOnline()}
      onRefresh={() => client.refetchQueries({ queryKey: keys.formalComplaints }, { throwOnError: true })}
    >
      <div className={styles.page}>
        <p className={styles.soft}>{t('lead')}</p>
        <Button wide onClick={() => setIsNew(true)}>
          {t('file')}
        </Button>
        <EndlessQuery
          query={query}
          blocks={[112, 112]}
          empty={
            <Notice sign={<MessageWarning size={32} strokeWidth={1.5} aria-hidden="true" />} title={t('none')}>
              <p>{t('noneText')}</p>
            </Notice>
          }
        >
          {(complaints) => (
            <ul className={styles.list}>
              {complaints.map((complaint) => (
                <Row key={complaint.id} complaint={complaint} onOpen={() => show({ id: complaint.id })} />
              ))}
            </ul>
          )}
        </EndlessQuery>
      </div>
      <Sheet open={isNew} onOpenChange={setIsNew} title={t('file')}>
        {isNew ? (
          <ComplaintForm
            onFiled={(id) => {
              setIsNew(false);
              show({ id });
            }}
          />
        ) : null}
      </Sheet>
      <Sheet
        open={opened !== null}
        onOpenChange={(open) => {
          if (!open) show({ id: null });
        }}
        title={t('one')}
      >
        {opened === null ? null : <ComplaintView id={opened} />}
      </Sheet>
    </Screen>
  );
}

function Row({ complaint, onOpen }: { complaint: FormalComplaint; onOpen(): void }) {
  const t = useTranslations('complaints');
  const times = useTimes();
  const { number, subject, words, filedAtMs, dueAtMs } = complaint;
  return (
    <li>
      <button type="button" className={styles.row} onClick={onOpen}>
        <span className={styles.head}>
          <span className={styles.subject}>{t(`subjects.${subject}`)}</span>
          <ComplaintPill complaint={complaint} />
        </span>
        <span className={styles.words} dir="auto">
          {words}
        </span>
        <span className={styles.time}>
          <bdi dir="ltr">{number}</bdi> · {times.minute(filedAtMs)}
        </span>
        {dueAtMs === null ? null : <span className={styles.time}>{t('due', { at: times.minute(dueAtMs) })}</span>}
      </button>
    </li>
  );
}
