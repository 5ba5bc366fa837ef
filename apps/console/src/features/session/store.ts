import { useSyncExternalStore } from 'react';
import { asProblem } from '../../api/shared/problem.ts';
import { type Act, mayDo, readMe, type StaffMe, signOut } from '../../api/staff/session.ts';
import { otherTabs } from './other-tabs.ts';

/**
 * `out`: nobody has signed in on this page. `locked`: somebody had; his page stays as it is behind the lock until he
 * signs in again. `password`: somebody is signed in with a password that was made for him, and first makes his own.
 * `replaced`: another tab has signed in another account. The page is hidden, keeps its forms and sends nothing.
 */
export interface SessionState {
  status: 'starting' | 'out' | 'password' | 'in' | 'locked' | 'replaced';
  me: StaffMe | null;
  /** Id of the account that has to choose its own password first. */
  newcomerId: string | null;
  /** Name of who is signed in now, where the page is `replaced`. */
  replacedBy: string | null;
  /** When the server last heard of us, by this machine's clock that only goes forward. */
  usedAt: number;
  /** Set while presence has to be proved: to be called with what came of it. */
  proving: ((proved: boolean) => void) | null;
}

let state: SessionState = {
  status: 'starting',
  me: null,
  newcomerId: null,
  replacedBy: null,
  usedAt: 0,
  proving: null,
};
let asked: Promise<boolean> | null = null;
const listeners = new Set<() => void>();

function change(next: Partial<SessionState>): void {
  state = { ...state, ...next };
  for (const listener of listeners) listener();
}

/** Nothing on the page depends on it at once: who waits for the time looks at it by himself. */
function noteUsed(): void {
  state = { ...state, usedAt: performance.now() };
}

const others = otherTabs({
  use: noteUsed,
  // The page is of the account that was signed in. If the session is another's now, the server says whose.
  who(id) {
    if (state.me === null) return;
    // The other account has signed out, so the page's own account may sign in at the lock.
    if (id === null && state.status === 'replaced') change({ status: 'locked', replacedBy: null });
    else if (id === null) location.reload();
    else if (id !== state.me.id || state.status === 'replaced') void session.enter().catch(() => {});
  },
});

function take(me: StaffMe): void {
  change({ status: 'in', me, replacedBy: null, usedAt: performance.now() });
}

export const session = {
  read: (): SessionState => state,

  /** Finds out who is signed in. */
  async start(): Promise<void> {
    try {
      await session.enter();
    } catch {
      // Nobody being signed in is an answer, too.
      if (state.status === 'starting') change({ status: 'out' });
    }
  },

  /** After signing in. Throws a `Problem`. */
  async enter(): Promise<void> {
    let me: StaffMe;
    try {
      me = await readMe();
    } catch (error) {
      const { code, params } = asProblem(error);
      if (code !== 'password-change-needed') throw error;
      change({ status: 'password', newcomerId: String(params.staffId ?? '') });
      return;
    }
    const isNews = state.status !== 'replaced' && state.status !== 'in';
    take(me);
    if (isNews) others.tellWho(me.id);
  },

  async leave(): Promise<void> {
    await signOut();
    others.tellWho(null);
  },

  /** Asks again what the role may do and how presence is proved. */
  async renew(): Promise<void> {
    const me = await readMe();
    // The answer may come after the page was locked: then it opens nothing.
    if (state.status === 'in') take(me);
  },

  /** Whom the page is for, as each call names them. */
  caller: (): string | null => state.me?.id ?? state.newcomerId,

  noteReplaced(name: string): void {
    state.proving?.(false);
    if (state.me === null) location.reload();
    else change({ status: 'replaced', replacedBy: name });
  },

  noteUse(): void {
    noteUsed();
    others.tellUse();
  },

  noteEnd(): void {
    state.proving?.(false);
    if (state.status === 'in') change({ status: 'locked' });
    else if (state.status === 'starting' || state.status === 'password') change({ status: 'out' });
  },

  /** Resolves with whether presence was proved. Calls that come meanwhile wait for the same proof. */
  prove(): Promise<boolean> {
    asked ??= new Promise<boolean>((resolve) => {
      change({
        proving(proved) {
          asked = null;
          change({ proving: null });
          resolve(proved);
        },
      });
    });
    return asked;
  },

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Signs out and shows the entrance. Whether or not the server heard it: nothing of it stays on the page. */
export function leaveConsole(): void {
  const start = () => location.assign('/console');
  session.leave().then(start, start);
}

export function useSession(): SessionState {
  return useSyncExternalStore(session.subscribe, session.read);
}

/** Who is signed in; pages are only shown to somebody. */
export function useMe(): StaffMe {
  const { me } = useSession();
  if (me === null) throw new Error('a page without anybody who reads it');
  return me;
}

/** Whether the role may do something: what it may not is not offered. */
export function useMay(): (act: Act) => boolean {
  const me = useMe();
  return (act) => mayDo(me, act);
}
