import type { WitnessAddress } from '../../book/witness.ts';
import type { Db } from '../../db/pool.ts';
import type { HelpOrganisation } from '../../house/help-organisations.ts';
import type { House } from '../../house/house.ts';
import type { HouseSaid } from '../../house/house-file.ts';
import type { Identity } from '../../identity.ts';
import type { IdentityDeps } from '../../identity-checks/deps.ts';
import type { Catalogue } from '../../lottery/catalogue.ts';
import type { PlaceSlipDeps } from '../../lottery/place-slip.ts';
import type { ReceiptKeys } from '../../lottery/receipt-key.ts';
import type { ReceiptSigner } from '../../lottery/receipt-signer.ts';
import type { HouseTable } from '../../lottery/tables.ts';
import type { Agreements } from '../../members/account/agreement.ts';
import type { MembersDeps } from '../../members/deps.ts';
import type { PushDeps } from '../../members/messages/push.ts';
import type { PaymentsDeps } from '../../payments/deps.ts';
import type { Leaving } from '../../process/running.ts';
import type { FilmStore } from '../../video/film-store.ts';
import type { Hub } from '../live/hub.ts';
import type { SecurityOptions } from '../security.ts';

/** Everything that the endpoints of members need; those of a domain name their part of it. */
export interface MemberDeps {
  db: Db;
  house: House;
  /** What the house says of itself; a house for play says nothing of a licence. */
  said: HouseSaid;
  joining: { countries: readonly string[]; ageMin: number };
  help: readonly HelpOrganisation[];
  agreements: Agreements;
  members: MembersDeps;
  payments: PaymentsDeps;
  identity: IdentityDeps;
  push: PushDeps;
  security: SecurityOptions;
  catalogue(): Catalogue;
  /** The newest table: its beacon is the one that decides from now on. Null before the first. */
  newestTable(): HouseTable | null;
  /** Witness policy of the newest table; null without witnesses. */
  policy(): Buffer | null;
  slips: PlaceSlipDeps;
  receiptKeys: ReceiptKeys;
  /** Public key of new receipts. */
  receiptKey: string;
  signer: ReceiptSigner;
  /** Where the witnesses are reached. */
  witnesses: readonly WitnessAddress[];
  films: FilmStore;
  filmKey: Buffer;
  /** An internal location of nginx in front, which then hands out what is granted here; null: this process does. */
  accel: string | null;
  leaving: Leaving;
  hub: Hub;
  /** Streams of one network address. */
  perAddressMax: number;
  /** The database's time, guessed. */
  nowMs(): number;
  /** Told of each accepted slip and purchase, so that the member's other screens follow. */
  onBalance(identity: Identity, availableMinor: bigint): void;
}
