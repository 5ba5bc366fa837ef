import { useQuery } from '@tanstack/react-query';
import LinkOff from 'lucide-react/icons/link-2-off';
import Timer from 'lucide-react/icons/timer';
import UserRoundX from 'lucide-react/icons/user-round-x';
import { useTranslations } from 'use-intl';
import { asProblem } from '../../api/shared/problem.ts';
import type { HostProfile } from '../../api/shared/types.ts';
import { Failed } from '../../features/problems/failed.tsx';
import { useProblemText } from '../../features/problems/use-problem-text.ts';
import { Button } from '../../ui/button/button.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { Screen } from '../../ui/screen/screen.tsx';
import { Section } from '../../ui/section/section.tsx';
import { Skeleton } from '../../ui/skeleton/skeleton.tsx';
import { Consent } from './consent.tsx';
import { EraseProfile } from './erase-profile.tsx';
import styles from './host.module.css';
import { MyDays } from './my-days.tsx';
import { MyPictures } from './my-pictures.tsx';
import { MyPreview } from './my-preview.tsx';
import { myProfileQuery } from './my-profile-query.ts';
import { MyTexts } from './my-texts.tsx';
import { NewLink } from './new-link.tsx';
import { Pause } from './pause.tsx';
import { ProfileState } from './profile-state.tsx';
import { type Link, useLink } from './use-link.ts';

const SIGN = { size: 32, strokeWidth: 1.5, 'aria-hidden': true } as const;

/** Error codes of an invalid link. `bad-link`: malformed, rejected before any lookup. */
const BAD = new Set(['host-link-bad', 'not-found', 'bad-link']);

/** `/Host#<token>`: a host's own page, without sign-in. The private link is the only credential. */
export function HostScreen() {
  const t = useTranslations('hostLink');
  const { link, isErased, onErased, ...rest } = useLink();
  return (
    <Screen title={t('title')}>
      {isErased ? (
        <Notice sign={<UserRoundX {...SIGN} />} title={t('erased')}>
          <p role="status">{t('erasedText')}</p>
        </Notice>
      ) : link === null ? (
        <BadLink />
      ) : (
        <Own key={link.number} link={link} onErased={onErased} {...rest} />
      )}
    </Screen>
  );
}

interface MyProfileProps {
  link: Link;
  onRotated(token: string): void;
  onErased(): void;
}

function Own({ link, onRotated, onErased }: MyProfileProps) {
  const { data, error, refetch } = useQuery(myProfileQuery(link));
  const { code } = asProblem(error);
  if (error !== null && BAD.has(code)) return <BadLink />;
  if (error !== null && code === 'throttled') return <Throttled error={error} onRetry={() => void refetch()} />;
  if (data === undefined) {
    return error === null ? (
      <Skeleton blocks={[120, 420, 160]} />
    ) : (
      <Failed error={error} onRetry={() => void refetch()} />
    );
  }
  return <Page link={link} profile={data} onRotated={onRotated} onErased={onErased} />;
}

function Page({ link, profile, onRotated, onErased }: MyProfileProps & { profile: HostProfile }) {
  const t = useTranslations('hostLink');
  const own = { link, profile };
  return (
    <div className={styles.page}>
      <ProfileState profile={profile} />
      <Section title={t('consent.title')}>
        <Consent {...own} />
      </Section>
      <Section title={t('days.title')}>
        <MyDays {...own} />
      </Section>
      <Section title={t('pause.title')}>
        <Pause {...own} />
      </Section>
      <Section title={t('view.title')}>
        <MyPreview {...own} />
      </Section>
      <Section title={t('pictures.title')}>
        <MyPictures {...own} />
      </Section>
      <Section title={t('words.title')}>
        <MyTexts {...own} />
      </Section>
      <Section title={t('link.title')}>
        <NewLink {...own} onRotated={onRotated} />
      </Section>
      <Section title={t('erase.title')}>
        <EraseProfile {...own} onErased={onErased} />
      </Section>
    </div>
  );
}

function BadLink() {
  const t = useTranslations('hostLink');
  return (
    <Notice tone="alarm" sign={<LinkOff {...SIGN} />} title={t('bad')}>
      <p>{t('badText')}</p>
      <p>{t('badDo')}</p>
    </Notice>
  );
}

function Throttled({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const t = useTranslations('hostLink');
  const actions = useTranslations('actions');
  const text = useProblemText();
  return (
    <Notice
      tone="alarm"
      sign={<Timer {...SIGN} />}
      title={t('throttled')}
      actions={
        <Button look="quiet" onClick={onRetry}>
          {actions('retry')}
        </Button>
      }
    >
      <p>{text(error)}</p>
      <p>{t('throttledText')}</p>
    </Notice>
  );
}
