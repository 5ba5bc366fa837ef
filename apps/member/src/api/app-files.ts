const WAIT_MS = 5_000;
const CODE = /\bjavascript\b/;

/** How a file of the app can be had; see `LostCode`. */
export type FileState = 'there' | 'no-line' | 'away' | 'missing' | 'renewed';

/** Fetches a script of the app whose import failed, without cookies. Never rejects. */
export async function fileState(url: string): Promise<FileState> {
  try {
    const answer = await ask(url);
    if (answer.status >= 500) return 'away';
    // A page in place of a file is of a network that wants its users to sign in first.
    if (answer.ok) return CODE.test(answer.headers.get('content-type') ?? '') ? 'there' : 'no-line';
    return (await isRenewed()) ? 'renewed' : 'missing';
  } catch {
    return 'no-line';
  }
}

/** Whether the club's page now names other scripts than this one. */
async function isRenewed(): Promise<boolean> {
  const page = await ask('/', { accept: 'text/html' });
  return page.ok && !(await page.text()).includes(new URL(import.meta.url).pathname);
}

function ask(url: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, { headers, cache: 'no-cache', credentials: 'omit', signal: AbortSignal.timeout(WAIT_MS) });
}
