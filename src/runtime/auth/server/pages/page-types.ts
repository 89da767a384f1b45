import type { AuthField } from '../../../auth-ui/index.ts';
import type { HttpAnswer } from '../../../web/exchange.ts';

/** Who asks, as every page shows it: all of it untrusted text. */
export interface PageClient {
  readonly clientId: string;
  readonly clientName?: string;
  /** Host of a client id that is a URL. */
  readonly clientHost?: string;
  /** Scheme of an app on the person's device, with its colon, where the answer goes to one. */
  readonly redirectHost: string;
  /** That the answer goes to such an app. */
  readonly toApp?: true;
  /** It is a page of this server. */
  readonly isPage?: true;
  /** All redirect URIs are on this computer: any local program could claim the id. */
  readonly loopbackOnly: boolean;
}

export interface SignInPage {
  readonly title: string;
  readonly subtitle?: string;
  readonly logo?: string;
  /** Appended to the title. */
  readonly serverName: string;
  readonly client: PageClient;
  readonly scopes: readonly string[];
  readonly fields: readonly AuthField[];
  readonly pendingAuthId: string;
  /** Goes with the form: only our page knows it. */
  readonly csrf: string;
  /** Absolute path that the form posts to. */
  readonly callbackPath: string;
  /** Above the form. */
  readonly error?: string;
  /** Identity is not checked here, and the page says so. */
  readonly unchecked: boolean;
}

/** Printers of pages; each answer carries the CSP, framing and no-store headers of `R30.pages`. */
export interface AuthPages {
  signIn(page: SignInPage, status: number): HttpAnswer;
  /** A page that ends the road: what is wrong, and what to do. */
  problem(page: { readonly title: string; readonly message: string }, status: number): HttpAnswer;
  /** A page of the author's own (`login.render`), with the same headers; scripts in it do not run. */
  own(html: string, status: number): HttpAnswer;
}
