import type { WitnessAddress } from '../../book/witness.ts';
import type { Db } from '../../db/pool.ts';
import type { Face } from '../../house/face.ts';
import type { HelpOrganisation } from '../../house/help-organisations.ts';
import type { House } from '../../house/house.ts';
import type { HouseStatements } from '../../house/house-file.ts';
import type { PlaySafeTexts } from '../../house/play-safe.ts';
import type { Identity } from '../../identity.ts';
import type { IdentityDeps } from '../../identity-checks/deps.ts';
import type { RegisterDeps } from '../../identity-checks/register-answers.ts';
import type { Catalogue } from '../../lottery/catalogue.ts';
import type { PlaceSlipDeps } from '../../lottery/place-slip.ts';
import type { ReceiptKeys } from '../../lottery/receipt-key.ts';
import type { ReceiptSigner } from '../../lottery/receipt-signer.ts';
import type { HouseTable } from '../../lottery/tables.ts';
import type { Agreements } from '../../members/account/agreement.ts';
import type { MembersDeps } from '../../members/deps.ts';
import type { PushDeps } from '../../members/messages/push.ts';
import type { PaymentsDeps } from '../../payments/deps.ts';
import type { Leaving } from '../../process/lifecycle.ts';
import type { FilmStore } from '../../video/film-store.ts';
import type { Hub } from '../live/hub.ts';
import type { SecurityOptions } from '../security.ts';

/** Dependencies of all member endpoints; each domain picks its part. */
export interface MemberDeps {
  db: Db;
  house: House;
  /** The face in force; null before the first. */
  face(): Face | null;
  /** Contact for `security.txt`; null: none. */
  securityContact: string | null;
  /** The operator's own statements; a house for play states no licence. */
  statements: HouseStatements;
  joining: { countries: readonly string[]; ageMin: number };
  help: readonly HelpOrganisation[];
  playSafe: PlaySafeTexts;
  agreements: Agreements;
  members: MembersDeps;
  payments: PaymentsDeps;
  identity: IdentityDeps;
  register: RegisterDeps;
  push: PushDeps;
  security: SecurityOptions;
  catalogue(): Catalogue;
  /** The newest table, whose beacon applies from now on; null before the first. */
  newestTable(): HouseTable | null;
  /** Witness policy of the newest table; null without witnesses. */
  policy(): Buffer | null;
  slips: PlaceSlipDeps;
  receiptKeys: ReceiptKeys;
  /** Public key that signs new receipts. */
  receiptKey: string;
  signer: ReceiptSigner;
  /** Addresses of the witnesses. */
  witnesses: readonly WitnessAddress[];
  films: FilmStore;
  filmKey: Buffer;
  /** Internal nginx location that serves granted files; null if this process serves them. */
  accel: string | null;
  leaving: Leaving;
  hub: Hub;
  /** Event streams per network address. */
  perAddressMax: number;
  /** Estimate of the database's time, in Unix milliseconds. */
  nowMs(): number;
  /** Called after each accepted slip and purchase, so that the member's other screens update. */
  onBalance(identity: Identity, availableMinor: bigint): void;
}
