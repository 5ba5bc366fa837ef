import { z } from 'zod';
import { listAdminHosts } from '../../../directory/admin-hosts.ts';
import { listAllReports } from '../../../directory/report-records.ts';
import { bestWords } from '../../../languages.ts';
import { namesOfStaff } from '../../../staff/names.ts';
import { listTitles } from '../../../video/manage-titles.ts';
import { STAFF_READERS } from '../desk/desk-threads.ts';
import { REPORT_FILTER, reportFilter } from '../directory/host-reports.ts';
import { HOST_FILTER, hostFilter } from '../directory/hosts.ts';
import { given } from '../list-filter.ts';
import { memberNames } from '../members/member-names.ts';
import { TITLE_FILTER, titleFilter } from '../videos/list-videos.ts';
import { moneyCells, moneyColumns, timeCell } from './csv.ts';
import { exportOf } from './export-plan.ts';

/** The name for staff; null without any. */
function nameIn(texts: Readonly<Record<string, { name: string }>> | null): string | null {
  const { languages, house } = STAFF_READERS;
  return texts === null ? null : (bestWords(texts, [...languages], house)?.name ?? null);
}

const HOSTS = exportOf({
  what: 'hosts',
  roles: ['content', 'auditor', 'owner'],
  summary: 'The list of hosts as CSV',
  query: z.object(HOST_FILTER),
  plan: (query) => ({
    columns: [
      ...['id', 'name', 'city_id', 'city', 'services', 'languages', 'shown', 'unmet', 'reports'],
      ...['added_at', 'consent_until', 'identity_until', 'age_until', 'hidden_at', 'removed_at'],
    ],
    async page(q, limit, cursor) {
      const { items, ...rest } = await listAdminHosts(q, { ...hostFilter(query), ...given({ cursor }), limit });
      const rows = items.map((one) => [
        ...[one.id, nameIn(one.texts), one.cityId, nameIn(one.city), one.services.join(' '), one.languages.join(' ')],
        ...[String(one.shown), one.unmet.join(' '), one.reports],
        ...[one.createdAtMs, one.consentUntilMs, one.identityUntilMs, one.ageUntilMs].map(timeCell),
        ...[one.hiddenAtMs, one.removedAtMs].map(timeCell),
      ]);
      return { ...rest, rows, members: [] };
    },
  }),
});

const REPORTS = exportOf({
  what: 'host-reports',
  roles: ['content', 'auditor', 'owner'],
  summary: 'The list of reports of hosts as CSV',
  query: z.object(REPORT_FILTER),
  plan: (query) => ({
    columns: [
      ...['id', 'member_id', 'user_name', 'host_id', 'host', 'reason', 'words', 'pictures', 'at'],
      ...['outcome', 'answer', 'decided_by', 'decided_at'],
    ],
    async page(q, limit, cursor) {
      const readers = { ...STAFF_READERS, languages: [...STAFF_READERS.languages] };
      const found = await listAllReports(q, readers, { ...reportFilter(query), ...given({ cursor }), limit });
      const { items, ...rest } = found;
      const members = items.map(({ memberId }) => memberId);
      const userName = await memberNames(q, members);
      const staff = await namesOfStaff(q, [...new Set(items.flatMap(({ decidedBy }) => decidedBy ?? []))]);
      const rows = items.map((one) => [
        ...[one.id, one.memberId, userName(one.memberId), one.hostId, one.hostName, one.reason, one.words],
        ...[one.pictures, timeCell(one.atMs), one.outcome, one.answer],
        ...[one.decidedBy === null ? null : (staff.get(one.decidedBy) ?? ''), timeCell(one.decidedAtMs)],
      ]);
      return { ...rest, rows, members };
    },
  }),
});

const TITLES = exportOf({
  what: 'videos',
  roles: ['content', 'auditor', 'owner'],
  summary: 'The titles of the library as CSV',
  query: z.object(TITLE_FILTER),
  plan: (query, { money }) => ({
    columns: [
      ...['id', 'name', 'class_id', 'state', 'age', 'access', ...moneyColumns('price'), 'hours'],
      ...[...moneyColumns('balance'), 'plays', 'purchases', 'duration_ms', 'added_at', 'published_at', 'withdrawn_at'],
    ],
    async page(q, limit, cursor) {
      const { items, ...rest } = await listTitles(q, { ...titleFilter(query), ...given({ cursor }), limit });
      const cells = (amount: bigint | null) =>
        amount === null ? [null, null, null] : moneyCells(amount, money.currency, money);
      const rows = items.map((one) => [
        ...[one.id, nameIn(one.texts), one.classId, one.state, one.age, one.access, ...cells(one.price), one.hours],
        ...[...cells(one.balance), one.plays, one.purchases, one.durationMs],
        ...[one.createdAtMs, one.publishedAtMs, one.withdrawnAtMs].map(timeCell),
      ]);
      return { ...rest, rows, members: [] };
    },
  }),
});

export const EXPORTS_OF_CONTENT = [HOSTS, REPORTS, TITLES];
