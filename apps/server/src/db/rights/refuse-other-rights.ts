import { type Kysely, sql } from 'kysely';
import { DatabaseUnfit } from './database-unfit.ts';
import { declaredRights, differences, textOf } from './declared.ts';
import { databaseOf, grantedRights, isOnCitus } from './granted.ts';
import { type ProcessRole, roleName } from './roles.ts';

interface Signed {
  name: string;
  /** A superuser, or a role with another attribute beyond signing in. */
  is_special: boolean;
  owns: boolean;
  member_of: string[];
}

const SHOWN_MAX = 3;

/**
 * Throws an error of one line unless a connection has exactly the declared rights of its process. It refuses the
 * owner, the role of another process, and any missing or extra right. `source` names the setting with the connection's
 * URL, such as `TERCET_APP_URL`.
 */
export async function refuseOtherRights<T>(db: Kysely<T>, role: ProcessRole, source: string): Promise<void> {
  const database = await databaseOf(db);
  const { name, is_special, owns, member_of } = await signedInAs(db);
  const who = `${source} signs in as ${name}`;
  const use = `a process of the role ${role} signs in as ${roleName(database, role)}`;
  if (is_special) throw new DatabaseUnfit(`${who}, who may do more than run the club: ${use}`);
  if (owns) throw new DatabaseUnfit(`${who}, who owns the database: ${use}`);
  if (member_of.length > 0) throw new DatabaseUnfit(`${who}, who is also ${member_of.join(', ')}: ${use}`);
  const names = { api: '', draw: '', jobs: '', [role]: name };
  const place = { database, isOnCitus: await isOnCitus(db) };
  const wanted = declaredRights(place).filter(({ grantee }) => grantee === role);
  const held = await grantedRights(db, names, place);
  const mine = held.filter(({ grantee }) => grantee === role || grantee === 'public');
  const { missing, excess } = differences(mine, wanted);
  if (excess.length > 0)
    throw new DatabaseUnfit(`${who}, who may do more than the role ${role}: ${some(excess.map(textOf))}; ${use}`);
  if (missing.length > 0) {
    throw new DatabaseUnfit(
      `${who}, who lacks rights of the role ${role}: ${some(missing.map(textOf))}; run \`club migrate\`, ${use}`,
    );
  }
}

async function signedInAs<T>(db: Kysely<T>): Promise<Signed> {
  const { rows } = await sql<Signed>`
    select session_user::text as name,
      r.rolsuper or r.rolcreatedb or r.rolcreaterole or r.rolreplication or r.rolbypassrls as is_special,
      exists (select from pg_namespace n where n.nspowner = r.oid)
        or exists (select from pg_class c where c.relowner = r.oid)
        or exists (select from pg_proc p where p.proowner = r.oid)
        or exists (select from pg_database d where d.datdba = r.oid) as owns,
      array(select m.roleid::regrole::text from pg_auth_members m where m.member = r.oid) as member_of
    from pg_roles r where r.rolname = session_user`.execute(db);
  if (!rows[0]) throw new Error('the role of this session was not found');
  return rows[0];
}

function some(texts: readonly string[]): string {
  const shown = texts.slice(0, SHOWN_MAX).join('; ');
  return texts.length > SHOWN_MAX ? `${shown} and ${texts.length - SHOWN_MAX} more` : shown;
}
