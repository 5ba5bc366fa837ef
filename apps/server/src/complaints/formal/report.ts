import { sql } from 'kysely';
import { type DaySpan, withinDays } from '../../db/day-span.ts';
import type { Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import { COMPLAINT_SUBJECTS, type ComplaintSubject } from './stages.ts';

/** Complaints about one subject that were filed in a span of days. */
export interface SubjectReport {
  subject: ComplaintSubject;
  filed: number;
  /** With a final answer, by its last outcome. */
  upheld: number;
  partly: number;
  rejected: number;
  /** Without a final answer. */
  open: number;
  secondLooks: number;
  /** First final answer after its deadline, or still missing behind it. */
  late: number;
  /** Mean days from filing to the first final answer; null without one. */
  meanDays: number | null;
}

/** The report of formal complaints filed in a span, by subject. Subjects without a complaint are included. */
export async function reportComplaints(q: Db | Tx['q'], span: DaySpan): Promise<SubjectReport[]> {
  const { rows } = await sql<Omit<SubjectReport, 'subject'> & { subject: string }>`
    select c.subject, count(*)::integer as filed,
      (count(*) filter (where c.outcome = 'upheld' and c.due_at is null))::integer as upheld,
      (count(*) filter (where c.outcome = 'partly' and c.due_at is null))::integer as partly,
      (count(*) filter (where c.outcome = 'rejected' and c.due_at is null))::integer as rejected,
      (count(*) filter (where c.due_at is not null))::integer as open,
      (count(*) filter (where c.second_at is not null))::integer as "secondLooks",
      (count(*) filter (where coalesce(c.answered_at, clock.now()) > c.answer_due_at))::integer as late,
      (avg(extract(epoch from c.answered_at - c.filed_at)) / 86400)::float8 as "meanDays"
    from complaints.formal c where true ${withinDays('c.filed_at', span)} group by c.subject`.execute(q);
  return COMPLAINT_SUBJECTS.map((subject) => {
    const found = rows.find((row) => row.subject === subject);
    const none = { filed: 0, upheld: 0, partly: 0, rejected: 0, open: 0, secondLooks: 0, late: 0, meanDays: null };
    return { ...none, ...found, subject };
  });
}
