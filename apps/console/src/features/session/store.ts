import { onPhone } from '@tercet/contract/text-storage.ts';
import { useSyncExternalStore } from 'react';
import { asProblem, type Problem } from '../../api/shared/problem.ts';
import { type Act, mayDo, readMe, type StaffMe, signOut } from '../../api/staff/session.ts';
import { otherTabs } from './other-tabs.ts';

/**
 * `unreachable`: the server has not said whether an account is signed in; `problem` is why. `out`: no account has
 * signed in on this page. `locked`: the session ended; the page stays behind the lock until the same account signs in.
 * `password`: signed in with a generated password that must be replaced first. `replaced`: another tab has signed in
 * another account. The page is hidden, keeps its forms and sends nothing.
 */
export interface SessionState {
  status: 'starting' | 'unreachable' | 'out' | 'password' | 'in' | 'locked' | 'replaced';
  me: StaffMe | null;
  /** Why the server did not answer, if it is `unreachable`. */
  problem: Problem | null;
  /** Id of the account that must choose its own password first. */
  newcomerId: string | null;
  /** Name of the account signed in now, if the page is `replaced`. */
  replacedBy: string | null;
  /** Time of the last call, on the monotonic clock. */
  usedAt: number;
  /** Set during step-up authentication; call it with the outcome. */
  proving: ((proved: boolean) => void) | null;
}

/** States before an account has signed in on this page. */
const NOT_SIGNED_IN: readonly SessionState['status'][] = ['starting', 'unreachable', 'password'];

const STORED = 'tercet.console.signed-in';

/** Whether staff have signed in in this browser and not signed out. A hint only: the session may have ended. */
export function wasSignedIn(): boolean {
  return onPhone.read(STORED) !== null;
}

let state: SessionState = {
  status: 'starting',
  me: null,
  problem: null,
  newcomerId: null,
  replacedBy: null,
  usedAt: 0,
  proving: null,
};
let requested: Promise<boolean> | null = null;
const listeners = new Set<() => void>();

function change(next: Partial<SessionState>): void {
  state = { ...state, ...next };
  for (const listener of listeners) listener();
}

/** Does not notify listeners: no component shows this time, and the idle watch polls it. */
function noteUsed(): void {
  state = { ...state, usedAt: performance.now() };
}

const others = otherTabs({
  use: noteUsed,
  // The page belongs to the account that signed in on it. If the session is another account's now, the server names
  // that one.
  who(id) {
    if (state.me === null) return;
    // The other account has signed out, so the page's own account may sign in at the lock.
    if (id === null && state.status === 'replaced') change({ status: 'locked', replacedBy: null });
    else if (id === null) location.reload();
    else if (id !== state.me.id || state.status === 'replaced') void session.enter().catch(() => {});
  },
});

function take(me: StaffMe): void {
  onPhone.write(STORED, '1');
  change({ status: 'in', me, problem: null, replacedBy: null, usedAt: performance.now() });
}

export const session = {
  read: (): SessionState => state,

  /** Finds out which account is signed in. */
  async start(): Promise<void> {
    try {
      await session.enter();
    } catch (error) {
      if (state.status !== 'starting' && state.status !== 'unreachable') return;
      const problem = asProblem(error);
      change(problem.status === 401 ? { status: 'out', problem: null } : { status: 'unreachable', problem });
    }
  },

  /** Call after signing in. Throws a `Problem`. */
  async enter(): Promise<void> {
    let me: StaffMe;
    try {
      me = await readMe();
    } catch (error) {
      const { code, params } = asProblem(error);
      if (code !== 'password-change-needed') throw error;
      change({ status: 'password', problem: null, newcomerId: String(params.staffId ?? '') });
      return;
    }
    const isNews = state.status !== 'replaced' && state.status !== 'in';
    take(me);
    if (isNews) others.announceStaff(me.id);
  },

  async leave(): Promise<void> {
    await signOut();
    others.announceStaff(null);
  },

  /** Reads the role's rights and the means of step-up authentication again. */
  async renew(): Promise<void> {
    const me = await readMe();
    // The page may have been locked meanwhile; a late answer must not open it.
    if (state.status === 'in') take(me);
  },

  /** Id of the page's account, sent with each call. */
  caller: (): string | null => state.me?.id ?? state.newcomerId,

  noteReplaced(name: string): void {
    state.proving?.(false);
    if (state.me === null) location.reload();
    else change({ status: 'replaced', replacedBy: name });
  },

  noteUse(): void {
    noteUsed();
    others.announceUse();
  },

  noteEnd(): void {
    state.proving?.(false);
    if (state.status === 'in') change({ status: 'locked' });
    else if (NOT_SIGNED_IN.includes(state.status)) change({ status: 'out', problem: null });
  },

  /** Resolves to the outcome of step-up authentication. Concurrent calls share one dialog. */
  prove(): Promise<boolean> {
    requested ??= new Promise<boolean>((resolve) => {
      change({
        proving(proved) {
          requested = null;
          change({ proving: null });
          resolve(proved);
        },
      });
    });
    return requested;
  },

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Signs out and shows the sign-in form. Clears the page even if the server did not answer. */
export function leaveConsole(): void {
  onPhone.write(STORED, null);
  const start = () => location.assign('/console');
  session.leave().then(start, start);
}

export function useSession(): SessionState {
  return useSyncExternalStore(session.subscribe, session.read);
}

/** The signed-in account. Throws outside the signed-in pages. */
export function useMe(): StaffMe {
  const { me } = useSession();
  if (me === null) throw new Error('useMe: no staff member is signed in');
  return me;
}

/** Whether the role may make a call. Hide what it may not do. */
export function useMay(): (act: Act) => boolean {
  const me = useMe();
  return (act) => mayDo(me, act);
}
