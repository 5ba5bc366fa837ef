import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { clockNow } from '@tercet/server/db/clock.ts';
import { newId } from '@tercet/server/db/ids.ts';
import type { Db } from '@tercet/server/db/pool.ts';
import { type Tx, transaction } from '@tercet/server/db/transaction.ts';
import { setAvailability } from '@tercet/server/directory/availability.ts';
import { createCity } from '@tercet/server/directory/cities.ts';
import { giveConsent } from '@tercet/server/directory/consents.ts';
import { readGuideVersion, setGuide } from '@tercet/server/directory/guide.ts';
import { approveWords, createHost } from '@tercet/server/directory/hosts.ts';
import { addPicture, approvePicture } from '@tercet/server/directory/pictures.ts';
import { confirmVerification, recordVerification } from '@tercet/server/directory/verifications.ts';
import { DAY_MS } from '@tercet/server/durations.ts';
import { sql } from 'kysely';
import { CITIES } from './cities.ts';
import { GUIDE_TEXTS } from './guide-texts.ts';
import { HOSTS, type HostSketch, PICTURES } from './plan.ts';

const MADE = join(import.meta.dirname, 'made');

/**
 * Adds all cities, the guide and the drawn hosts to a play house without a city. Later changes by the house stay. The
 * hosts are fictional, and their pages say so.
 */
export async function seedHosts(db: Db): Promise<void> {
  if (await hasCities(db)) return;
  const pictures = await readPictures();
  const seenBy = await whoSaw(db);
  await transaction(db, async (tx) => {
    // The second of two concurrent starts waits and finds the first one's rows.
    await sql`select pg_advisory_xact_lock(hashtextextended('hosts of the play house', 0))`.execute(tx.q);
    if (await hasCities(tx.q)) return;
    const cityIds = new Map<string, string>();
    for (const { slug, plan } of CITIES) cityIds.set(slug, await createCity(tx, plan));
    if ((await readGuideVersion(tx.q)) === null) await setGuide(tx, GUIDE_TEXTS, { after: 0, staffId: null });
    for (const host of HOSTS) {
      await showHost(tx, host, {
        cityId: cityIds.get(host.city) ?? '',
        pictures: pictures.get(host.slug) ?? [],
        seenBy,
      });
    }
  });
}

/** Available weekdays, in turn: every day, Monday to Friday, Wednesday to Sunday. */
const WEEKS = [
  [1, 2, 3, 4, 5, 6, 7],
  [1, 2, 3, 4, 5],
  [3, 4, 5, 6, 7],
] as const;

interface Around {
  cityId: string;
  pictures: readonly Uint8Array[];
  seenBy: readonly [string, string];
}

async function showHost(tx: Tx, host: HostSketch, { cityId, pictures, seenBy }: Around): Promise<void> {
  const { services, languages, en, mn } = host;
  const texts = { en: { name: en[0], about: en[1] }, mn: { name: mn[0], about: mn[1] } };
  const hostId = await createHost(tx, { cityId, services, languages, texts, example: true });
  const [by, other] = seenBy;
  const now = await clockNow(tx.q);
  const verifiedAt = new Date(now.getTime() - DAY_MS);
  const verification = {
    verifiedAt,
    until: new Date(now.getTime() + 365 * DAY_MS),
    note: 'An example that was drawn, and no person',
    by,
  };
  for (const kind of [{ kind: 'identity' }, { kind: 'age', years: 30 }] as const) {
    await confirmVerification(tx, hostId, await recordVerification(tx, hostId, { ...verification, ...kind }), other);
  }
  await approveWords(tx, hostId, 1);
  for (const webp of pictures) {
    await approvePicture(tx, hostId, await addPicture(tx, hostId, { key: newId(), webp, by: 'house' }));
  }
  const weekdays = WEEKS[HOSTS.indexOf(host) % WEEKS.length] ?? [];
  await setAvailability(tx, hostId, { weekdays, daysOff: [] });
  await giveConsent(tx, hostId);
}

async function hasCities(q: Db | Tx['q']): Promise<boolean> {
  return (await q.selectFrom('directory.city').select('id').limit(1).execute()).length > 0;
}

/** A content editor and an owner: a host needs two reviewers. */
async function whoSaw(db: Db): Promise<[string, string]> {
  const staff = await db.selectFrom('staff.account').select(['id', 'role']).orderBy('name').execute();
  const [by, other] = ['content', 'owner'].map((role) => staff.find((one) => one.role === role)?.id);
  if (by === undefined || other === undefined)
    throw new Error('the house has no content editor or no owner to review the hosts');
  return [by, other];
}

async function readPictures(): Promise<Map<string, Uint8Array[]>> {
  const found = new Map<string, Uint8Array[]>();
  for (const { slug } of HOSTS) {
    const files = PICTURES.map((picture) => readFile(join(MADE, `${slug}-${picture}.webp`)));
    found.set(slug, await Promise.all(files));
  }
  return found;
}
