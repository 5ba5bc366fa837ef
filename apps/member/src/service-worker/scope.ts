/** The part of `ServiceWorkerGlobalScope` that our worker uses. TypeScript's types for pages do not include it. */
export interface WorkerScope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(ask: { type: 'window'; includeUncontrolled: true }): Promise<readonly WindowClient[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: Lasting) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEventLike) => void): void;
  addEventListener(type: 'message', listener: (event: Message) => void): void;
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: ClickEvent) => void): void;
}

interface WindowClient {
  readonly url: string;
  readonly focused: boolean;
  focus(): Promise<WindowClient>;
  /** Rejects if the page is not controlled by this worker. */
  navigate(url: string): Promise<unknown>;
}

/** An event whose worker stays alive until `done` settles. */
interface Lasting {
  waitUntil(done: Promise<unknown>): void;
}

interface FetchEventLike {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

interface Message extends Lasting {
  readonly data: unknown;
  readonly ports: readonly MessagePort[];
}

interface PushEvent extends Lasting {
  readonly data: { json(): unknown } | null;
}

interface ClickEvent extends Lasting {
  readonly notification: Notification;
}
