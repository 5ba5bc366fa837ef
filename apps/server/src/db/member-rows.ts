import { type RawBuilder, sql } from 'kysely';

/** Key of a member's rows: every table of members begins with `bucket, member_id`. */
export interface MemberKey {
  bucket: number;
  memberId: string;
}

/** SQL condition for the member's rows of a table. `alias` names the table where a query has several. */
export function ofMember({ bucket, memberId }: MemberKey, alias?: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(alias === undefined ? name : `${alias}.${name}`);
  return sql<boolean>`${column('bucket')} = ${bucket}::smallint and ${column('member_id')} = ${memberId}::uuid`;
}
