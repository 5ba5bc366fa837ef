import type { BrowserContext, ConsoleMessage, Request } from '@playwright/test';

/** What the browsers of a journey have complained of: errors and warnings on the console, faults, refused content. */
export interface Complaints {
  list: readonly string[];
  listenTo(context: BrowserContext): Promise<void>;
}

/** What the browser says of code that did not come, and what the app does. */
const NO_CODE = /^(TypeError: Failed to fetch dynamically imported module|LostCode: )/;
const NOT_LOADED = 'Failed to load resource';
const CODE = /^https?:\/\/[^/]+\/assets\//;
/** Where a journey lets no worker in. */
const BLOCKED = 'Service Worker registration blocked by Playwright';
/** Where a worker answers, the browser may fetch a script twice out of its own cache. */
const TWICE = /^(A preload for|The resource) '?http\S+\/assets\//;
const CALLS = /^https?:\/\/[^/]+\/(api|book|films)\//;

/** Calls for whoever is signed in. The first read finds out who that is. */
const FOR_CALLER = /^https?:\/\/[^/]+\/api\/(me\/|slips|receipts\/|console\/(?!session)|console\/me\/)/;
const WHO = /\/api\/console\/me(\?|$)/;

/** Every call of a page, and every address that it opens, names the account that the page shows. */
function namesNobody(request: Request): boolean {
  const url = request.url();
  if (!FOR_CALLER.test(url) || (WHO.test(url) && request.method() === 'GET')) return false;
  return request.headers()['tercet-caller'] === undefined && !new URL(url).searchParams.has('caller');
}

/**
 * With `lineMayBreak` a call may get no answer at all; refusals are told on the page and are no complaint either way.
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
    return lineMayBreak || /status of 4\d\d/.test(message.text());
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
