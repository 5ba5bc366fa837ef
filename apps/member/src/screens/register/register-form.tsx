import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { register } from '../../api/account/session.ts';
import { agreementQuery, houseQuery } from '../../api/house/house.ts';
import { Problem } from '../../api/shared/problem.ts';
import type { Me } from '../../api/shared/types.ts';
import { acceptedIn, CONSENT_FIELDS, ConsentBoxes, NO_CONSENTS } from '../../features/forms/consent-boxes.tsx';
import styles from '../../features/forms/form-page.module.css';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { PasswordField } from '../../features/forms/password-field.tsx';
import { useClubForm } from '../../features/forms/use-club-form.ts';
import { given, z } from '../../features/forms/z.ts';
import { usePriceText } from '../../features/house/use-price-text.ts';
import { useLocaleControl } from '../../features/language/locale-provider.tsx';
import { SpendButton } from '../../ui/button/spend-button.tsx';
import { TextField } from '../../ui/field/text-field.tsx';

const schema = z.object({
  userName: given(),
  password: given(),
  inviteCode: given(),
  birthDate: given(),
  ...CONSENT_FIELDS,
});

const EMPTY = { userName: '', password: '', inviteCode: '', birthDate: '', ...NO_CONSENTS };

export function RegisterForm({ onJoined }: { onJoined(member: Me, codes: string[]): void }) {
  const t = useTranslations();
  const [search] = useSearchParams();
  const price = usePriceText();
  const house = useQuery(houseQuery()).data;
  const agreement = useQuery(agreementQuery(useLocaleControl().locale));
  const { submit, field, busy, problemText } = useClubForm({
    schema,
    // Invite links contain the code.
    defaults: { ...EMPTY, inviteCode: search.get('invite') ?? '' },
    async send({ terms, rules, privacy, ...form }) {
      // A member can agree only to a version that has loaded.
      const version = agreement.data?.version ?? (await agreement.refetch()).data?.version;
      if (version === undefined) throw new Problem('offline', 0);
      const body = {
        ...form,
        userName: form.userName.trim(),
        inviteCode: form.inviteCode.trim(),
        agreementVersion: version,
        accepted: acceptedIn({ terms, rules, privacy }),
      };
      const { member, recoveryCodes } = await register(body);
      onJoined(member, recoveryCodes);
    },
  });
  return (
    <div className={styles.page}>
      <p className={styles.lead}>
        {house === undefined || house.mode === 'live'
          ? t('register.lead')
          : t('register.leadCredits', { credits: price(house.startingCreditsMinor) })}
      </p>
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextField
          label={t('forms.userName')}
          hint={t('register.userNameHint')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...field('userName')}
        />
        <PasswordField
          label={t('forms.password')}
          hint={t('register.passwordHint')}
          autoComplete="new-password"
          {...field('password')}
        />
        <TextField
          label={t('register.inviteCode')}
          hint={t('register.inviteHint')}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...field('inviteCode')}
        />
        <TextField label={t('register.birthDate')} type="date" autoComplete="bday" {...field('birthDate')} />
        <ConsentBoxes field={field} />
        <FormProblem text={problemText} />
        <SpendButton type="submit" wide busy={busy}>
          {t(busy ? 'register.joining' : 'register.join')}
        </SpendButton>
      </form>
    </div>
  );
}
