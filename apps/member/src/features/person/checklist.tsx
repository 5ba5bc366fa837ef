import Check from 'lucide-react/icons/check';
import ChevronRight from 'lucide-react/icons/chevron-right';
import CreditCard from 'lucide-react/icons/credit-card';
import IdCard from 'lucide-react/icons/id-card';
import KeyRound from 'lucide-react/icons/key-round';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Wallet } from '../../api/shared/types.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Link } from '../../ui/link/link.tsx';
import styles from './checklist.module.css';
import { ROUND_TRIP } from './use-return-path.ts';

type Ready = Wallet['ready'];
type Item = keyof Ready;

interface ChecklistProps {
  ready: Ready;
  /** Path of the current page; each step leads back to it. */
  from: string;
  title: string;
  text: string;
  /** Between the text and the steps. */
  children?: ReactNode;
}

const ITEMS: readonly Item[] = ['realName', 'financePassword', 'payee'];
const ICON = { size: 22, strokeWidth: 1.75, 'aria-hidden': true } as const;
const ICONS: Record<Item, ReactNode> = {
  realName: <IdCard {...ICON} />,
  financePassword: <KeyRound {...ICON} />,
  payee: <CreditCard {...ICON} />,
};

export function isReady(ready: Ready): boolean {
  return ITEMS.every((item) => ready[item]);
}

/**
 * The requirements of a payout, each with a link there and back. The card is last, because the house compares it with
 * the name.
 */
export function Checklist({ ready, from, title, text, children }: ChecklistProps) {
  const t = useTranslations('checklist');
  const next = ITEMS.find((item) => !ready[item]);
  const ways: Record<Item, string> = {
    realName: paths.setname(from),
    financePassword: paths.setPayPassword(from),
    payee: paths.bindCard(from),
  };
  return (
    <section className={styles.checklist}>
      <div className={styles.words}>
        <h2 className={styles.title}>{title}</h2>
        <p className={styles.text}>{text}</p>
        {children}
      </div>
      <ol className={styles.items}>
        {ITEMS.map((item) => (
          <li key={item}>
            <ChecklistItem
              icon={ICONS[item]}
              name={t(`name.${item}`)}
              text={t(`text.${item}`)}
              done={ready[item]}
              to={item === 'payee' && next !== 'payee' ? null : ways[item]}
            />
          </li>
        ))}
      </ol>
      <p className={styles.count}>
        {t('count', { done: ITEMS.filter((item) => ready[item]).length, all: ITEMS.length })}
      </p>
      {next === undefined ? null : (
        <ButtonLink wide to={ways[next]} state={ROUND_TRIP}>
          {t(`next.${next}`)}
        </ButtonLink>
      )}
    </section>
  );
}

interface ItemProps {
  icon: ReactNode;
  name: string;
  text: string;
  done: boolean;
  /** Null while an earlier step is open. */
  to: string | null;
}

function ChecklistItem({ icon, name, text, done, to }: ItemProps) {
  const t = useTranslations('checklist');
  const words = (
    <>
      <span className={styles.icon}>{icon}</span>
      <span className={styles.itemWords}>
        <span className={styles.name}>{name}</span>
        <span className={styles.itemText}>{done ? t('done') : text}</span>
      </span>
    </>
  );
  if (done) {
    return (
      <div className={classNames(styles.item, styles.done)}>
        {words}
        <Check size={20} strokeWidth={2.25} aria-hidden="true" />
      </div>
    );
  }
  if (to === null) return <div className={styles.item}>{words}</div>;
  return (
    <Link to={to} state={ROUND_TRIP} className={styles.item}>
      {words}
      <ChevronRight size={18} strokeWidth={1.75} aria-hidden="true" className={styles.pointing} />
    </Link>
  );
}
