import { StateChip } from '../../ui/state-chip.tsx';
import { useText } from '../language/use-text.ts';
import { STAGE_TONE, stageOf, type Times } from './stage.ts';

export function StageChip({ times }: { times: Times }) {
  const t = useText();
  const stage = stageOf(times, Date.now());
  return <StateChip tone={STAGE_TONE[stage]} label={t(`schedule.stage.${stage}`)} />;
}
