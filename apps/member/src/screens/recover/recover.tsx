import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import styles from '../../features/forms/form-page.module.css';
import { paths, safeReturn } from '../../paths.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import { Mark } from '../../ui/mark/mark.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { Screen } from '../../ui/screen/screen.tsx';
import { Segments } from '../../ui/segments/segments.tsx';
import { ByCode, NO_CODE_TYPED } from './by-code.tsx';
import { ByDesk, requestTyped } from './by-desk.tsx';

const WAYS = ['code', 'desk'] as const;

/** `/Recover?to&way`: a new login password, with a recovery code at once, or without one through support. */
export function Recover() {
  const t = useTranslations();
  const [search, setSearch] = useSearchParams();
  const [done, setDone] = useState(false);
  const code = useRef(NO_CODE_TYPED);
  const [firstTyped] = useState(requestTyped);
  const request = useRef(firstTyped);
  const login = paths.login(safeReturn(search.get('to')));
  const way = search.get('way') === 'desk' ? 'desk' : 'code';
  if (done) {
    return (
      <Screen narrow title={t('titles.recover')} back={login}>
        <Notice
          sign={<Mark state="sealed" size={48} silent />}
          title={t('recover.doneTitle')}
          actions={<ButtonLink to={login}>{t('actions.signIn')}</ButtonLink>}
        >
          <p>{t('recover.doneText')}</p>
        </Notice>
      </Screen>
    );
  }
  return (
    <Screen title={t('titles.recover')} back={login} columns>
      <div className={styles.page}>
        <Segments
          look="fill"
          label={t('recover.way')}
          value={way}
          options={WAYS.map((value) => ({ value, label: t(`recover.by.${value}`) }))}
          onChange={(next) => {
            const query = new URLSearchParams(search);
            if (next === 'desk') query.set('way', next);
            else query.delete('way');
            setSearch(query, { replace: true });
          }}
        />
        {way === 'desk' ? <ByDesk typed={request} /> : <ByCode typed={code} onDone={() => setDone(true)} />}
      </div>
    </Screen>
  );
}
