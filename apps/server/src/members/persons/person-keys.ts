import { createHmac, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { nameKeys } from '@tercet/contract/words.ts';
import { sql } from 'kysely';
import { ofMember } from '../../db/member-rows.ts';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Account } from '../../ledger/lock.ts';
import { makeOnce } from '../../process/durable-file.ts';

/** An attribute that identifies a person across accounts. */
export type PersonMark =
  | { kind: 'name'; realName: string; birthDate: string }
  | { kind: 'document'; country: string; number: string }
  | { kind: 'iban'; iban: string }
  /** The provider's fingerprint is the same whenever the same card number is entered. */
  | { kind: 'card'; provider: string; fingerprint: string };

/** Hashes marks with a key that is not in the database, so that its readers cannot try values. A blind index. */
export interface PersonKey {
  /** Two marks belong to the same person when they share a hash. A name has several, one per spelling. */
  hashes(mark: PersonMark): Buffer[];
}

const KEY_BYTES = 32;

/**
 * Loads `person-key` from the keys folder, or creates it. The key can never change. The hashed values are not stored,
 * so a new key would no longer recognise excluded persons.
 */
export async function loadPersonKey(keysDir: string): Promise<PersonKey> {
  const text = await makeOnce(join(keysDir, 'person-key'), randomBytes(KEY_BYTES).toString('base64'));
  const key = Buffer.from(text, 'base64');
  if (key.length !== KEY_BYTES) throw new Error('the file person-key in the keys folder is not a key');
  return {
    hashes: (mark) => textsOf(mark).map((of) => createHmac('sha256', key).update(`tercet/person/${of}`).digest()),
  };
}

/** Stores a person's mark for an account. Idempotent. */
export async function notePersonMark(tx: Tx, key: PersonKey, account: Account, mark: PersonMark): Promise<void> {
  const { bucket, memberId: member_id } = account;
  await tx.q
    .insertInto('members.person_fingerprint')
    .values(key.hashes(mark).map((hash) => ({ bucket, member_id, kind: mark.kind, hash })))
    .onConflict((on) => on.doNothing())
    .execute();
}

/** Stores the marks of an account's names with its birth date, if it has a name. */
export async function noteName(tx: Tx, key: PersonKey, account: Account): Promise<void> {
  for (const { name, birthDate } of await namesOf(tx.q, account)) {
    await notePersonMark(tx, key, account, { kind: 'name', realName: name, birthDate });
  }
}

/** Current and former names of an account, with its birth date. */
async function namesOf(q: Db | Tx['q'], { bucket, memberId }: Account): Promise<{ name: string; birthDate: string }[]> {
  const { rows } = await sql<{ name: string; birthDate: string }>`
    select n.name, m.birth_date::text as "birthDate" from members.real_name n
    join members.member m on m.bucket = n.bucket and m.member_id = n.member_id
    where ${ofMember({ bucket, memberId }, 'n')}`.execute(q);
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

/** The original hashed form of a name: no accents, words sorted. */
function formerForm(name: string): string {
  const folded = name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKD').replaceAll(ACCENTS, '');
  const words = folded
    .replaceAll(/['’ʼ`´]/g, '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean);
  return words.sort().join('');
}

const ACCENTS = /[\u0300-\u036f]/g;
