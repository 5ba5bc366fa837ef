import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/db/ids.ts';
import type { SignedIn } from '../http/server.ts';
import { type SignedInStaff, signedInStaff } from '../kit/staff.ts';
import { begun, by, type Desk, openDesk, staffPath, taken } from './desk.ts';

// One act on several conversations.

let desk: Desk;
let tom: SignedInStaff;
beforeAll(async () => {
  desk = await openDesk();
  tom = await signedInStaff(desk.club, 'support');
});
afterAll(() => desk.close());

interface Place {
  member: SignedIn;
  id: string;
}
interface Result {
  id: string;
  outcome: string;
  code: string | null;
}

async function opened(): Promise<Place> {
  const member = await desk.member();
  return { member, id: (await begun(desk, member)).id };
}

const item = ({ member, id }: Place, from: string | null = null) => ({ memberId: member.memberId, id, from });

async function handle(act: object, items: object[], who: { cookie: string } = desk.sara): Promise<Result[]> {
  const answer = await by(desk, who, '/api/console/desk/handling', { body: { act, items } });
  return (await taken<{ results: Result[] }>(answer, 200)).results;
}

const read = ({ member, id }: Place) =>
  by(desk, desk.sara, staffPath(member, id)).then((answer) =>
    taken<{ state: string; labels: string[]; assignedTo: { id: string } | null }>(answer, 200),
  );

/** Acts that changed the conversation. */
async function actsOn({ id }: Place): Promise<string[]> {
  const { rows } = await desk.club.owner.query(
    `select body from audit.entry where subject = $1 and act in ('desk-assigned', 'desk-labelled', 'desk-closed')
     order by seq`,
    [`desk/${id}`],
  );
  return rows.map(({ body }) => JSON.parse(body).act);
}

describe('one act on several conversations', () => {
  test('assigns those that nobody took meanwhile, and says which it left, each with an act of its own', async () => {
    const [free, mine, taken] = [await opened(), await opened(), await opened()];
    await handle({ kind: 'assign', to: desk.sara.id }, [item(mine)]);
    await handle({ kind: 'assign', to: tom.id }, [item(taken)], tom);
    const gone = { memberId: free.member.memberId, id: newId(), from: null };
    const results = await handle({ kind: 'assign', to: desk.sara.id }, [
      ...[item(free), item(mine, desk.sara.id), item(taken)],
      gone,
    ]);
    expect(results).toEqual([
      { id: free.id, outcome: 'done', code: null },
      { id: mine.id, outcome: 'unchanged', code: null },
      { id: taken.id, outcome: 'refused', code: 'already-set' },
      { id: gone.id, outcome: 'refused', code: 'not-found' },
    ]);
    expect((await read(taken)).assignedTo?.id).toBe(tom.id);
    expect([await actsOn(free), await actsOn(mine), await actsOn(taken)]).toEqual([
      ['desk-assigned'],
      ['desk-assigned'],
      ['desk-assigned'],
    ]);
  });

  test('adds a label beside those that a conversation has', async () => {
    const [one, other] = [await opened(), await opened()];
    await handle({ kind: 'label', label: 'bet' }, [item(one)]);
    const results = await handle({ kind: 'label', label: 'payout' }, [item(one), item(other)]);
    expect(results.map(({ outcome }) => outcome)).toEqual(['done', 'done']);
    expect([(await read(one)).labels, (await read(other)).labels]).toEqual([['payout', 'bet'], ['payout']]);
    expect(await handle({ kind: 'label', label: 'bet' }, [item(one)])).toMatchObject([{ outcome: 'unchanged' }]);
    expect(await actsOn(one)).toEqual(['desk-labelled', 'desk-labelled']);
  });

  test('closes the open ones', async () => {
    const [one, other] = [await opened(), await opened()];
    await handle({ kind: 'close' }, [item(one)]);
    const results = await handle({ kind: 'close' }, [item(one), item(other)]);
    expect(results.map(({ outcome }) => outcome)).toEqual(['unchanged', 'done']);
    expect((await read(other)).state).toBe('closed');
    expect([await actsOn(one), await actsOn(other)]).toEqual([['desk-closed'], ['desk-closed']]);
  });

  test('is for those who answer, gives to those who answer, and has a maximum', async () => {
    const place = await opened();
    for (const role of ['auditor', 'content', 'finance'] as const) {
      const one = await signedInStaff(desk.club, role);
      const answer = await by(desk, one, '/api/console/desk/handling', {
        body: { act: { kind: 'close' }, items: [item(place)] },
      });
      expect([role, answer.status]).toEqual([role, 403]);
    }
    const ada = await signedInStaff(desk.club, 'auditor');
    const send = (act: object, items: object[]) =>
      by(desk, desk.sara, '/api/console/desk/handling', { body: { act, items } });
    expect((await send({ kind: 'assign', to: ada.id }, [item(place)])).status).toBe(404);
    expect((await send({ kind: 'close' }, [])).status).toBe(400);
    expect((await send({ kind: 'close' }, Array(51).fill(item(place)))).status).toBe(400);
    expect((await send({ kind: 'refuse' }, [item(place)])).status).toBe(400);
    expect(await actsOn(place)).toEqual([]);
  });
});
