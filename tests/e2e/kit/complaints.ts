import type { BrowserContext, ConsoleMessage, Request } from '@playwright/test';

/** Complaints of a journey's browsers: console errors and warnings, exceptions, refused content. */
export interface Complaints {
  list: readonly string[];
  listenTo(context: BrowserContext): Promise<void>;
}

/** Errors when code cannot be loaded, which the app handles. */
const NO_CODE = /^(TypeError: Failed to fetch dynamically imported module|LoadFailure: )/;
const NOT_LOADED = 'Failed to load resource';
const CODE = /^https?:\/\/[^/]+\/assets\//;
/** For journeys that block service workers. */
const BLOCKED = 'Service Worker registration blocked by Playwright';
/** With a service worker the browser may load a script twice from its cache. */
const TWICE = /^(A preload for|The resource) '?http\S+\/assets\//;
const CALLS = /^https?:\/\/[^/]+\/(api|book|films)\//;

/** Calls that need a session. The first read finds out whose session it is. */
const FOR_CALLER = /^https?:\/\/[^/]+\/api\/(me\/|slips|receipts\/|console\/(?!session)|console\/me\/)/;
const WHO = /\/api\/console\/me(\?|$)/;

/** Whether a call or opened address lacks the account that the page shows. */
function namesNobody(request: Request): boolean {
  const url = request.url();
  if (!FOR_CALLER.test(url) || (WHO.test(url) && request.method() === 'GET')) return false;
  return request.headers()['tercet-caller'] === undefined && !new URL(url).searchParams.has('caller');
}

/**
 * `lineMayBreak`: calls may stay without an answer. Refusals and a busy server (503) appear on the page and are never
 * complaints.
 */
export function collectComplaints({ lineMayBreak }: { lineMayBreak: boolean }): Complaints {
  const list: string[] = [];

  function isExpected(message: ConsoleMessage): boolean {
    const { url } = message.location();
    if (TWICE.test(message.text()) || message.text().startsWith(BLOCKED)) return true;
    if (NO_CODE.test(message.text())) return lineMayBreak;
    if (!message.text().startsWith(NOT_LOADED)) return false;
    if (CODE.test(url)) return lineMayBreak;
    if (!CALLS.test(url)) return false;
    return lineMayBreak || /status of (4\d\d|503)/.test(message.text());
  }

  return {
    list,
    async listenTo(context) {
      context.on('weberror', (fault) => list.push(`fault: ${fault.error().stack ?? fault.error()}`));
      context.on('console', (message) => {
        if (!['error', 'warning'].includes(message.type()) || isExpected(message)) return;
        list.push(`${message.type()}: ${message.text()} (${message.location().url})`);
      });
      context.on('request', (request) => {
        if (namesNobody(request)) list.push(`a call for nobody: ${request.method()} ${request.url()}`);
      });
      await context.addInitScript(() => {
        addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
          console.error(`the content security policy refused ${blockedURI} (${violatedDirective})`);
        });
      });
    },
  };
}
