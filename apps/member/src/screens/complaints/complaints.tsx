import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import MessageWarning from 'lucide-react/icons/message-square-warning';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
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

/** `/Complaints`: the member's formal complaints, or with `kind=data` their requests about data. */
export function Complaints() {
  const t = useTranslations('complaints');
  const client = useQueryClient();
  const [search] = useSearchParams();
  const isData = search.get('kind') === 'data';
  const kind = isData ? 'data' : 'complaint';
  const query = useInfiniteQuery(formalComplaintsQuery(kind));
  const { opened, show } = useListSearch(['all']);
  const [isNew, setIsNew] = useState(false);
  return (
    <Screen
      title={t(isData ? 'data.title' : 'title')}
      back={isData ? paths.myData() : paths.serviceOnline()}
      onRefresh={() => client.refetchQueries({ queryKey: keys.formalComplaints }, { throwOnError: true })}
    >
      <div className={styles.page}>
        <p className={styles.soft}>{t(isData ? 'data.lead' : 'lead')}</p>
        <Button wide onClick={() => setIsNew(true)}>
          {t(isData ? 'data.file' : 'file')}
        </Button>
        <EndlessQuery
          query={query}
          blocks={[112, 112]}
          empty={
            <Notice
              sign={<MessageWarning size={32} strokeWidth={1.5} aria-hidden="true" />}
              title={t(isData ? 'data.none' : 'none')}
            >
              <p>{t(isData ? 'data.noneText' : 'noneText')}</p>
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
      <Sheet open={isNew} onOpenChange={setIsNew} title={t(isData ? 'data.file' : 'file')}>
        {isNew ? (
          <ComplaintForm
            kind={kind}
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
        title={t(isData ? 'data.one' : 'one')}
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
