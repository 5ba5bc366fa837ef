import { useInfiniteQuery } from '@tanstack/react-query';
import Question from 'lucide-react/icons/message-circle-question-mark';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { complaintsQuery } from '../../api/house/complaints.ts';
import { Button } from '../../ui/button/button.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { Sheet } from '../../ui/sheet/sheet.tsx';
import { EndlessQuery } from '../lists/endless-query.tsx';
import listStyles from '../lists/list.module.css';
import { useListSearch } from '../lists/use-list-search.ts';
import { QuestionRow } from './question-row.tsx';

/** The member's questions about bets, in a sheet above the list of bets. Each opens its bet. */
export function Questions() {
  const t = useTranslations('questions');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="quiet" wide onClick={() => setOpen(true)}>
        <Question size={18} strokeWidth={1.75} aria-hidden="true" />
        {t('list')}
      </Button>
      <Sheet open={open} onOpenChange={setOpen} title={t('list')}>
        {open ? <QuestionList onChosen={() => setOpen(false)} /> : null}
      </Sheet>
    </>
  );
}

function QuestionList({ onChosen }: { onChosen(): void }) {
  const t = useTranslations('questions');
  const list = useInfiniteQuery(complaintsQuery());
  const { show } = useListSearch(['all']);
  return (
    <EndlessQuery
      query={list}
      blocks={[72, 72, 72]}
      empty={
        <Notice sign={<Question size={32} strokeWidth={1.5} aria-hidden="true" />} title={t('none')}>
          <p>{t('noneText')}</p>
        </Notice>
      }
    >
      {(complaints) => (
        <ul className={listStyles.list}>
          {complaints.map((complaint) => (
            <QuestionRow
              key={complaint.id}
              complaint={complaint}
              onOpen={() => {
                onChosen();
                show({ id: complaint.slipId });
              }}
            />
          ))}
        </ul>
      )}
    </EndlessQuery>
  );
}
