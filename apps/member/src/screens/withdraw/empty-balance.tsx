import Wallet2 from 'lucide-react/icons/wallet';
import { useTranslations } from 'use-intl';
import type { Wallet } from '../../api/shared/types.ts';
import { DeskLink } from '../../features/desk/desk-link.tsx';
import { PlayNote } from '../../features/house/play-note.tsx';
import { useMoneyText } from '../../features/house/use-money.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import { Notice } from '../../ui/notice/notice.tsx';

/** Shown for an empty available balance; tells what pending withdrawals still hold. */
export function EmptyBalance({ wallet }: { wallet: Wallet }) {
  const t = useTranslations('withdraw');
  const money = useMoneyText();
  const held = wallet.heldMinor !== '0';
  return (
    <>
      <Notice
        sign={<Wallet2 size={32} strokeWidth={1.5} aria-hidden="true" />}
        title={t('nothingTitle')}
        actions={
          <ButtonLink look="quiet" to={held ? paths.withdrawRecord() : paths.account()}>
            {t(held ? 'toRecords' : 'toStatement')}
          </ButtonLink>
        }
      >
        <p>{held ? t('nothingHeld', { held: money(wallet.heldMinor) }) : t('nothingText')}</p>
      </Notice>
      <DeskLink />
      <PlayNote />
    </>
  );
}
