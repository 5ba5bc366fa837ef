import { z } from 'zod';
import { type Answer, htmlPage, type Request } from './answer.ts';
import { type Html, html, page } from './html.ts';
import type { IdentityDesk } from './identity.ts';
import type { IdentityOutcome, IdentitySession } from './state.ts';

const COUNTRIES = ['MN', 'TJ', 'KR', 'ES', 'AM', 'VN', 'MY', 'TH', 'TW', 'JP', 'DE', 'US'];
const DOCUMENTS = ['passport', 'id-card', 'driving-licence', 'residence-permit', 'other'] as const;
const REASONS = [
  ...(['document-unreadable', 'document-not-accepted', 'document-expired', 'not-the-person'] as const),
  ...(['suspected-fraud', 'other'] as const),
];
const LATER_SECONDS = 10;

const Typed = z.object({
  realName: z.string().trim().min(1).max(200),
  birthDate: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
  country: z.string().regex(/^[A-Z]{2}$/),
  documentKind: z.enum(DOCUMENTS),
  documentNumber: z.string().trim().min(1).max(64),
});

/** The page of an identity check and the actions of its buttons. */
export function identityAnswer(
  desk: IdentityDesk,
  session: IdentitySession,
  { method, body }: Request,
  nowMs: number,
): Answer {
  // Browsers apply form-action to a form's redirects, too.
  const policy = { 'form-action': `'self' ${new URL(session.returnUrl).origin}` };
  if (method === 'GET') return htmlPage(200, identityPage(session, null), policy);
  const form = new URLSearchParams(body);
  const act = form.get('act');
  const outcome = outcomeOf(form);
  if (act !== 'leave' && outcome === null) {
    return htmlPage(200, identityPage(session, 'Fill in name, birth date and document number.'), policy);
  }
  if (outcome !== null && (act === 'approve' || act === 'decline')) desk.decide(session, outcome);
  if (outcome !== null && act === 'later') desk.decideLater(session, outcome, nowMs + LATER_SECONDS * 1_000);
  return { status: 303, headers: { location: session.returnUrl }, body: '' };
}

/** The outcome of the pressed button; null when required fields are missing. */
function outcomeOf(form: URLSearchParams): IdentityOutcome | null {
  if (form.get('act') === 'decline') {
    const reason = REASONS.find((one) => one === form.get('reason')) ?? 'other';
    return { outcome: 'declined', reason };
  }
  const person = Typed.safeParse(Object.fromEntries(form)).data;
  return person ? { outcome: 'verified', person: { ...person, goodUntil: null } } : null;
}

function identityPage(session: IdentitySession, fault: string | null): string {
  const body = html`<header><strong>Sandbox Identity</strong><span class="badge">no real check</span></header>
<main>${session.state === 'open' ? choices(session, fault) : ending(session)}</main>
<footer>This page belongs to a pretended provider. Type anything; no document is looked at.</footer>`;
  return page({ title: 'Identity · Sandbox', body });
}

const ENDINGS = {
  pending: 'Under review. The club will be notified of the outcome.',
  verified: 'Approved. The club has been notified.',
  declined: 'Declined. The club has been notified.',
  expired: 'This page was open for too long.',
};

function ending({ state, returnUrl }: IdentitySession): Html {
  const text = state === 'open' ? '' : ENDINGS[state];
  return html`<div class="ending" role="status"><h1>Identity check</h1><p>${text}</p></div>
<a class="button" href="${returnUrl}">Back to the club</a>`;
}

function choices({ id }: IdentitySession, fault: string | null): Html {
  return html`<h1>Whose document is this?</h1>
<form method="post" action="/identity/${id}" class="choices">
<p class="fault" role="alert">${fault ?? ''}</p>
<label for="realName">Name on the document</label>
<input id="realName" name="realName" autocomplete="off" maxlength="200">
<label for="birthDate">Birth date</label>
<input id="birthDate" name="birthDate" type="date">
<label for="country">Country of the document</label>
<select id="country" name="country">${COUNTRIES.map((code) => html`<option>${code}</option>`)}</select>
<label for="documentKind">Document</label>
<select id="documentKind" name="documentKind">${DOCUMENTS.map((kind) => html`<option>${kind}</option>`)}</select>
<label for="documentNumber">Document number</label>
<input id="documentNumber" name="documentNumber" autocomplete="off" maxlength="64">
<button class="button primary" name="act" value="approve">Approve</button>
<button class="button" name="act" value="later">Approve in ${LATER_SECONDS} seconds</button>
<label for="reason">Reason of a “no”</label>
<select id="reason" name="reason">${REASONS.map((reason) => html`<option>${reason}</option>`)}</select>
<button class="button" name="act" value="decline">Decline</button>
<button class="button plain" name="act" value="leave">Leave without showing anything</button>
</form>`;
}
