import { useQuery } from '@tanstack/react-query';
import { withBeacon } from '@tercet/contract/beacon-lines.ts';
import { useTranslations } from 'use-intl';
import { houseQuery } from '../../api/house/house.ts';
import { lotteriesQuery } from '../../api/lottery/lotteries.ts';
import { isHouseRun } from './beacon-claim.ts';

interface BeaconClaim {
  /** True where the house could foresee draws, and while nothing is known of the beacon. */
  houseRun: boolean;
  /** Fills the sentence on the beacon in force into a banner's text. */
  fill(text: string): string;
}

/** What a page may say of the beacon in force. */
export function useBeaconClaim(): BeaconClaim {
  const t = useTranslations('home');
  const house = useQuery(houseQuery()).data;
  const lotteries = useQuery(lotteriesQuery()).data?.items ?? [];
  const houseRun = house === undefined || isHouseRun(house, lotteries);
  const line = t(houseRun ? 'beaconLineLocal' : 'beaconLinePublic');
  return { houseRun, fill: (text) => withBeacon(text, line) };
}
