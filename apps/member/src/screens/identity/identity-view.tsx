import BadgeCheck from 'lucide-react/icons/badge-check';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Hourglass from 'lucide-react/icons/hourglass';
import IdCard from 'lucide-react/icons/id-card';
import type { ReactNode } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import type { IdentityCheck } from '../../api/shared/types.ts';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { useProblemText } from '../../features/problems/use-problem-text.ts';
import { SpendButton } from '../../ui/button/spend-button.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { HowItGoes } from './how-it-goes.tsx';
import styles from './identity.module.css';
import { useProviderPage } from './use-provider-page.ts';

const ICON = { size: 32, strokeWidth: 1.5, 'aria-hidden': true } as const;

/** State of the check, its reason, and the next step. */
export function IdentityView({ identity }: { identity: IdentityCheck }) {
  const t = useTranslations('identity');
  const isDone = identity.state === 'verified' && identity.fault === null;
  return (
    <div className={styles.page}>
      <div role="status">
        <IdentityState identity={identity} />
      </div>
      {mayShow(identity) ? <Show identity={identity} /> : null}
      {isDone || !identity.available ? null : <HowItGoes identity={identity} />}
      <p className={styles.soft}>{t('withdraw')}</p>
    </div>
  );
}

/** A verified member needs no document, unless another one would lift a restriction. */
function mayShow({ available, state, fault }: IdentityCheck): boolean {
  if (!available || state === 'pending') return false;
  return state !== 'verified' || fault === 'country-not-served';
}

function IdentityState({ identity }: { identity: IdentityCheck }) {
  const t = useTranslations('identity');
  const { state, reason, fault, available, asked: requested } = identity;
  switch (state) {
    case 'verified':
      return fault === null ? <Known country={identity.country} /> : <KnownAndClosed fault={fault} />;
    case 'declined':
      return (
        <StateNote sign={<CircleAlert {...ICON} />} title={t('declined.title')}>
          {t(`reason.${reason ?? 'other'}`)}
        </StateNote>
      );
    case 'started':
    case 'pending':
      return (
        <StateNote sign={<Hourglass {...ICON} />} title={t(`${state}.title`)}>
          {t(`${state}.text`)}
        </StateNote>
      );
    case 'expired':
    case 'lapsed':
      return (
        <StateNote sign={<IdCard {...ICON} />} title={t(`${state}.title`)}>
          {t(`${state}.text`)}
        </StateNote>
      );
    case 'none': {
      const kind = requested ? (available ? 'ask' : 'unavailable') : 'play';
      return (
        <StateNote sign={<IdCard {...ICON} />} title={t(`${kind}.title`)}>
          {t(`${kind}.text`)}
        </StateNote>
      );
    }
  }
}

function Known({ country }: { country: string | null }) {
  const t = useTranslations('identity.verified');
  const names = new Intl.DisplayNames(useLocale(), { type: 'region', fallback: 'code' });
  return (
    <StateNote sign={<BadgeCheck {...ICON} />} title={t('title')}>
      {country === null ? null : t('country', { country: names.of(country) ?? country })} {t('text')}
    </StateNote>
  );
}

function KnownAndClosed({ fault }: { fault: NonNullable<IdentityCheck['fault']> }) {
  const t = useTranslations();
  return (
    <StateNote sign={<CircleAlert {...ICON} />} title={t('identity.closed.title')}>
      {t(`errors.${fault}`)} {fault.startsWith('register-') ? null : t('identity.closed.text')}
    </StateNote>
  );
}

function StateNote({ sign, title, children }: { sign: ReactNode; title: string; children: ReactNode }) {
  return (
    <Notice sign={sign} title={title}>
      <p>{children}</p>
    </Notice>
  );
}

function Show({ identity: { state } }: { identity: IdentityCheck }) {
  const t = useTranslations('identity');
  const text = useProblemText();
  const { busy, problem, show } = useProviderPage();
  const label = state === 'none' ? 'start' : state === 'started' ? 'goOn' : 'again';
  return (
    <div className={styles.act}>
      <FormProblem text={problem === null ? null : text(problem)} />
      <SpendButton wide busy={busy} onClick={show}>
        {t(busy ? 'starting' : label)}
      </SpendButton>
    </div>
  );
}
