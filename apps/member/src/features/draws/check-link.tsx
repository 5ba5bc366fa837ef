import { useTranslations } from 'use-intl';
import { paths } from '../../paths.ts';
import { classNames } from '../../ui/class-names.ts';
import { Link } from '../../ui/link/link.tsx';
import { Mark, type MarkState } from '../../ui/mark/mark.tsx';
import styles from './check-link.module.css';

interface CheckLinkProps {
  draw: { drawId: string; period: number };
  /** The mark above the verb; without one the verb stands alone. */
  mark?: MarkState;
  markSize?: number;
  /** Plays the stamp of the mark once. */
  stamped?: boolean;
  /** True where the words beside the mark say the same already. */
  silent?: boolean;
  className?: string | undefined;
}

/** Leads to the check of a draw, which starts at once. */
export function CheckLink({ draw, mark, markSize = 32, stamped = false, silent = false, className }: CheckLinkProps) {
  const t = useTranslations('lottery');
  return (
    <Link
      to={paths.verify({ draw: draw.drawId })}
      title={t('checkDraw')}
      className={classNames(styles.link, className)}
    >
      {mark === undefined ? null : <Mark key={mark} state={mark} size={markSize} stamped={stamped} silent={silent} />}
      <span className="visually-hidden">
        {t('checkDraw')}: {draw.period}
      </span>
      <span aria-hidden="true" className={styles.verb}>
        {t('check')}
      </span>
    </Link>
  );
}
