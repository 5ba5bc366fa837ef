import { createHmac, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { nameKeys } from '@tercet/contract/words.ts';
import { sql } from 'kysely';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Account } from '../../ledger/lock.ts';
import { makeOnce } from '../../process/durable-file.ts';

/** What a person is known again by. */
export type PersonMark =
  | { kind: 'name'; realName: string; birthDate: string }
  | { kind: 'document'; country: string; number: string }
  | { kind: 'iban'; iban: string }
  /** As the provider says: the same for a card's number, however often it is typed. */
  | { kind: 'card'; provider: string; fingerprint: string };

/** Hashes marks of persons under a key that is not in the database: without it nobody can try numbers through. */
export interface PersonKey {
  /** Two marks are the same person's where they have a hash in common: a name has several spellings. */
  hashes(mark: PersonMark): Buffer[];
}

const KEY_BYTES = 32;

/**
 * The key of a folder's `person-key`, made where there is none. It is never changed: what was hashed is gone, so that
 * nothing could be hashed anew, and who excluded himself would not be known again.
 */
export async function loadPersonKey(keysDir: string): Promise<PersonKey> {
  const text = await makeOnce(join(keysDir, 'person-key'), randomBytes(KEY_BYTES).toString('base64'));
  const key = Buffer.from(text, 'base64');
  if (key.length !== KEY_BYTES) throw new Error('the file person-key in the keys folder is no key');
  return {
    hashes: (mark) => textsOf(mark).map((of) => createHmac('sha256', key).update(`tercet/person/${of}`).digest()),
  };
}

/** Keeps that an account is of who has this mark. Doing it again does nothing. */
export async function notePersonMark(tx: Tx, key: PersonKey, account: Account, mark: PersonMark): Promise<void> {
  const { bucket, memberId: member_id } = account;
  await tx.q
    .insertInto('members.person_fingerprint')
    .values(key.hashes(mark).map((hash) => ({ bucket, member_id, kind: mark.kind, hash })))
    .onConflict((on) => on.doNothing())
    .execute();
}

/** Keeps an account's name and birth date as a mark, if it has a name. */
export async function noteName(tx: Tx, key: PersonKey, account: Account): Promise<void> {
  for (const { name, birthDate } of await namesOf(tx.q, account)) {
    await notePersonMark(tx, key, account, { kind: 'name', realName: name, birthDate });
  }
}

/** Names that an account has or had, with its birth date. */
async function namesOf(q: Db | Tx['q'], { bucket, memberId }: Account): Promise<{ name: string; birthDate: string }[]> {
  const { rows } = await sql<{ name: string; birthDate: string }>`
    select n.name, m.birth_date::text as "birthDate" from members.real_name n
    join members.member m on m.bucket = n.bucket and m.member_id = n.member_id
    where n.bucket = ${bucket}::smallint and n.member_id = ${memberId}::uuid`.execute(q);
  return rows;
}

function textsOf(mark: PersonMark): string[] {
  switch (mark.kind) {
    case 'name': {
      const forms = [formerForm(mark.realName), ...nameKeys(mark.realName).map((form) => `/${form}`)];
      return forms.map((form) => `name/${mark.birthDate}/${form}`);
    }
    case 'document':
      return [
        `document/${mark.country}/${mark.number
          .normalize('NFKC')
          .toUpperCase()
          .replaceAll(/[^\p{L}\p{N}]/gu, '')}`,
      ];
    case 'iban':
      return [`iban/${mark.iban}`];
    case 'card':
      return [`card/${mark.provider}/${mark.fingerprint}`];
  }
}

/** The only form of a name that was hashed at first: without accents, its words in one order. */
function formerForm(name: string): string {
  const folded = name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKD').replaceAll(ACCENTS, '');
  const words = folded
    .replaceAll(/['’ʼ`´]/g, '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean);
  return words.sort().join('');
}

const ACCENTS = /[\u0300-\u036f]/g;
