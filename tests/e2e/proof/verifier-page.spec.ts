import { hash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildMemberApp } from '@tercet/dev/pages/member-app.ts';
import { NOTE_ED25519, parseVerifierKey, verifierKeyOf } from '@tercet/fair';
import { expect, test } from '../kit/fixtures.ts';
import { field } from '../pages/forms.ts';
import { expectGoodLook } from '../pages/look.ts';
import {
  ADDS_UP,
  checkLatestDraw,
  chooseFile,
  confirmKey,
  expectVerdict,
  outcomes,
  saveProof,
  TO_CONFIRM,
} from '../pages/proofs.ts';
import { checkAlone, nameClub, openAlone } from '../pages/saved-page.ts';

/** The step that the page cannot take, since it has seen no other answer about the draw. */
const ONE_ANSWER = 'Same answer for everyone passed';

test.describe('the page on its own', () => {
  test('opened from the disk, it gives the same verdict without any connection', async ({ page, newPhone }) => {
    const drawId = await checkLatestDraw(page);
    const text = readFileSync(await saveProof(page), 'utf8');
    const inClub = await outcomes(page);
    const { alone, asked: requested, remove } = await openAlone(newPhone);

    await chooseFile(alone, 'proof.json', text);
    // The key is not confirmed there.
    await expectVerdict(alone, TO_CONFIRM);
    await expectGoodLook(alone, 'the page on its own');
    await confirmKey(alone);
    await expectVerdict(alone, ADDS_UP);
    await expect(alone.getByRole('status')).toContainText('Table, seal, beacon and dice agree');
    // The page has seen no other answer about the draw.
    expect(await outcomes(alone)).toEqual(inClub.filter((title) => title !== ONE_ANSWER));

    await test.step('with the key of the book from elsewhere', async () => {
      const { logKey } = JSON.parse(text).proof.book;
      await alone.getByText('Ask a club, or compare its key').click();
      const key = field(alone, 'Key of the book');
      await expect(key).toHaveValue(logKey);
      await key.fill(logKey.slice(0, -9));
      await chooseFile(alone, 'proof.json', text);
      await expect(alone.getByText('This is not the key of a book')).toBeVisible();
      await key.fill(otherKey(logKey));
      await chooseFile(alone, 'proof.json', text);
      await expectVerdict(alone, 'This does not add up');
      await expect(alone.getByRole('heading', { name: 'The right book failed' })).toBeVisible();
      await key.fill('');
      await chooseFile(alone, 'proof.json', text);
      await expectVerdict(alone, TO_CONFIRM);
    });

    await test.step('a falsified proof is a breach, with an explanation', async () => {
      for (const [bend, step, words] of BENT) {
        const proof = JSON.parse(text);
        bend(proof.proof);
        await chooseFile(alone, 'proof.json', JSON.stringify(proof));
        await expectVerdict(alone, 'This does not add up');
        await expect(alone.getByRole('heading', { name: `${step} failed` })).toBeVisible();
        await expect(alone.getByText(words)).toBeVisible();
        await expect(alone.getByText('Either the house broke its word, or the file was changed')).toBeVisible();
      }
      await chooseFile(alone, 'proof.json', text.slice(0, -40));
      await expect(alone.getByText('Part of this saved proof is missing')).toBeVisible();
    });

    await test.step('a truncated proof names what is missing', async () => {
      const proof = JSON.parse(text);
      proof.proof.book.entries = [];
      await chooseFile(alone, 'proof.json', JSON.stringify(proof));
      await expectVerdict(alone, 'Evidence is missing');
      await expect(alone.getByRole('status')).toContainText(
        'The house has not shown: all entries between the lock and the seal.',
      );
    });

    await test.step('checks that need a club say so', async () => {
      await checkAlone(alone, drawId);
      await expect(alone.getByText('This check needs the club')).toBeVisible();
    });
    expect(requested, 'it asked nobody for anything').toEqual([]);
    remove();
  });

  test('queries a club if its address is given', async ({ page, newPhone, club }) => {
    const drawId = await checkLatestDraw(page);
    const { alone, asked: requested, remove } = await openAlone(newPhone);
    await nameClub(alone, club.address);
    await checkAlone(alone, drawId);
    await confirmKey(alone);
    await expectVerdict(alone, ADDS_UP);
    await expect(alone.getByText('The seal was recomputed from the public hashes')).toBeVisible();
    expect(new Set(requested.map((url) => new URL(url).origin))).toEqual(new Set([club.address]));
    remove();
  });

  test('is served by the club as it was built', async ({ club }) => {
    const built = readFileSync(join(await buildMemberApp(), 'verifier.html'));
    const served = Buffer.from(await (await fetch(`${club.address}/verifier.html`)).arrayBuffer());
    expect(served.equals(built)).toBe(true);
    const { items } = await (await fetch(`${club.address}/api/book/entries?type=rule&limit=100`)).json();
    const rules = items.map(({ body }: { body: string }) => JSON.parse(body));
    const [last] = rules.filter(({ what }: { what: string }) => what === 'verifier-page');
    expect(last).toMatchObject({ value: hash('sha256', built) });
  });
});

interface Proof {
  dice: number[];
  seed: string;
  signature: string;
  book: { entries: string[] };
  entries: { seal: { body: string } };
}

/** Changes to a proof, with the step that detects it and its message. */
const BENT: [bend: (proof: Proof) => void, step: string, words: string][] = [
  [
    (proof) => {
      proof.dice[0] = ((proof.dice[0] ?? 0) % 6) + 1;
    },
    'The resulting dice',
    'The beacon gives different dice than those shown.',
  ],
  [
    ({ book }) => {
      book.entries = book.entries.map((entry) =>
        entry.replace(/"root":"(.)/, (_, digit) => `"root":"${digit === '0' ? '1' : '0'}`),
      );
    },
    'Seen by outsiders',
    'The entries shown differ from those that were signed',
  ],
  [
    (proof) => {
      proof.entries.seal.body = proof.entries.seal.body.replace(/"count":"\d+"/, '"count":"987654"');
    },
    'Bets sealed before the draw',
    'The entry shown does not match its hash in the book. It was changed.',
  ],
];

/** Another key with the same name. */
function otherKey(logKey: string): string {
  const name = parseVerifierKey(logKey)?.name ?? '';
  return verifierKeyOf(name, NOTE_ED25519, randomBytes(32).toString('hex'));
}
