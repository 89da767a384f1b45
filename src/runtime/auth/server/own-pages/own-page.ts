import type { AuthField, AuthSlot } from '../../../auth-ui/index.ts';
import type { ServerAddress } from '../address/server-address.ts';
import type { PendingSignIn } from '../sign-in/pending-sign-in.ts';
import type { SignInRequest } from '../sign-in/sign-in-step.ts';
import type { HttpAnswer } from '../../../web/exchange.ts';

/** What a built-in page shows, as far as a page of the author's own shows it too. */
export interface SlotFacts {
  readonly request?: Pick<SignInRequest, 'address' | 'signIn'>;
  readonly address?: ServerAddress;
  readonly signIn?: PendingSignIn;
  readonly serverName?: string;
  readonly title?: string;
  readonly subtitle?: string;
  readonly logo?: string;
  readonly error?: string | undefined;
  readonly unchecked?: boolean;
  readonly fields?: readonly AuthField[];
  readonly tools?: readonly {
    readonly id: string;
    readonly title: string;
    readonly description?: string | undefined;
    readonly appId: string;
    readonly appName: string;
  }[];
  readonly ticked?: Iterable<string>;
  readonly settings?: { readonly customMessage?: string };
  readonly providers?: readonly {
    readonly id: string;
    readonly name: string;
    readonly url: string;
    readonly scopes: readonly string[];
    readonly appIds: readonly string[];
  }[];
  readonly required?: readonly string[];
  readonly apps?: readonly SlotApp[];
  readonly app?: SlotApp;
  /** Apps that were granted on the pages before. */
  readonly granted?: readonly string[];
  readonly allowSkip?: boolean;
}

interface SlotApp {
  readonly id: string;
  readonly name: string;
  readonly description?: string | undefined;
}

/** Pages of the author's own (`auth.ui`). */
export interface OwnPages {
  /** Whether the author brought a page for the slot. */
  replaces(slot: AuthSlot): boolean;
  /** Undefined: the built-in page of the slot stands. */
  print(slot: AuthSlot, facts: SlotFacts, status?: number): HttpAnswer | undefined;
}
