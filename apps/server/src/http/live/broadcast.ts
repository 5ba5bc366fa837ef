export interface Broadcast {
  /** Starts writing new messages to all clients. */
  begin(): void;
  /** Resolves once all messages that exist now are written to every client. */
  done(): Promise<void>;
}

export interface BroadcastOptions<C> {
  clients: Iterable<C>;
  /** Number of the newest message. */
  newest(): number;
  /** Writes a client's missing messages; false if there are none. */
  tell(client: C): boolean;
  /** Clients per turn. Other work of this process runs between turns. */
  atATime: number;
  /** True while a request is more urgent than news: each turn is then followed by a pause. */
  givesWay(): boolean;
}

/** About twice the length of the hub's turn, so that news takes a third of this thread. */
const PAUSE_MS = 2;

/** Repeats rounds over all clients until no client lacks the newest message. */
export function createBroadcast<C>({ clients, newest, tell, atATime, givesWay }: BroadcastOptions<C>): Broadcast {
  /** Position of the current round. Clients before it have every message that existed when it passed them. */
  let round: Iterator<C> | null = null;
  let roundTo = 0;
  /** Ordered by number, lowest first. */
  const waits: { upTo: number; resolve: () => void }[] = [];

  function beginRound(): void {
    round = clients[Symbol.iterator]();
    roundTo = newest();
  }

  function endRound(): void {
    round = null;
    while (waits[0] !== undefined && waits[0].upTo <= roundTo) waits.shift()?.resolve();
    // Messages that arrived meanwhile are due to the clients already passed.
    if (roundTo < newest()) beginRound();
  }

  function takeTurn(): void {
    try {
      sendSome();
    } finally {
      // An error at one client must not stop the round: others wait for its end.
      if (round !== null) {
        if (givesWay()) setTimeout(takeTurn, PAUSE_MS);
        else setImmediate(takeTurn);
      }
    }
  }

  function sendSome(): void {
    for (let notifiedCount = 0; round !== null && notifiedCount < atATime; ) {
      const { value: client, done } = round.next();
      if (done) {
        endRound();
        return;
      }
      if (tell(client)) notifiedCount += 1;
    }
  }

  return {
    begin() {
      if (round !== null) return;
      beginRound();
      takeTurn();
    },
    done() {
      if (round === null) return Promise.resolve();
      return new Promise((resolve) => waits.push({ upTo: newest(), resolve }));
    },
  };
}
