import type { Step } from '@tercet/fair';
import { useTranslations } from 'use-intl';
import type { DrawProof } from '../../api/types.ts';
import { useMoneyText } from '../../features/house/use-money.ts';
import { useTimes } from '../../ui/format/use-times.ts';

/** The plain sentence of a step that has been computed. */
export function useStepText(step: Step, draw: DrawProof): string {
  const t = useTranslations('verify');
  const money = useMoneyText();
  const times = useTimes();
  if (step.ok === false) return t(`step.${step.id}.refuted`);
  if (step.ok === null) {
    const reason = `open.${step.reason ?? ''}` as 'open.no-witness';
    return t.has(reason) ? t(reason) : t('open.other');
  }
  const { values } = step;
  const dated = (seconds: string | undefined) => times.clock(Number(seconds ?? 0) * 1000);
  switch (step.id) {
    case 'origin':
      return t('step.origin.holds', { origin: values.origin ?? '' });
    case 'schedule':
      return t('step.schedule.holds', {
        lock: dated(values.tLock),
        round: values.round ?? '',
        time: dated(values.roundTime),
      });
    case 'seal':
      return t(values.leaves === 'recomputed' ? 'step.seal.holds' : 'step.seal.holdsUnread', {
        count: Number(values.count ?? 0),
      });
    case 'inclusion':
      return t('step.inclusion.holds', { place: Number(values.index ?? 0) + 1, count: Number(values.count ?? 0) });
    case 'beacon':
      return t(values.kind === 'local' ? 'step.beacon.holdsLocal' : 'step.beacon.holds', {
        round: values.round ?? '',
      });
    case 'dice':
      return t('step.dice.holds', { dice: draw.dice?.join(', ') ?? '', sum: values.sum ?? '' });
    case 'payout':
      return t('step.payout.holds', { payout: money(values.payoutMinor ?? '0') });
    default:
      return t(`step.${step.id}.holds`);
  }
}
