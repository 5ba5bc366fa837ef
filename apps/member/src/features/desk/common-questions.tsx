import { useQuery } from '@tanstack/react-query';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useDeferredValue, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { type CommonQuestion, commonQuestionsQuery } from '../../api/house/desk.ts';
import { SearchField } from '../../ui/search-field/search-field.tsx';
import { Section } from '../../ui/section/section.tsx';
import styles from './common-questions.module.css';
import { closestQuestions, foundQuestions } from './matching-questions.ts';

/** Fewer questions are read at a glance. */
const SEARCHED_FROM = 5;
const SUGGESTED = 3;

/** All common questions with a search. Renders nothing without any, and while they load. */
export function CommonQuestions() {
  const t = useTranslations('desk');
  const [search, setSearch] = useState('');
  const { data: questions = [] } = useQuery(commonQuestionsQuery());
  if (questions.length === 0) return null;
  const found = foundQuestions(questions, search);
  return (
    <Section title={t('common.title')}>
      {questions.length < SEARCHED_FROM ? null : (
        <SearchField
          label={t('common.search')}
          clearLabel={t('searchClear')}
          value={search}
          onChange={(next) => setSearch(next)}
        />
      )}
      <QuestionList questions={found} />
      <p role="status" className={styles.none}>
        {found.length === 0 ? t('common.none') : null}
      </p>
    </Section>
  );
}

/** Answers that may make a message unnecessary. The list keeps its length while the member types. */
export function SuggestedAnswers({ typed }: { typed: string }) {
  const t = useTranslations('desk');
  const locale = useLocale();
  const settled = useDeferredValue(typed);
  const { data: questions = [] } = useQuery(commonQuestionsQuery());
  if (questions.length === 0) return null;
  return (
    <Section title={t('common.suggested')}>
      <QuestionList questions={closestQuestions(questions, { typed: settled, locale, max: SUGGESTED })} />
    </Section>
  );
}

function QuestionList({ questions }: { questions: readonly CommonQuestion[] }) {
  if (questions.length === 0) return null;
  return (
    <ul className={styles.list}>
      {questions.map(({ id, question, answer }) => (
        <li key={id}>
          <details className={styles.item}>
            <summary className={styles.question}>
              <span dir="auto">{question}</span>
              <ChevronDown size={18} strokeWidth={1.75} aria-hidden="true" className={styles.chevron} />
            </summary>
            <p className={styles.answer} dir="auto">
              {answer}
            </p>
          </details>
        </li>
      ))}
    </ul>
  );
}
