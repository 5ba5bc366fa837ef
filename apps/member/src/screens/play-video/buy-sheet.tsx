import { useTranslations } from 'use-intl';
import type { Offer } from '../../api/library/videos.ts';
import type { Video } from '../../api/shared/types.ts';
import { FormProblem } from '../../features/forms/form-problem.tsx';
import { Amount } from '../../features/house/amount.tsx';
import { PlayNote } from '../../features/house/play-note.tsx';
import { useMoneyText } from '../../features/house/use-money.ts';
import { usePriceText } from '../../features/house/use-price-text.ts';
import { useProblemText } from '../../features/problems/use-problem-text.ts';
import { useSession } from '../../features/session/use-session.ts';
import { useSpanText } from '../../features/videos/price-mark.tsx';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import { SpendButton } from '../../ui/button/spend-button.tsx';
import { Fact, Facts } from '../../ui/facts/facts.tsx';
import { Sheet } from '../../ui/sheet/sheet.tsx';
import styles from './play-video.module.css';
import { useBuying } from './use-buying.ts';

interface BuySheetProps {
  video: Video;
  open: boolean;
  onClose(): void;
}

/** Price, remaining balance, and the button to buy. */
export function BuySheet({ video, open, onClose }: BuySheetProps) {
  const t = useTranslations('player.buy');
  const control = useBuying(video.id, onClose);
  const { busy, forget } = control;
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => {
        // Stay open until the server answers.
        if (next || busy) return;
        forget();
        onClose();
      }}
      title={t('title')}
    >
      <OfferBody video={video} control={control} />
    </Sheet>
  );
}

function OfferBody({ video, control }: { video: Video; control: ReturnType<typeof useBuying> }) {
  const t = useTranslations('player');
  const money = useMoneyText();
  const price = usePriceText();
  const span = useSpanText();
  const { me } = useSession();
  const { busy, problem, buy } = control;
  const { access } = video;
  // The film was bought meanwhile, or is no longer sold. The page below shows the current state.
  if (access.kind !== 'bought' || me === null) return null;
  const after = BigInt(me.availableMinor) - BigInt(access.priceMinor);
  return (
    <div className={styles.sheet}>
      <p className={styles.filmName}>{video.name}</p>
      <Facts className={styles.rows}>
        <Fact label={t('buy.price')}>
          <Amount minor={access.priceMinor} />
        </Fact>
        <Fact label={t('buy.span')}>{span(access.hours)}</Fact>
        <Fact label={t('buy.now')}>
          <Amount minor={me.availableMinor} />
        </Fact>
        {after < 0n ? null : (
          <Fact label={t('buy.after')}>
            <Amount minor={after} />
          </Fact>
        )}
      </Facts>
      <Refused control={control} offer={access} />
      {after < 0n ? (
        <>
          <p className={styles.changed} role="alert">
            {t('buy.missing', { missing: money(-after) })}
          </p>
          <ButtonLink wide to={paths.recharge()}>
            {t('act.topUp')}
          </ButtonLink>
        </>
      ) : (
        <SpendButton wide busy={busy} onClick={() => void buy({ priceMinor: access.priceMinor, hours: access.hours })}>
          {busy
            ? t('buy.sending')
            : problem?.unsure
              ? t('buy.again')
              : t('buy.confirm', { amount: price(access.priceMinor) })}
        </SpendButton>
      )}
      <PlayNote />
    </div>
  );
}

/** Why the last attempt failed. */
function Refused({ control, offer }: { control: ReturnType<typeof useBuying>; offer: Offer }) {
  const t = useTranslations('player.buy');
  const price = usePriceText();
  const span = useSpanText();
  const text = useProblemText();
  const { problem } = control;
  // An insufficient balance is shown as the missing amount instead.
  if (problem === null || problem.code === 'balance-too-small') return null;
  if (problem.code === 'price-changed') {
    return (
      <p className={styles.changed} role="alert">
        {t('changed', { amount: price(offer.priceMinor), span: span(offer.hours) })}
      </p>
    );
  }
  if (problem.unsure) {
    return (
      <p className={styles.changed} role="alert">
        {text(problem)} {t('unsure')}
      </p>
    );
  }
  return <FormProblem text={text(problem)} />;
}
