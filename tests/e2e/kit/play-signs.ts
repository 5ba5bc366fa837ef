import type { Club } from './club.ts';
import { asOwner } from './owner-sql.ts';

/** Writes signs of harm and a case of staff for a member, as the job would after weeks of play. */
export async function addSigns(club: Club, userName: string): Promise<void> {
  const member = `select m.bucket, m.member_id from members.member m where m.user_name = '${userName}'`;
  const signs = JSON.stringify([{ kind: 'spend', level: 'high', figure: '420000', usual: '100000' }]);
  await asOwner(
    club,
    `insert into risk.assessment select w.bucket, w.member_id, clock.now(), 'UTC' from (${member}) w
       on conflict (bucket, member_id) do update set at = excluded.at;
     insert into risk.indicator select w.bucket, w.member_id, 'spend', 'high', 420000, 100000, clock.now() from (${member}) w;
     insert into risk.indicator select w.bucket, w.member_id, 'time', 'noted', 600, 240, clock.now() from (${member}) w;
     insert into risk.indicator select w.bucket, w.member_id, 'night', 'noted', 3, null, clock.now() from (${member}) w;
     insert into risk.member_case (bucket, member_id, id, reason, signs, opened_at, due_at)
       select w.bucket, w.member_id, gen_random_uuid(), 'signs', '${signs}', clock.now(), clock.now() from (${member}) w`,
  );
}
