import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { agree } from '../../api/account/session.ts';
import { agreementQuery } from '../../api/house/house.ts';
import { keys } from '../../api/shared/query-keys.ts';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { useLocaleControl } from '../../features/language/locale-provider.tsx';
import { languageOf } from '../../features/language/locales.ts';
import { Failed } from '../../features/problems/failed.tsx';
import { useProblemText } from '../../features/problems/use-problem-text.ts';
import { useSession } from '../../features/session/use-session.ts';
import { paths } from '../../paths.ts';
import { SpendButton } from '../../ui/button/spend-button.tsx';
import { Link } from '../../ui/link/link.tsx';
import { Screen } from '../../ui/screen/screen.tsx';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import { say } from '../../ui/toast/toast.tsx';
import styles from './agreement.module.css';

export function AgreementScreen() {
  const t = useTranslations();
  const { data, error, refetch } = useQuery(agreementQuery(useLocaleControl().locale));
  return (
    <Screen title={t('titles.agreement')} back={paths.mine()} onRefresh={() => refetch({ throwOnError: true })}>
      {data === undefined ? (
        error === null ? (
          <Skeleton blocks={[28, 120, 28, 160]} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <article className={styles.text}>
          <p className={styles.version}>{t('agreement.version', { version: data.version })}</p>
          {data.sections.map((section) => (
            <section key={section.id} id={section.id} lang={data.locale} dir={languageOf(data.locale)?.dir}>
              <h2 className={styles.title}>{section.title}</h2>
              {section.paragraphs.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </section>
          ))}
          <Link to={paths.privacy()}>{t('privacyPage.title')}</Link>
          <Agree version={data.version} />
        </article>
      )}
    </Screen>
  );
}

/** Consent form for members who agreed to an older version only. */
function Agree({ version }: { version: number }) {
  const t = useTranslations('agreement');
  const client = useQueryClient();
  const text = useProblemText();
  const me = useSession().me;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  if (me === null || me.agreementVersion >= version) return null;

  async function send(): Promise<void> {
    setBusy(true);
    setProblem(null);
    try {
      await agree(version);
      await client.invalidateQueries({ queryKey: keys.me });
      say(t('agreed'));
    } catch (error) {
      setProblem(text(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className={styles.agree}>
      <FormProblem text={problem} />
      <SpendButton wide busy={busy} onClick={() => void send()}>
        {t('agree', { version })}
      </SpendButton>
    </div>
  );
}
