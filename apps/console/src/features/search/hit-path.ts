import { memberKey } from '../../api/shared/data-provider.ts';
import type { Hit } from '../../api/staff/search.ts';

/** URL of a found thing. A top-up without a payment and a bet without a question are on their member's statement. */
export function hitPath({ kind, id, memberId }: Pick<Hit, 'kind' | 'id' | 'memberId'>): string {
  const key = memberKey({ memberId: memberId ?? '', id });
  switch (kind) {
    case 'withdrawal':
      return `/withdrawals/${key}/show`;
    case 'payment':
      return `/payments/${key}/show`;
    case 'complaint':
      return `/complaints/${key}/show`;
    case 'conversation':
      return `/desk/${key}/show`;
    case 'top-up':
    case 'bet':
      return `/members/${memberId}/show?part=statement`;
    case 'draw':
      return drawPath(id);
    case 'act':
      return listFrom('audit', memberId === null ? {} : { member: memberId }, BigInt(id) + 1n);
    default:
      return `/${PAGE_OF[kind]}/${id}/show`;
  }
}

const PAGE_OF = { member: 'members', visitor: 'visitors', host: 'hosts', title: 'videos' } as const;

function drawPath(drawId: string): string {
  const [lottery = '', period = '0'] = drawId.split('/');
  return listFrom('draws', { lottery }, BigInt(period) + 1n);
}

/** The list of newest first, from the item before `cursor` on. */
function listFrom(page: string, filter: Record<string, string>, cursor: bigint): string {
  return `/${page}?${new URLSearchParams({ filter: JSON.stringify(filter), page: '2', cursor: String(cursor) })}`;
}
