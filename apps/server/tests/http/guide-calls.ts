/** Method, path as in the API document, and access. */
export type Call = readonly [string, string, 'public' | 'restricted' | 'member' | 'staff'];

/** Operations on bookings and favourites, and those of a host's private link. */
export const GUIDE_CALLS: readonly Call[] = [
  ['post', '/api/host-link/profile', 'public'],
  ['post', '/api/host-link/consent', 'public'],
  ['post', '/api/host-link/consent/withdraw', 'public'],
  ['post', '/api/host-link/away', 'public'],
  ['post', '/api/host-link/resume', 'public'],
  ['put', '/api/host-link/words', 'public'],
  ['post', '/api/hosts/{id}/bookings', 'member'],
  ['get', '/api/me/bookings', 'restricted'],
  ['post', '/api/me/bookings/{id}/accept', 'member'],
  ['post', '/api/me/bookings/{id}/end', 'restricted'],
  ['get', '/api/me/favourite-hosts', 'member'],
  ['put', '/api/me/favourite-hosts/{id}', 'member'],
  ['delete', '/api/me/favourite-hosts/{id}', 'member'],
  ['put', '/api/host-link/days', 'public'],
  ['get', '/api/console/bookings', 'staff'],
  ['get', '/api/console/members/{memberId}/bookings/{id}', 'staff'],
  ['post', '/api/console/members/{memberId}/bookings/{id}/propose', 'staff'],
  ['post', '/api/console/members/{memberId}/bookings/{id}/agree', 'staff'],
  ['post', '/api/console/members/{memberId}/bookings/{id}/decline', 'staff'],
  ['post', '/api/console/members/{memberId}/bookings/{id}/done', 'staff'],
  ['post', '/api/host-link/pictures/order', 'public'],
  ['post', '/api/host-link/rotate', 'public'],
  ['post', '/api/host-link/erase', 'public'],
  ['post', '/api/host-link/pictures/{picture}', 'public'],
  ['post', '/api/host-link/pictures/{picture}/remove', 'public'],
  ['put', '/api/host-link/pictures/{picture}', 'public'],
];
