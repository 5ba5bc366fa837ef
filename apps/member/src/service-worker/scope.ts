/** What a service worker sees around it, as far as ours does; the types of pages know nothing of it. */
export interface WorkerScope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(ask: { type: 'window'; includeUncontrolled: true }): Promise<readonly WindowClient[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: Lasting) => void): void;
  addEventListener(type: 'fetch', listener: (event: Asked) => void): void;
  addEventListener(type: 'message', listener: (event: Message) => void): void;
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: ClickEvent) => void): void;
}

interface WindowClient {
  readonly url: string;
  readonly focused: boolean;
  focus(): Promise<WindowClient>;
  /** Rejects where another worker, or none, looks after the page. */
  navigate(url: string): Promise<unknown>;
}

/** The worker is kept awake until what it waits for is done. */
interface Lasting {
  waitUntil(done: Promise<unknown>): void;
}

interface Asked {
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
