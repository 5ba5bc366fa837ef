import type { Dice, Verification } from '@tercet/fair';
import { periodOfDraw } from '../../api/stream/stream-reducer.ts';
import type { SharedDraw } from '../../features/share/result-picture.ts';

/**
 * The result of a checked draw, for its picture. Takes nothing from the house: the dice are those that the check
 * computed from the beacon's signature. Null if the check refuted anything, or computed no dice.
 */
export function sharedResult(drawId: string, { steps, houseRun }: Verification): SharedDraw | null {
  if (steps.some(({ state }) => state === 'refuted')) return null;
  const dice = steps
    .find(({ id }) => id === 'dice')
    ?.values.dice?.split(' ')
    .map(Number);
  const period = periodOfDraw(drawId);
  if (dice?.length !== 3 || Number.isNaN(period)) return null;
  return { drawId, lotteryKey: drawId.split('/', 1)[0] ?? '', period, dice: dice as unknown as Dice, houseRun };
}
