import { useQuery, useQueryClient } from '@tanstack/react-query';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Check from 'lucide-react/icons/check';
import Clock from 'lucide-react/icons/clock-3';
import { useTranslations } from 'use-intl';
import { orderMyPictures, removeMyPicture } from '../../api/library/host-link.ts';
import { keys } from '../../api/shared/query-keys.ts';
import type { HostProfile } from '../../api/shared/types.ts';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { HostPicture } from '../../features/hosts/host-picture.tsx';
import { IconButton } from '../../ui/button/button.tsx';
import { Pill } from '../../ui/pill/pill.tsx';
import { say } from '../../ui/toast/toast.tsx';
import { Confirm } from './confirm.tsx';
import styles from './host.module.css';
import { type MyProfileProps, myPictureQuery, useProfileAct } from './my-profile-query.ts';
import { SendPicture } from './send-picture.tsx';
import type { Link } from './use-link.ts';

type Picture = HostProfile['pictures'][number];

/** The host's pictures in order, published or in review, with controls to add, move and remove them. */
export function MyPictures({ link, profile }: MyProfileProps) {
  const t = useTranslations('hostLink.pictures');
  const { pictures } = profile;
  return (
    <div className={styles.card}>
      <p className={styles.soft}>{t('text')}</p>
      {pictures.length === 0 ? <p>{t('none')}</p> : null}
      <ol className={styles.pictures}>
        {pictures.map((picture, index) => (
          <MyPicture key={picture.id} link={link} picture={picture} index={index} all={pictures} />
        ))}
      </ol>
      <SendPicture link={link} />
    </div>
  );
}

interface OwnPictureProps {
  link: Link;
  picture: Picture;
  index: number;
  all: readonly Picture[];
}

function MyPicture({ link, picture: { id, state }, index, all }: OwnPictureProps) {
  const t = useTranslations('hostLink.pictures');
  const client = useQueryClient();
  const { data } = useQuery(myPictureQuery(link, id));
  const number = index + 1;
  const up = useProfileAct(link, () => orderMyPictures(link.token, moved(all, index, -1)));
  const down = useProfileAct(link, () => orderMyPictures(link.token, moved(all, index, 1)));
  const removal = useProfileAct(link, async () => {
    const profile = await removeMyPicture(link.token, id);
    client.removeQueries({ queryKey: keys.myPicture(link.number, id) });
    say(t('removed'));
    return profile;
  });
  const Sign = state === 'shown' ? Check : Clock;
  return (
    <li className={styles.picture} aria-label={t('picture', { number, count: all.length })}>
      <span className={styles.small}>
        <HostPicture url={data ?? null} onBroken={() => {}} />
      </span>
      <div className={styles.pictureActs}>
        <Pill
          tone={state === 'shown' ? 'good' : 'wait'}
          sign={<Sign size={12} strokeWidth={2.25} aria-hidden="true" />}
        >
          {t(`state.${state}`)}
        </Pill>
        <span className={styles.moves}>
          <IconButton
            label={t('up', { number })}
            aria-disabled={index === 0 || up.busy}
            onClick={() => index > 0 && !up.busy && up.act()}
          >
            <ArrowUp size={20} strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
          <IconButton
            label={t('down', { number })}
            aria-disabled={number === all.length || down.busy}
            onClick={() => number < all.length && !down.busy && down.act()}
          >
            <ArrowDown size={20} strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        </span>
        <Confirm
          look="plain"
          label={t('remove', { number })}
          title={t('removeTitle')}
          text={t('removeText')}
          yes={t('removeYes')}
          no={t('keep')}
          busy={removal.busy}
          onYes={removal.act}
        />
        <FormProblem text={up.problemText ?? down.problemText ?? removal.problemText} />
      </div>
    </li>
  );
}

function moved(pictures: readonly Picture[], from: number, by: number): string[] {
  const ids = pictures.map(({ id }) => id);
  const [one] = ids.splice(from, 1);
  if (one !== undefined) ids.splice(from + by, 0, one);
  return ids;
}
