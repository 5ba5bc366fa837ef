import type { Step } from '@tercet/fair';
import { useTranslations } from 'use-intl';
import { useTimes } from '../../ui/format/use-times.ts';
import { useReasonText } from './use-reason-text.ts';

/** Formats an amount in minor units. */
export type MoneyText = (minor: string) => string;

/** Sentence for a computed step. */
export function useStepText(step: Step, money: MoneyText): string {
  const t = useTranslations('verify');
  const reason = useReasonText();
  const times = useTimes();
  if (step.state !== 'ok') return reason(step);
  const { values } = step;
  const text = (name: string) => values[name] ?? '';
  const dated = (name: string) => times.clock(Number(text(name)) * 1000);
  switch (step.id) {
    case 'origin':
      return t('step.origin.holds', { origin: text('origin') });
    case 'schedule':
      return t('step.schedule.holds', {
        lock: dated('tLock'),
        round: text('round'),
        time: dated('roundTime'),
      });
    case 'witness':
      return t('step.witness.holds', {
        quorum: text('quorum'),
        of: text('of'),
        time: dated('inTimeAt'),
      });
    case 'void':
      return t(values.overridden === 'yes' ? 'step.void.overridden' : 'step.void.holds');
    case 'seal':
      return t(values.leaves === 'recomputed' ? 'step.seal.holds' : 'step.seal.holdsUnread', {
        count: Number(text('count')),
      });
    case 'inclusion':
      return t('step.inclusion.holds', { place: Number(text('index')) + 1, count: Number(text('count')) });
    case 'beacon':
      return t(values.kind === 'local' ? 'step.beacon.holdsLocal' : 'step.beacon.holds', {
        round: text('round'),
      });
    case 'dice':
      return t('step.dice.holds', { dice: text('dice').replaceAll(' ', ', '), sum: text('sum') });
    case 'payout':
      return t('step.payout.holds', { payout: money(text('payoutMinor')) });
    default:
      return t(`step.${step.id}.holds`);
  }
}
