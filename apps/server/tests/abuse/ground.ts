import { seedBanks } from '../../../../dev/play-house/seed-banks.ts';
import { startSandbox } from '../../../../dev/sandbox/sandbox.ts';
import { temporaryFolder } from '../../../../dev/temporary-folder.ts';
import { loadFieldCipher } from '../../src/crypto/field-cipher.ts';
import { createPasswords } from '../../src/members/sessions/passwords.ts';
import { ROLES, type Role } from '../../src/staff/roles.ts';
import { openServer, placeOver, type SignedIn, signIn, slipBody, type TestServer } from '../http/server.ts';
import { type Club, type OpenTable, openClub } from '../kit/club.ts';
import { addMadeTitle } from '../kit/films.ts';
import { addHost } from '../kit/hosts.ts';
import { givePayee, nameMember } from '../kit/persons.ts';
import { signedInStaff } from '../kit/staff.ts';

/** Kinds of callers. `restricted`: a session for leaving only. Staff have proved their presence. */
export type Caller = 'visitor' | 'member' | 'restricted' | Role;
export const CALLERS: readonly Caller[] = ['visitor', 'member', 'restricted', ...ROLES];

/** A club with rows of every kind, to attack. */
export interface Ground {
  club: Club;
  table: OpenTable;
  server: TestServer;
  /** Existing ids, so that random calls find something. */
  ids: readonly string[];
  /** Valid values by field or parameter name. */
  known: Readonly<Record<string, unknown>>;
  /** Cookie of a new session; each member session belongs to a new member. Null for a visitor. */
  cookieOf(caller: Caller): Promise<string | null>;
  close(): Promise<void>;
}

/** Password of every member. */
export const PASSWORD = 'a lantern for every harbour';
const SECRET = 'the secret of a provider that only pretends';

export async function openGround(): Promise<Ground> {
  const folder = temporaryFolder('tercet-abuse-');
  const club = await openClub({ connectionsMax: 8 });
  const table = await club.openTable({ key: 'dice-30', periodSeconds: 30 });
  await seedBanks(club.db);
  const sandbox = await startSandbox({ dataDir: folder.path, secret: SECRET, port: 0, host: '127.0.0.1' });
  const server = await openServer(club, { payments: { kind: 'sandbox', url: sandbox.url, secret: SECRET } });
  const cipher = await loadFieldCipher(server.keysDir);
  const titleId = await addMadeTitle(club);
  const host = await addHost(club);
  const ids = [titleId, host.hostId, table.table.hash, table.schedule().drawId];

  const passwordHash = await createPasswords().hash(PASSWORD);

  async function newMember(restricted: boolean): Promise<SignedIn> {
    const member = await signIn(club, await club.member({ credits: 1_000_000n }), restricted);
    await club.owner.query('update members.member set password_hash = $1 where member_id = $2', [
      passwordHash,
      member.memberId,
    ]);
    await nameMember(club.db, member);
    ids.push(member.memberId, await givePayee(club.db, cipher, member));
    if (!restricted) {
      const placed = await placeOver(server, member, slipBody(table, [{ bet: 'big', stakeMinor: 100n }]));
      const { slip } = (await placed.json()) as { slip?: { id: string } };
      if (slip) ids.push(slip.id);
    }
    return member;
  }

  return {
    club,
    table,
    server,
    ids,
    known: {
      drawId: table.schedule().drawId,
      tableHash: table.table.hash,
      key: 'dice-30',
      period: table.schedule().period,
      stakeMinor: '100',
      amountMinor: '2500',
      titleId,
      hostId: host.hostId,
      cityId: host.cityId,
      host: host.hostId,
      picture: host.pictureId,
      token: host.token,
      password: PASSWORD,
      oldPassword: PASSWORD,
      realName: 'Mira Okafor',
      financePassword: '7391',
      birthDate: '1990-04-12',
    },
    async cookieOf(caller) {
      if (caller === 'visitor') return null;
      if (caller === 'member' || caller === 'restricted') return (await newMember(caller === 'restricted')).cookie;
      const one = await signedInStaff(club, caller);
      ids.push(one.id);
      return one.cookie;
    },
    async close() {
      await server.stop();
      await sandbox.close();
      await club.close();
      folder.remove();
    },
  };
}
