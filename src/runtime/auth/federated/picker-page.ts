import type { AuthField } from '../../auth-ui/index.ts';
import { escapeHtml } from '../../std/index.ts';
import type { HttpAnswer } from '../../web/exchange.ts';
import { clientNotice, callbackPathOf, receiverOf } from '../server/pages/page-client.ts';
import { formFields, hiddenField, signInForm } from '../server/pages/form-fields.ts';
import { answerPage } from '../server/pages/page-document.ts';
import { alertBox, choiceGroup, joinParts, uncheckedNotice, shownText } from '../server/pages/page-parts.ts';
import type { PageClient } from '../server/pages/page-types.ts';
import { isLoopbackUri } from '../server/clients/redirect-uris.ts';
import type { ServerAddress } from '../server/address/server-address.ts';
import type { PendingSignIn } from '../server/sign-in/pending-sign-in.ts';
import type { DeclaredProvider } from './declared-providers.ts';

export interface PickerPage {
  readonly signIn: PendingSignIn;
  readonly address: ServerAddress;
  readonly serverName: string;
  readonly providers: readonly DeclaredProvider[];
  readonly ticked: readonly string[];
  readonly required: readonly string[];
  readonly error?: string | undefined;
  /** Of a page that a sign-in begins with. */
  readonly title?: string | undefined;
  /** Who signs in, where the page asks for that too. */
  readonly fields?: readonly AuthField[] | undefined;
}

/** Which accounts elsewhere the tools may use. */
export function answerPickerPage(page: PickerPage, status = 200): HttpAnswer {
  const { address, error, fields = [], providers, required, serverName, signIn, ticked, title = 'Link accounts' } = page;
  const choices = providers.map(({ id, name, scopes }) => ({
    id,
    label: required.includes(id) ? `${name} (required)` : name,
    hint: scopes.length === 0 ? undefined : `Asks for ${scopes.join(', ')}`,
    checked: ticked.includes(id),
  }));
  const body = joinParts([
    `<h1>${escapeHtml(title)}</h1>`,
    clientNotice(pageClientOfSignIn(signIn), serverName),
    `<p>The tools of ${shownText(serverName)} can use your accounts at these providers. You sign in at each that you tick.</p>`,
    fields.length === 0 ? '' : uncheckedNotice,
    alertBox(error),
    signInForm(callbackPathOf(address), signIn, [
      hiddenField('federated', 'true'),
      formFields(fields),
      choiceGroup('providers', { legend: 'Providers', choices, prefix: 'provider' }),
      '<button type="submit">Continue</button>',
    ]),
  ]);
  return answerPage({ title: `${title} - ${serverName}`, body }, status);
}

/** On the return from a provider only the sign-in is at hand. */
const pageClientOfSignIn = ({ clientHost, clientId, clientName, redirectUri }: PendingSignIn): PageClient => ({
  clientId,
  clientName,
  clientHost,
  ...receiverOf(redirectUri),
  loopbackOnly: isLoopbackUri(redirectUri),
});
