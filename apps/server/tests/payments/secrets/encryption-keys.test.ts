import { randomUUID } from 'node:crypto';
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../../dev/temporary-folder.ts';
import { reencryptAll } from '../../../src/cli/encrypted-rows.ts';
import { addEncryptionKey, chooseEncryptionKey, loadFieldCipher } from '../../../src/crypto/field-cipher.ts';
import { rowMacs } from '../../../src/crypto/row-macs.ts';
import { transaction } from '../../../src/db/transaction.ts';
import { makeInvite, readMemberInvite } from '../../../src/members/invites/member-invites.ts';
import { subscribe, subscriptionsOf } from '../../../src/members/messages/push.ts';
import { activePayee, decryptPayee } from '../../../src/payments/payees/payees.ts';
import { handleMessages } from '../../../src/payments/provider/events.ts';
import { keepMessage } from '../../../src/payments/provider/messages.ts';
import { activeLegalHold } from '../../../src/payments/rules/legal-holds.ts';
import { Refusal } from '../../../src/refusal.ts';
import { giveStaffCode } from '../../../src/staff/accounts.ts';
import { takeCode } from '../../../src/staff/totp.ts';
import { type Club, openClub } from '../../kit/club.ts';
import { clubLines } from '../../kit/club-command.ts';
import { macs } from '../../kit/macs.ts';
import { givePayee, IBAN } from '../../kit/persons.ts';
import { saying } from '../../kit/provider.ts';
import { addStaff, TERMINAL } from '../../kit/staff.ts';
import { openWallet, type TestWallet } from '../../kit/wallet.ts';
import { setLegalHold } from '../withdrawals/withdrawing.ts';

const SUBSCRIPTION = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/abc',
  keys: {
    p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
    auth: 'tBHItJI5svbpez7KI4CCXg',
  },
};

let club: Club;
let wallet: TestWallet;
beforeAll(async () => {
  club = await openClub();
});
afterAll(() => club.close());
beforeEach(async () => {
  wallet = await openWallet(club);
});
afterEach(async () => {
  wallet.close();
  await club.owner.query(
    `delete from payments.payee; delete from members.push_subscription; delete from members.member_invite;
     delete from staff.account`,
  );
});

function run(...args: string[]): Promise<string[]> {
  return clubLines(['encryption-keys', ...args], {
    TERCET_OWNER_URL: club.database.ownerUrl,
    TERCET_KEYS: wallet.keysDir,
  });
}

/** Adds a key and re-encrypts, as on a single machine. */
async function rotate(): Promise<string[]> {
  return run('rotate-key', await addEncryptionKey(wallet.keysDir));
}

async function keysInUse(): Promise<string[]> {
  const { rows } = await club.owner.query(`
    select key_id from payments.payee union select key_id from members.push_subscription
    union select key_id from members.member_invite
    union select totp_key_id from staff.account where totp_key_id is not null
    union select split_part(mac, ':', 1) from staff.account`);
  return rows.map(({ key_id }) => key_id);
}

/** Members with an encrypted payout account each. */
async function membersWithPayees(count: number) {
  const members = await club.members(count);
  for (const member of members) await givePayee(club.db, wallet.payments.cipher, member);
  return members;
}

