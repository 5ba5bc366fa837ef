import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { clockNow } from '../../../db/clock.ts';
import type { Db } from '../../../db/pool.ts';
import { ageInYears } from '../../../members/account/membership.ts';
import { type Access, accessOf, type Lock, lockOf } from '../../../video/access.ts';
import type { Readers, ShownTitle } from '../../../video/catalogue.ts';
import type { Purchase } from '../../../video/purchases.ts';
import { readVideoTerms, type VideoTerms } from '../../../video/terms.ts';
import { type KnownViewer, readViewer, viewerOf } from '../../../video/viewers.ts';
import type { MemberDeps } from '../deps.ts';
import { readerLanguages } from '../house/notice-answers.ts';
import type { PurchaseAnswer, VideoAccessAnswer, VideoCardAnswer, VideoLockAnswer } from './video-shapes.ts';

/** The reader's languages and rights, the house's terms, and the time. */
export interface Asking {
  readers: Readers;
  viewer: KnownViewer | null;
  terms: VideoTerms;
  nowMs: number;
}

export async function readAsking(
  { db, house }: Pick<MemberDeps, 'db' | 'house'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Asking> {
  const languages = await readerLanguages(db, request, reply);
  // Access depends on the member, so a signed-in answer is private. Routes for members only set `no-store` already.
  if (request.routeOptions.config.access === 'public') {
    reply.header('cache-control', request.identity === null ? 'public, no-cache' : 'private, no-cache');
  }
  return {
    readers: { languages, house: house.locale },
    viewer: await viewerWhoAsks(db, request),
    terms: await readVideoTerms(db),
    nowMs: (await clockNow(db)).getTime(),
  };
}

async function viewerWhoAsks(db: Db, { identity }: FastifyRequest): Promise<KnownViewer | null> {
  if (identity === null) return null;
  return readViewer(db, identity, { years: await ageInYears(db, identity), restricted: identity.restricted });
}

export interface OpenTitle {
  access: Access;
  lock: Lock | null;
  boughtUntilMs: number | null;
  /** Unix milliseconds at which a purchase ends, if only the purchase opens the title. */
  openedUntilMs: number | null;
}

/** The terms of a title, and whether it is open to the viewer. */
export function openTitle({ viewer, terms, nowMs }: Asking, title: ShownTitle): OpenTitle {
  const access = accessOf(title, terms);
  const own = viewer && viewerOf(viewer, title.id);
  const lock = lockOf(access, title.age, own, nowMs);
  const boughtUntilMs = own?.boughtUntilMs ?? null;
  const isOpenAnyhow = own !== null && lockOf(access, title.age, { ...own, boughtUntilMs: null }, nowMs) === null;
  return { access, lock, boughtUntilMs, openedUntilMs: lock === null && !isOpenAnyhow ? boughtUntilMs : null };
}

export function answerCard(asking: Asking, title: ShownTitle): z.infer<typeof VideoCardAnswer> {
  const { access, lock, boughtUntilMs } = openTitle(asking, title);
  const { id, classSlug, name, durationMs, previewMs, age, plays, publishedAtMs } = title;
  return {
    ...{ id, classSlug, name, durationMs, previewMs, age, plays, publishedAtMs },
    cover: `/api/videos/${id}/cover?v=${title.coverVersion}`,
    access: answerAccess(access),
    open: asking.viewer === null ? null : lock === null,
    boughtUntilMs,
  };
}

export function answerAccess(access: Access): z.infer<typeof VideoAccessAnswer> {
  switch (access.kind) {
    case 'free':
      return { kind: 'free' };
    case 'balance':
      return { kind: 'balance', balanceMinor: String(access.balance) };
    case 'bought':
      return { kind: 'bought', priceMinor: String(access.price), hours: access.hours };
  }
}

export function answerLock(lock: Lock | null): z.infer<typeof VideoLockAnswer> | null {
  if (lock === null) return null;
  switch (lock.why) {
    case 'balance':
      return { why: 'balance', balanceMinor: String(lock.balance), missingMinor: String(lock.missing) };
    case 'price':
      return { why: 'price', priceMinor: String(lock.price), hours: lock.hours };
    case 'too-young':
      return { why: 'too-young', age: lock.age };
    default:
      return { why: lock.why };
  }
}

export function answerPurchase({ price, ...same }: Purchase): z.infer<typeof PurchaseAnswer> {
  return { ...same, priceMinor: String(price) };
}
