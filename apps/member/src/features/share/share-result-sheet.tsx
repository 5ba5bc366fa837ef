import { useQuery } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import LinkSign from 'lucide-react/icons/link';
import Share from 'lucide-react/icons/share-2';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { houseQuery } from '../../api/house/house.ts';
import { lotteriesQuery } from '../../api/lottery/lotteries.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button/button.tsx';
import { useIsRtl } from '../../ui/direction.tsx';
import { Sheet } from '../../ui/sheet/sheet.tsx';
import { say } from '../../ui/toast/toast.tsx';
import { useBetName, useSumWords } from '../bets/use-bet-name.ts';
import { saveAsFile } from '../receipts/receipt-text.ts';
import { drawResult, PICTURE_EDGE, pictureFile, type ResultWords, type SharedDraw } from './result-picture.ts';
import { canSharePicture, copyLink, shareWith } from './share-actions.ts';
import styles from './share-result-sheet.module.css';

interface ShareResultSheetProps {
  draw: SharedDraw;
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** The picture of a result, with buttons to share it and the link that verifies it. */
export function ShareResultSheet({ draw, open, onOpenChange }: ShareResultSheetProps) {
  const t = useTranslations('share');
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('result')}>
      <Result draw={draw} />
    </Sheet>
  );
}

function Result({ draw }: { draw: SharedDraw }) {
  const t = useTranslations('share');
  const words = useResultWords(draw);
  const picture = usePicture(draw, words);
  const url = new URL(paths.verify({ draw: draw.drawId }), location.origin).href;
  const title = `${words.lottery} · ${words.sum}`;

  async function copy(): Promise<void> {
    say((await copyLink(url)) === 'copied' ? t('copied') : t('notCopied', { url }));
  }

  const { file } = picture;
  return (
    <div className={styles.result}>
      <canvas
        ref={picture.canvas}
        width={PICTURE_EDGE}
        height={PICTURE_EDGE}
        className={styles.picture}
        role="img"
        aria-label={`${t('picture')}: ${title}`}
      />
      {picture.failed ? <p role="alert">{t('failed')}</p> : null}
      {file !== null && canSharePicture(file) ? (
        <Button wide onClick={() => void shareWith({ files: [file], title, url })}>
          <Share size={18} strokeWidth={1.75} aria-hidden="true" />
          {t('act')}
        </Button>
      ) : null}
      <Button wide look="quiet" onClick={() => void copy()}>
        <LinkSign size={18} strokeWidth={1.75} aria-hidden="true" />
        {t('copy')}
      </Button>
      {file === null ? null : (
        <Button wide look="quiet" onClick={() => saveAsFile(file.name, file)}>
          <Download size={18} strokeWidth={1.75} aria-hidden="true" />
          {t('save')}
        </Button>
      )}
    </div>
  );
}

function useResultWords({ drawId, lotteryKey, period, dice, houseRun }: SharedDraw): ResultWords {
  const t = useTranslations();
  const name = useBetName();
  const sumWords = useSumWords();
  const house = useQuery(houseQuery()).data?.name ?? t('app.name');
  const lottery = useQuery(lotteriesQuery()).data?.items.find(({ key }) => key === lotteryKey)?.name ?? lotteryKey;
  const sum = (dice ?? []).reduce((total, die) => total + die, 0);
  return {
    house,
    lottery,
    period: `${t('lottery.period')} ${period}`,
    sum: `${name(`s${sum}`)} · ${sumWords(sum)}`,
    beacon: houseRun ? t('lottery.houseRun') : null,
    yourself: t('share.yourself'),
    address: `${location.host} · ${drawId}`,
  };
}

function usePicture({ drawId, dice }: SharedDraw, words: ResultWords) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const dir = useIsRtl() ? 'rtl' : 'ltr';
  const [file, setFile] = useState<File | null>(null);
  const [failed, setFailed] = useState(false);
  // As text, so that equal words do not draw the picture again.
  const written = JSON.stringify(words);
  const thrown = JSON.stringify(dice ?? []);

  useEffect(() => {
    let left = false;
    async function draw(frame: HTMLCanvasElement): Promise<void> {
      await drawResult(frame, JSON.parse(thrown), JSON.parse(written), dir);
      const made = await pictureFile(frame, `${drawId.replace('/', '-')}.png`);
      if (!left) setFile(made);
    }
    if (canvas.current !== null) draw(canvas.current).catch(() => setFailed(true));
    return () => {
      left = true;
    };
  }, [drawId, thrown, written, dir]);

  return { canvas, file, failed };
}