describe('another key', () => {
  test('takes over all that is encrypted: payees, push subscriptions, invites, codes of the staff', async () => {
    const { cipher } = wallet.payments;
    const [member] = await membersWithPayees(1);
    if (!member) throw new Error('no member');
    const sender = { publicKey: '', send: async () => 'sent' as const };
    const push = { db: club.db, cipher, sender, moreHosts: [] };
    await subscribe(push, member, SUBSCRIPTION);
    const inviteId = await transaction(club.api, (tx) => makeInvite(tx, { db: club.db, cipher }, member, randomUUID()));
    const { code } = await readMemberInvite({ db: club.db, cipher }, member, inviteId);
    const staff = await addStaff(club, 'finance');
    await addStaff(club, 'support');
    const uri = await transaction(club.db, (tx) => giveStaffCode(tx, { macs, cipher }, { name: staff.name }, TERMINAL));
    const message = wallet.provider.deliver([saying('pending', randomUUID())], club.clock.nowMs());
    await keepMessage(wallet.payments, 'sandbox', message);
    const before = cipher.currentKeyId;
    expect(await run('status')).toEqual([
      `current  ${before}`,
      `${before}  1 payees`,
      `${before}  1 push subscriptions`,
      `${before}  1 invites`,
      `${before}  1 provider messages`,
      `${before}  1 staff codes`,
      `${before}  4 staff accounts`,
    ]);

    const lines = await rotate();
    expect(lines.slice(1, 6)).toEqual([
      '1 payees re-encrypted',
      '1 push subscriptions re-encrypted',
      '1 invites re-encrypted',
      '1 provider messages re-encrypted',
      '4 staff accounts re-encrypted',
    ]);
    const after = cipher.currentKeyId;
    expect(after).not.toBe(before);
    expect(await keysInUse()).toEqual([after]);
    expect(await run('status')).toContain(`${after}  1 payees`);
    // The cipher was loaded before the key existed, as in a running club.
    const row = await activePayee(club.db, member);
    expect(row && decryptPayee(wallet.payments, row)).toEqual({ kind: 'iban', iban: IBAN });
    expect((await subscriptionsOf(push, member)).map(({ subscription }) => subscription)).toEqual([SUBSCRIPTION]);
    expect(await readMemberInvite({ db: club.db, cipher }, member, inviteId)).toMatchObject({ state: 'open', code });
    const secret = await club.db.selectFrom('staff.account').selectAll().where('id', '=', staff.id).executeTakeFirst();
    const encrypted = { keyId: secret?.totp_key_id ?? '', bytes: secret?.totp ?? Buffer.alloc(0) };
    expect(uri).toContain(cipher.decrypt(encrypted, `staff-totp/${staff.id}`));
    const wrong = new Refusal('code-wrong');
    const account = { id: staff.id, totp: encrypted.bytes, totp_key_id: after };
    await expect(transaction(club.api, (tx) => takeCode(tx, cipher, account, '0', wrong))).rejects.toBe(wrong);
    // A message that was encrypted under another key is still read.
    expect(await handleMessages(wallet.jobs)).toBe(1);
    await club.owner.query("update payments.provider_message set key_id = ''");
  });

  test('takes over legal holds', async () => {
    const member = await club.member();
    await setLegalHold(club, wallet.payments, member);
    const held = async () =>
      (await activeLegalHold(
        club.db,
        rowMacs(wallet.payments.cipher, () => {}),
        member,
      )) !== null;
    expect(await held()).toBe(true);
    expect(await rotate()).toContain('1 legal holds re-encrypted');
    expect(await held()).toBe(true);
    const { rows } = await club.owner.query(
      `select split_part(mac, ':', 1) as a, split_part(confirmed_mac, ':', 1) as b from payments.legal_hold`,
    );
    const { currentKeyId } = wallet.payments.cipher;
    expect(rows).toEqual([{ a: currentKeyId, b: currentKeyId }]);
    await club.owner.query('delete from payments.legal_hold');
  });

  test('is gone on with where a rotation was broken off, and not added twice', async () => {
    await membersWithPayees(150);
    const { cipher } = wallet.payments;
    const before = cipher.currentKeyId;
    const keyId = await addEncryptionKey(wallet.keysDir);
    await chooseEncryptionKey(wallet.keysDir, keyId);
    let encrypted = 0;
    const failing = {
      ...cipher,
      currentKeyId: keyId,
      encrypt: (text: string, row: string) => {
        encrypted += 1;
        if (encrypted > 120) throw new Error('the plug is pulled');
        return cipher.encrypt(text, row);
      },
    };
    await expect(reencryptAll(club.db, failing)).rejects.toThrow('the plug is pulled');
    const staff = `${before}  2 staff accounts  to re-encrypt`;
    expect(await run('status')).toEqual([`current  ${keyId}`, ...lines(before, 50, keyId, 100), staff]);

    const [first, second] = await run('rotate-key', keyId);
    expect([first, second]).toEqual([`New data is encrypted with key ${keyId} from now on`, '50 payees re-encrypted']);
    expect(await run('status')).toEqual([`current  ${keyId}`, `${keyId}  150 payees`, `${keyId}  2 staff accounts`]);
    expect((await run('rotate-key', keyId))[1]).toBe('0 payees re-encrypted');
    expect(cipher.currentKeyId).toBe(keyId);
  });

  test('is on every machine before one of them seals with it: each opens, at each step, what the other has encrypted', async () => {
    const elsewhere = temporaryFolder('tercet-other-machine-');
    const copy = (): void => {
      copyFileSync(join(wallet.keysDir, 'encryption-keys.json'), join(elsewhere.path, 'encryption-keys.json'));
    };
    const { cipher } = wallet.payments;
    copy();
    const other = await loadFieldCipher(elsewhere.path);
    const opensBothWays = (): void => {
      expect(other.decrypt(cipher.encrypt(IBAN, 'row'), 'row')).toBe(IBAN);
      expect(cipher.decrypt(other.encrypt(IBAN, 'row'), 'row')).toBe(IBAN);
    };
    const [member, late] = await membersWithPayees(2);
    const before = cipher.currentKeyId;

    const output = await run('add-key');
    const keyId = /^Key ([0-9a-f]{8}) is added/.exec(output[0] ?? '')?.[1] ?? '';
    expect([output.at(-1), cipher.currentKeyId]).toEqual([
      `Once all have it: club encryption-keys rotate-key ${keyId}`,
      before,
    ]);
    opensBothWays();
    copy();
    await run('rotate-key', keyId);
    expect([cipher.currentKeyId, other.currentKeyId]).toEqual([keyId, before]);
    opensBothWays();
    // A row that a machine with the old key encrypted meanwhile.
    await club.owner.query(`delete from payments.payee where member_id = $1`, [late?.memberId]);
    if (member && late) await givePayee(club.db, other, late);
    expect((await keysInUse()).sort()).toEqual([before, keyId].sort());
    copy();
    await run('rotate-key', keyId);
    expect(await keysInUse()).toEqual([keyId]);
    opensBothWays();
    await expect(run('rotate-key', 'aabbccdd')).rejects.toThrow('there is no encryption key aabbccdd');
    elsewhere.remove();
  });

  test('comes while the club runs: what is read and bound meanwhile opens, and nothing is left behind', async () => {
    const members = await membersWithPayees(250);
    const late = await club.members(60);
    let isOver = false;
    let opened = 0;
    async function read(): Promise<void> {
      for (let turn = 0; !isOver; turn = (turn + 7) % members.length) {
        const row = await activePayee(club.db, members[turn] ?? { bucket: 0, memberId: '' });
        expect(row && decryptPayee(wallet.payments, row)).toEqual({ kind: 'iban', iban: IBAN });
        opened += 1;
      }
    }
    async function bind(): Promise<void> {
      for (const member of late) await givePayee(club.db, wallet.payments.cipher, member);
    }
    const readers = [read(), read()];
    const keyId = await addEncryptionKey(wallet.keysDir);
    await Promise.all([run('rotate-key', keyId), bind()]);
    await rotate();
    isOver = true;
    await Promise.all(readers);
    expect(opened).toBeGreaterThan(10);
    await rotate();
    expect(await keysInUse()).toEqual([wallet.payments.cipher.currentKeyId]);
    for (const member of [...members, ...late]) {
      const row = await activePayee(club.db, member);
      expect(row && decryptPayee(wallet.payments, row)).toEqual({ kind: 'iban', iban: IBAN });
    }
  });

  test('names what does not open, leaves it as it is, and does the rest', async () => {
    const [moved, lost, good] = await membersWithPayees(3);
    const { rows } = await club.owner.query('select encrypted from payments.payee where member_id = $1', [
      good?.memberId,
    ]);
    await club.owner.query('update payments.payee set encrypted = $2 where member_id = $1', [
      moved?.memberId,
      rows[0].encrypted,
    ]);
    await club.owner.query(`update payments.payee set key_id = 'aabbccdd' where member_id = $1`, [lost?.memberId]);
    const output = await rotate().catch((error: Error) => error.message);
    expect(output).toContain('1 payees re-encrypted');
    expect(output).toContain(`payee/${moved?.memberId}/`);
    expect(output).toContain(`payee/${lost?.memberId}/`);
    expect(output).not.toContain(`payee/${good?.memberId}/`);
    // Rows that fail to decrypt do not block the change of the key.
    const before = wallet.payments.cipher.currentKeyId;
    await expect(rotate()).rejects.toThrow('do not decrypt');
    expect(wallet.payments.cipher.currentKeyId).not.toBe(before);
  });

  test.each([[], ['reseal'], ['status', 'more'], ['rotate-key'], ['add-key', 'more'], ['rotate-key', 'a', 'b']])(
    'is not what %j asks for',
    async (...args) => {
      await expect(run(...args)).rejects.toThrow('Usage: club encryption-keys');
    },
  );
});

describe('another pepper', () => {
  test('is added beside those that are there', async () => {
    const path = join(wallet.keysDir, 'finance-pepper.json');
    const before = JSON.parse(readFileSync(path, 'utf8'));
    const output = await run('rotate-pepper');
    const after = JSON.parse(readFileSync(path, 'utf8'));
    expect(after.current).not.toBe(before.current);
    expect(after.peppers).toMatchObject(before.peppers);
    expect(Object.keys(after.peppers).sort()).toEqual([before.current, after.current].sort());
    expect(output[0]).toContain(after.current);
    expect(output.join()).not.toContain(after.peppers[after.current]);
  });
});

/** Sorted output of `status` about payees under two keys. */
function lines(oldKey: string, oldRows: number, newKey: string, newRows: number): string[] {
  const both = [`${oldKey}  ${oldRows} payees  to re-encrypt`, `${newKey}  ${newRows} payees`];
  return both.sort();
}
