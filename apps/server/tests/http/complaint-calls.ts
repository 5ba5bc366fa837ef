import type { Call } from './guide-calls.ts';

/** Calls about questions of bets and formal complaints. */
export const COMPLAINT_CALLS: readonly Call[] = [
  ['post', '/api/me/complaints', 'restricted'],
  ['post', '/api/me/complaints/{id}/words', 'restricted'],
  ['get', '/api/me/complaints', 'restricted'],
  ['get', '/api/me/complaints/{id}', 'restricted'],
  ['get', '/api/console/complaints', 'staff'],
  ['get', '/api/console/members/{memberId}/complaints/{id}', 'staff'],
  ['post', '/api/console/members/{memberId}/complaints/{id}/answer', 'staff'],
  ['get', '/api/console/complaints.csv', 'staff'],
  ['post', '/api/me/formal-complaints', 'restricted'],
  ['post', '/api/me/formal-complaints/{id}/words', 'restricted'],
  ['post', '/api/me/formal-complaints/{id}/second-look', 'restricted'],
  ['get', '/api/me/formal-complaints', 'restricted'],
  ['get', '/api/me/formal-complaints/{id}', 'restricted'],
  ['get', '/api/console/formal-complaints', 'staff'],
  ['get', '/api/console/formal-complaints/report', 'staff'],
  ['get', '/api/console/formal-complaints.csv', 'staff'],
  ['get', '/api/console/members/{memberId}/formal-complaints/{id}', 'staff'],
  ['post', '/api/console/members/{memberId}/formal-complaints/{id}/reply', 'staff'],
  ['post', '/api/console/members/{memberId}/formal-complaints/{id}/extend', 'staff'],
  ['post', '/api/console/members/{memberId}/formal-complaints/{id}/answer', 'staff'],
];
