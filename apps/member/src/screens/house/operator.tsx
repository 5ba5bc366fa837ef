import type { ReactNode } from 'react';
import { useFormatter, useLocale, useTranslations } from 'use-intl';
import type { House } from '../../api/shared/types.ts';
import { Mark } from '../../ui/mark/mark.tsx';
import { Pill } from '../../ui/pill/pill.tsx';
import { Section } from '../../ui/section/section.tsx';
import styles from './house.module.css';
import { OutsideLink } from './outside-link.tsx';

/** The operator, the licence, and the conditions of membership. */
export function Operator({ house }: { house: House }) {
  const t = useTranslations('house.who');
  const isLive = house.mode === 'live';
  return (
    <Section title={t('title')}>
      <div className={styles.card}>
        <div className={styles.head}>
          <Mark state="sealed" size={32} silent className={styles.mark} />
          <p className={styles.name}>
            <bdi>{house.name}</bdi>
          </p>
          <Pill tone={isLive ? 'good' : 'plain'}>{t(isLive ? 'live' : 'play')}</Pill>
        </div>
        <p>{t(isLive ? 'liveText' : 'playText')}</p>
        <dl className={styles.facts}>
          <Licence house={house} />
          <OperatorFacts house={house} />
          <Joins house={house} />
        </dl>
      </div>
    </Section>
  );
}

function Licence({ house: { licence } }: { house: House }) {
  const t = useTranslations('house.who');
  if (licence === null) return null;
  return (
    <>
      <Fact name={t('licence')}>
        <bdi dir="ltr">{licence.number}</bdi>
      </Fact>
      <Fact name={t('authority')}>
        <OutsideLink href={licence.link}>{licence.authority}</OutsideLink>
      </Fact>
    </>
  );
}

function OperatorFacts({ house: { operator } }: { house: House }) {
  const t = useTranslations('house.who');
  if (operator === null) return <Fact name={t('operator')}>{t('nobody')}</Fact>;
  const { name, address, contact } = operator;
  const isMail = contact.startsWith('mailto:');
  return (
    <>
      <Fact name={t('operator')}>
        <bdi>{name}</bdi>
      </Fact>
      <Fact name={t('address')}>
        <bdi>{address}</bdi>
      </Fact>
      <Fact name={t('contact')}>
        {isMail ? (
          <a href={contact} className={styles.outside}>
            <bdi dir="ltr">{contact.slice('mailto:'.length)}</bdi>
          </a>
        ) : (
          <OutsideLink href={contact}>{new URL(contact).host}</OutsideLink>
        )}
      </Fact>
    </>
  );
}

function Joins({ house: { ageMin, countries } }: { house: House }) {
  const t = useTranslations('house.who');
  const format = useFormatter();
  const names = new Intl.DisplayNames(useLocale(), { type: 'region', fallback: 'code' });
  const named = countries.map((code) => names.of(code) ?? code);
  return (
    <Fact name={t('joins')}>
      {t('joinsAge', { age: ageMin })}
      {named.length === 0 ? null : (
        <span className={styles.more}>
          {t('joinsCountries', { countries: format.list(named, { type: 'conjunction' }) })}
        </span>
      )}
    </Fact>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
