/** The file of what the house owes a member, as a subject of the omission law. */
import { hash as nodeHash } from 'node:crypto';
import {
  buildOwedTree,
  encodeEntry,
  entryHash,
  type OwedFile,
  type OwedKnown,
  sumTreePath,
  verifyOwedFile,
} from '../src/index.ts';
import { drawOf, LOG, ORIGIN, TestBook } from './book-kit.ts';
import type { Subject } from './omission.ts';
import { quorumAt, tableFor } from './stories.ts';

export function owedSubject(witnesses: number): Subject {
  const table = tableFor(drawOf(29_743_210), witnesses);
  const policy = { witnesses: table.witnesses, quorum: Number(table.quorum) };
  const file = owedFileOf('mira', witnesses);
  const known: OwedKnown = {
    userName: 'mira',
    owedMinor: file.owedMinor,
    date: file.date,
    origin: ORIGIN,
    logKeys: [LOG.vkey],
    policy,
  };
  return {
    name: `what is owed, ${witnesses} witnesses`,
    whole: file,
    other: owedFileOf('noor', witnesses),
    judge: (bundle) => verifyOwedFile(bundle, known).verdict,
  };
}

function owedFileOf(userName: string, witnesses: number): OwedFile {
  const date = userName === 'mira' ? '2026-07-20' : '2026-07-21';
  const names = [userName, 'olga'];
  const leaves = names.flatMap((name) =>
    [0, 1, 2, 3].map((split) => ({
      userName: name,
      nonce: nodeHash('sha256', `${name} ${split}`, 'hex'),
      split,
      amountMinor: BigInt(split * 100 + name.length),
    })),
  );
  const tree = buildOwedTree(date, leaves);
  const total = leaves.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
  const splits = leaves.slice(0, 4).map(({ split, nonce, amountMinor }, index) => ({
    split,
    nonce,
    amountMinor: String(amountMinor),
    index,
    path: sumTreePath(tree, index),
  }));
  const root = String(tree.root);
  const body = encodeEntry({
    type: 'liabilities',
    date,
    epoch: '1',
    root,
    total: String(total),
    leaves: '8',
    turnover: [],
  });
  const book = new TestBook();
  book.append({ type: 'audit-head', size: '1', head: '00'.repeat(32), at: '1' });
  const index = book.bodies.push(body) - 1;
  const table = tableFor(drawOf(29_743_210), witnesses);
  return {
    format: 'tercet/v1 owed',
    date,
    userName,
    owedMinor: String(leaves.slice(0, 4).reduce((sum, { amountMinor }) => sum + amountMinor, 0n)),
    root,
    total: String(total),
    leaves: 8,
    splits,
    entry: { seq: index, type: 'liabilities', hash: entryHash(body), body, atMs: 0 },
    inBook: { index, proof: book.place(index).proof, checkpoint: book.checkpoint(1, quorumAt(table, 1)).note },
  };
}
