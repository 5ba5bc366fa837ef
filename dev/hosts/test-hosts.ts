import { randomUUID } from 'node:crypto';
import { openDb, openPool } from '@tercet/server/db/pool.ts';
import { type Tx, transaction } from '@tercet/server/db/transaction.ts';
import { createCity } from '@tercet/server/directory/cities.ts';
import { giveConsent } from '@tercet/server/directory/consents.ts';
import { approveWords, createHost } from '@tercet/server/directory/hosts.ts';
import { makeLink } from '@tercet/server/directory/links.ts';
import { addPicture, approvePicture } from '@tercet/server/directory/pictures.ts';
import type { Service } from '@tercet/server/directory/services.ts';
import { confirmVerification, recordVerification } from '@tercet/server/directory/verifications.ts';
import { DAY_MS } from '@tercet/server/durations.ts';
import sharp from 'sharp';

export interface TestHost {
  name: string;
  services: Service[];
  languages: string[];
  pictures: number;
  example?: boolean;
}

export interface TestCity {
  name: string;
  country: string;
  tier: 1 | 2 | 3;
  latitude: number;
  longitude: number;
  hosts: TestHost[];
}

export interface PutHost {
  id: string;
  cityId: string;
  /** Token of the private link. */
  token: string;
}

const INKS = ['#0e6e63', '#855600', '#56606e', '#ae2f1d', '#143f3a'];

/** Adds cities with published hosts to a running club. Returns the hosts by name. */
export async function putTestHosts(place: { ownerUrl: string }, cities: TestCity[]): Promise<Map<string, PutHost>> {
  const pool = openPool({ url: place.ownerUrl, connectionsMax: 2 });
  try {
    const db = openDb(pool);
    const put = new Map<string, PutHost>();
    for (const { hosts, name, ...where } of cities) {
      const cityId = await transaction(db, (tx) => createCity(tx, { texts: { en: { name } }, ...where }));
      for (const host of hosts) {
        const pictures = await drawPictures(host.pictures);
        put.set(host.name, await transaction(db, (tx) => putHost(tx, cityId, host, pictures)));
      }
    }
    return put;
  } finally {
    await pool.end();
  }
}

async function putHost(tx: Tx, cityId: string, host: TestHost, pictures: Buffer[]): Promise<PutHost> {
  const { name, services, languages, example = false } = host;
  const about = `${name} has lived here for many years and knows each street of the old town.`;
  const id = await createHost(tx, { cityId, services, languages, texts: { en: { name, about } }, example });
  const now = Date.now();
  const verification = {
    verifiedAt: new Date(now - DAY_MS),
    until: new Date(now + 300 * DAY_MS),
    note: 'Seen in person',
  };
  for (const kind of [{ kind: 'identity' }, { kind: 'age', years: 31 }] as const) {
    await confirmVerification(
      tx,
      id,
      await recordVerification(tx, id, { ...verification, by: randomUUID(), ...kind }),
      randomUUID(),
    );
  }
  await approveWords(tx, id, 1);
  for (const webp of pictures) {
    await approvePicture(tx, id, await addPicture(tx, id, { key: randomUUID(), webp, by: 'host' }));
  }
  await giveConsent(tx, id);
  return { id, cityId, token: await makeLink(tx, id) };
}

/** Simple portraits, each in another colour. */
function drawPictures(count: number): Promise<Buffer[]> {
  const drawn = INKS.slice(0, count).map((ink) => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="600"><rect width="480" height="600"
      fill="#e4f0ec"/><circle cx="240" cy="230" r="96" fill="${ink}"/><ellipse cx="240" cy="560" rx="190" ry="180"
      fill="${ink}"/></svg>`;
    return sharp(Buffer.from(svg)).webp().toBuffer();
  });
  return Promise.all(drawn);
}
