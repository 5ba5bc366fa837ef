import { useQuery } from '@tanstack/react-query';
import { parseVerifierKey } from '@tercet/fair';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { BookNews } from '../../../features/book/book-messages.ts';
import type { FollowedBook } from '../../../features/book/follow-book.ts';
import { followedQuery, useBookNews } from '../../../features/book/use-book-news.ts';
import { useOwnPin } from '../../../features/pins/use-pin.ts';
import { Failed } from '../../../features/problems/failed.tsx';
import { paths } from '../../../paths.ts';
import { Disclosure } from '../../../ui/disclosure/disclosure.tsx';
import { useTimes } from '../../../ui/format/use-times.ts';
import { Link } from '../../../ui/link/link.tsx';
import { Mark, type MarkState } from '../../../ui/mark/mark.tsx';
import { Skeleton } from '../../../ui/skeleton/skeleton.tsx';
import { BreachCard } from './breach-card.tsx';
import styles from './follow-card.module.css';

/** Shows whether the book has only grown since this phone first saw it. */
export function FollowCard() {
  const t = useTranslations('book.follow');
  const { data, error, refetch } = useBookNews();
  if (data === undefined) {
    if (error === null) return <Skeleton blocks={[232]} />;
    return (
      <section className={styles.card}>
        <Failed error={error} onRetry={() => void refetch()} />
        <LastSeen />
      </section>
    );
  }
  const { following } = data;
  switch (following.state) {
    case 'breach':
      return <BreachCard breach={following.breach} />;
    case 'unnamed':
      return <Card mark="open" title={t('unnamed')} text={t('unnamedText')} />;
    case 'followed':
      return <Followed book={following.book} began={following.began} witnesses={data.witnesses} />;
  }
}

/** Last known state of the book, shown while the house does not answer. */
function LastSeen() {
  const t = useTranslations('book.follow');
  const format = useFormatter();
  const times = useTimes();
  const book = useQuery(followedQuery()).data;
  if (!book) return null;
  return (
    <p className={styles.text}>{t('last', { size: format.number(book.size), at: times.moment(book.seenAtMs) })}</p>
  );
}

interface FollowedProps {
  book: FollowedBook;
  began: boolean;
  witnesses: BookNews['witnesses'];
}

function Followed({ book, began, witnesses }: FollowedProps) {
  const t = useTranslations('book.follow');
  const format = useFormatter();
  const times = useTimes();
  const since = times.moment(book.sinceMs);
  const pin = useOwnPin();
  return (
    <Card
      mark={began ? 'sealed' : 'checked'}
      title={began ? t('began') : t('grew')}
      text={began ? t('beganText') : t('grewText', { since })}
    >
      <dl className={styles.facts}>
        <Fact label={t('size')}>
          {format.number(book.size)}
          {book.size === book.sinceSize ? null : (
            <span className={styles.soft}> {t('grown', { count: book.size - book.sinceSize })}</span>
          )}
        </Fact>
        <Fact label={t('seen')}>{times.moment(book.seenAtMs)}</Fact>
        <Fact label={t('witnesses')}>
          <Witnesses witnesses={witnesses} />
        </Fact>
        <Fact label={t('key')}>
          <bdi dir="ltr">{parseVerifierKey(book.logKey)?.name ?? book.logKey}</bdi>
        </Fact>
        <Fact label={t('confirmed')}>
          <Link to={paths.verify()}>
            {pin ? t('confirmedOn', { day: times.day(pin.pinnedAtMs) }) : t('unconfirmed')}
          </Link>
        </Fact>
        {book.formerKeys.length === 0 ? null : (
          <Fact label={t('changes')}>{t('changed', { count: book.formerKeys.length })}</Fact>
        )}
        <Fact label={t('root')} wide>
          <span className={styles.hex}>{book.root}</span>
        </Fact>
      </dl>
      <Disclosure label={t('bytes')} className={styles.details}>
        <p className={styles.label}>{t('note')}</p>
        <pre className={styles.bytes}>{book.note}</pre>
        <p className={styles.label}>{t('pinnedKey')}</p>
        <pre className={styles.bytes}>{book.logKey}</pre>
      </Disclosure>
    </Card>
  );
}

/**
 * Counts the witnesses that cosigned the latest tree head, with the time of the last cosignature. The house's own
 * signature carries no time.
 */
function Witnesses({ witnesses }: { witnesses: BookNews['witnesses'] }) {
  const t = useTranslations('book.follow');
  const times = useTimes();
  if (witnesses === null || witnesses.named.length === 0) return t('noWitness');
  const latest = witnesses.seen.at(-1);
  const counts = { seen: witnesses.seen.length, of: witnesses.named.length };
  if (latest === undefined) return t('cosigned', counts);
  return t('cosignedAt', { ...counts, at: times.moment(latest.atSeconds * 1000) });
}

interface CardProps {
  mark: MarkState;
  title: string;
  text: string;
  children?: ReactNode;
}

function Card({ mark, title, text, children }: CardProps) {
  return (
    <section className={styles.card}>
      <div className={styles.head}>
        <Mark state={mark} size={44} silent />
        <div role="status">
          <h2 className={styles.title}>{title}</h2>
          <p className={styles.text}>{text}</p>
        </div>
      </div>
      {children}
    </section>
  );
}

function Fact({ label, wide = false, children }: { label: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={styles.fact} data-wide={wide || undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
