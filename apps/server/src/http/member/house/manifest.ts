import { z } from 'zod';
import type { Face } from '../../../house/face.ts';
import type { House } from '../../../house/house.ts';
import type { Http } from '../../http.ts';
import { cacheAnswer, sendCached } from '../../shared/cached-answer.ts';
import { PROBLEMS } from '../../shared/forms.ts';

const PAPER = '#faf8f3';
/** Icons of the build, for a house without a logo of its own. */
const BUILT = { 'icon-192': '/icon-192.png', 'icon-512': '/icon-512.png', 'maskable-512': '/icon-maskable-512.png' };

/** The manifest of the installed app, with the name, colour and icons of the house. Phones ask for it again. */
export function manifestRoute(http: Http, { house, face }: { house: House; face(): Face | null }): void {
  http.route({
    method: 'GET',
    url: '/api/face/manifest',
    config: { access: 'public', site: 'both' },
    schema: {
      tags: ['house'],
      summary: 'The web app manifest of the house',
      response: {
        200: { description: 'A manifest', content: { 'application/manifest+json': { schema: z.any() } } },
        ...PROBLEMS,
      },
    },
    handler: (request, reply) =>
      sendCached(request, reply, cacheAnswer(manifestOf(house.name, face()), 'application/manifest+json')),
  });
}

function manifestOf(name: string, face: Face | null): string {
  const addressOf = (icon: keyof typeof BUILT) => (face?.logo ? `/api/face/${face.version}/${icon}` : BUILT[icon]);
  const icon = (file: keyof typeof BUILT, size: number) => ({
    src: addressOf(file),
    sizes: `${size}x${size}`,
    type: 'image/png',
  });
  return JSON.stringify({
    ...{ id: '/', name, short_name: name, start_url: '/Home', scope: '/', display: 'standalone' },
    background_color: PAPER,
    theme_color: face?.accentLight ?? PAPER,
    icons: [icon('icon-192', 192), icon('icon-512', 512), { ...icon('maskable-512', 512), purpose: 'maskable' }],
  });
}
