export interface Rounds {
  /** There is something new: it is told to all, beginning now. */
  begin(): void;
  /** Resolves once all that there was by now has been told to everyone. */
  done(): Promise<void>;
}

export interface RoundsOptions<C> {
  clients: Iterable<C>;
  /** The number of the newest message. */
  newest(): number;
  /** Tells a client all that it has not got yet; false where there is nothing. */
  tell(client: C): boolean;
  /** So many clients are told at a time; what else waits in this process has its turn in between. */
  atATime: number;
  /** Whether somebody waits for more than news: then each turn is followed by a pause. */
  givesWay(): boolean;
}

/** About twice what a turn of the hub takes: the news has a third of this thread. */
const PAUSE_MS = 2;

/** Goes round all clients, again and again, for as long as one may lack what is newest. */
export function createRounds<C>({ clients, newest, tell, atATime, givesWay }: RoundsOptions<C>): Rounds {
  /** Where the present round stands; those behind it have all that there was when it passed them. */
  let round: Iterator<C> | null = null;
  let roundTo = 0;
  /** The first at the front. */
  const waits: { upTo: number; resolve: () => void }[] = [];

  function beginRound(): void {
    round = clients[Symbol.iterator]();
    roundTo = newest();
  }

  function endRound(): void {
    round = null;
    while (waits[0] !== undefined && waits[0].upTo <= roundTo) waits.shift()?.resolve();
    // What came meanwhile is for those, too, who were passed by then.
    if (roundTo < newest()) beginRound();
  }

  function takeTurn(): void {
    try {
      tellSome();
    } finally {
      // Whatever became of one client, the round goes on: others wait for its end.
      if (round !== null) {
        if (givesWay()) setTimeout(takeTurn, PAUSE_MS);
        else setImmediate(takeTurn);
      }
    }
  }

  function tellSome(): void {
    for (let told = 0; round !== null && told < atATime; ) {
      const { value: client, done } = round.next();
      if (done) {
        endRound();
        return;
      }
      if (tell(client)) told += 1;
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
