import { type PutHost, putTestHosts, type TestCity } from '@tercet/dev/hosts/test-hosts.ts';
import type { Club } from '../kit/club.ts';

const CITIES: TestCity[] = [
  {
    ...{ name: 'Darkhan', country: 'MN', tier: 2, latitude: 49.47, longitude: 105.96 },
    hosts: [
      { name: 'Saran', services: ['city-guide', 'interpreter'], languages: ['mn', 'ja'], pictures: 3 },
      { name: 'Bolor', services: ['event-host'], languages: ['mn', 'en'], pictures: 1, example: true },
      { name: 'Temur', services: ['sports-partner', 'city-guide'], languages: ['en', 'ko'], pictures: 2 },
      { name: 'Nomin', services: ['club-table-host'], languages: ['en', 'ar'], pictures: 2 },
    ],
  },
  {
    ...{ name: 'Ulaanbaatar', country: 'MN', tier: 1, latitude: 47.92, longitude: 106.92 },
    hosts: [{ name: 'Anu', services: ['interpreter'], languages: ['mn', 'en', 'es'], pictures: 2 }],
  },
  { ...{ name: 'Yerevan', country: 'AM', tier: 3, latitude: 40.18, longitude: 44.51 }, hosts: [] },
] satisfies TestCity[];

const put = new Map<string, Promise<Map<string, PutHost>>>();

/** A test host. The first call adds all of them to the club. */
export async function hostOf(club: Club, name: string): Promise<PutHost> {
  let hosts = put.get(club.ownerUrl);
  if (hosts === undefined) {
    hosts = putTestHosts(club, CITIES);
    put.set(club.ownerUrl, hosts);
  }
  const found = (await hosts).get(name);
  if (found === undefined) throw new Error(`there is no host called ${name}`);
  return found;
}

/** The address of a profile, as lists link to it. */
export function profileOf({ id, cityId }: PutHost, name: string): string {
  return `/Profile?id=${id}&name=${name}&adsid=${cityId}`;
}
