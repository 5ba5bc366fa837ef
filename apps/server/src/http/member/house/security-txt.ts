import { z } from 'zod';
import { DAY_MS } from '../../../durations.ts';
import { Refusal } from '../../../refusal.ts';
import type { Http } from '../../http.ts';

/** Readers of an old copy ask again after this time. */
const VALID_DAYS = 180;

interface Deps {
  /** `mailto:` or `https:` URL; null: the house states none. */
  securityContact: string | null;
}

/** `security.txt` of RFC 9116: where to report a weakness. Without a contact there is none. */
export function securityTxtRoute(http: Http, { securityContact }: Deps): void {
  http.route({
    method: 'GET',
    url: '/.well-known/security.txt',
    config: { access: 'public', site: 'both' },
    schema: { hide: true, response: { 200: z.any() } },
    handler: async (_request, reply) => {
      if (securityContact === null) throw new Refusal('not-found');
      const day = new Date(Date.now() + VALID_DAYS * DAY_MS).toISOString().slice(0, 10);
      const lines = [`Contact: ${securityContact}`, `Expires: ${day}T00:00:00Z`, 'Preferred-Languages: en, mn'];
      reply.header('cache-control', 'public, max-age=3600').type('text/plain; charset=utf-8');
      return reply.send(`${lines.join('\n')}\n`);
    },
  });
}
