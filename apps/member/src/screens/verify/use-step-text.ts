import type { DrawProof, Step } from '@tercet/fair';
import { useTranslations } from 'use-intl';
import { useTimes } from '../../ui/format/use-times.ts';

/** Writes an amount in minor units with its unit. */
export type MoneyText = (minor: string) => string;

/** The plain sentence of a step that has been computed. */
export function useStepText(step: Step, draw: DrawProof, money: MoneyText): string {
  const t = useTranslations('verify');
  const reason = useReasonText();
  const times = useTimes();
  if (step.ok !== true) return reason(step);
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
    case 'witness':
      return t('step.witness.holds', {
        quorum: values.quorum ?? '',
        of: values.of ?? '',
        time: dated(values.inTimeAt),
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

/** What a reason means. Some mean another thing in one step than in the others: `<step>-<reason>` goes first. */
function useReasonText(): (step: Step) => string {
  const t = useTranslations('verify');
  return ({ id, ok, reason }) => {
    if (ok === null) {
      const own = `open.${reason ?? ''}` as 'open.no-witness';
      return t.has(own) ? t(own) : t('open.other');
    }
    for (const name of [`${id}-${reason}`, reason ?? '']) {
      const key = `breach.${name}` as 'breach.fork';
      if (t.has(key)) return t(key);
    }
    return t(`step.${id}.refuted`);
  };
}
