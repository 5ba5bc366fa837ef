import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { agree } from '../../api/account/session.ts';
import { agreementQuery } from '../../api/house/house.ts';
import { keys } from '../../api/shared/query-keys.ts';
import { acceptedIn, CONSENT_FIELDS, ConsentBoxes, NO_CONSENTS } from '../../features/forms/consent-boxes.tsx';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { useClubForm } from '../../features/forms/use-club-form.ts';
import { z } from '../../features/forms/z.ts';
import { useLocaleControl } from '../../features/language/locale-provider.tsx';
import { languageOf } from '../../features/language/locales.ts';
import { Failed } from '../../features/problems/failed.tsx';
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

const schema = z.object(CONSENT_FIELDS);

/** Consent form for members who agreed to an older version only. */
function Agree({ version }: { version: number }) {
  const t = useTranslations('agreement');
  const client = useQueryClient();
  const me = useSession().me;
  const { submit, field, busy, problemText } = useClubForm({
    schema,
    defaults: NO_CONSENTS,
    async send(values) {
      await agree(version, acceptedIn(values));
      await client.invalidateQueries({ queryKey: keys.me });
      say(t('agreed'));
    },
  });
  if (me === null || me.agreementVersion >= version) return null;
  return (
    <form className={styles.agree} onSubmit={submit} noValidate>
      <ConsentBoxes field={field} />
      <FormProblem text={problemText} />
      <SpendButton type="submit" wide busy={busy}>
        {t('agree', { version })}
      </SpendButton>
    </form>
  );
}
