import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { transaction } from '../../src/db/transaction.ts';
import { createCity } from '../../src/directory/cities.ts';
import { giveConsent } from '../../src/directory/consents.ts';
import { approveWords, createHost } from '../../src/directory/hosts.ts';
import { makeLink } from '../../src/directory/links.ts';
import { addPicture, approvePicture } from '../../src/directory/pictures.ts';
import type { Service } from '../../src/directory/services.ts';
import { confirmVerification, recordVerification } from '../../src/directory/verifications.ts';
import { DAY_MS } from '../../src/durations.ts';
import type { Club } from './club.ts';

export interface AddedHost {
  cityId: string;
  hostId: string;
  pictureId: string;
  /** Token of the private link. */
  token: string;
}

export interface HostPlan {
  cityId?: string;
  name?: string;
  services?: Service[];
  languages?: string[];
  /** Ids of the two staff who verified the host's identity. */
  seenBy?: [string, string];
}

export function addCity(club: Club, name = 'Darkhan'): Promise<string> {
  const place = { country: 'MN', tier: 2, latitude: 49.47, longitude: 105.96 } as const;
  return transaction(club.api, (tx) => createCity(tx, { texts: { en: { name } }, ...place }));
}

/** Adds a host whom members see. */
export async function addHost(club: Club, plan: HostPlan = {}): Promise<AddedHost> {
  const cityId = plan.cityId ?? (await addCity(club));
  const webp = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
    .webp()
    .toBuffer();
  const now = club.clock.nowMs();
  const verification = {
    verifiedAt: new Date(now - DAY_MS),
    until: new Date(now + 300 * DAY_MS),
    note: 'Seen in person, at the club',
  };
  return transaction(club.api, async (tx) => {
    const hostId = await createHost(tx, {
      cityId,
      services: plan.services ?? ['city-guide'],
      languages: plan.languages ?? ['en'],
      texts: { en: { name: plan.name ?? 'Saran', about: 'I show you the old town.' } },
    });
    const [by, other] = plan.seenBy ?? [randomUUID(), randomUUID()];
    for (const kind of [{ kind: 'identity' }, { kind: 'age', years: 31 }] as const) {
      await confirmVerification(
        tx,
        hostId,
        await recordVerification(tx, hostId, { ...verification, by, ...kind }),
        other,
      );
    }
    await approveWords(tx, hostId, 1);
    const pictureId = await addPicture(tx, hostId, { key: randomUUID(), webp, by: 'house' });
    await approvePicture(tx, hostId, pictureId);
    await giveConsent(tx, hostId);
    return { cityId, hostId, pictureId, token: await makeLink(tx, hostId) };
  });
}

/** Fills a path of the directory's API with an existing host. */
export function withHost(path: string, { cityId, hostId, pictureId }: AddedHost): string {
  return path
    .replace('cities/{id}', `cities/${cityId}`)
    .replace('hosts/{id}', `hosts/${hostId}`)
    .replace('{picture}', pictureId);
}
