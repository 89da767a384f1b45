import { escapeHtml } from '../../std/index.ts';
import type { HttpAnswer } from '../../web/exchange.ts';
import type { FormFields } from '../../web/form.ts';
import { clientNotice } from '../server/pages/client-notice.ts';
import { hiddenField } from '../server/pages/form-fields.ts';
import { callbackPathOf, pageClientOf } from '../server/pages/page-client.ts';
import { answerPage } from '../server/pages/page-document.ts';
import { joinParts } from '../server/pages/page-parts.ts';
import { scopeList } from '../server/pages/scope-text.ts';
import type { SignInRequest } from '../server/sign-in/sign-in-step.ts';

export interface DeparturePage {
  readonly request: SignInRequest;
  readonly serverName: string;
  /** Host of the provider's page. */
  readonly providerHost: string;
}

const marker = 'departure';

/** Which client asks, before the browser leaves for the provider, which knows this server alone. */
export function answerDeparturePage({ providerHost, request, serverName }: DeparturePage): HttpAnswer {
  const { address, client, signIn } = request;
  const body = joinParts([
    '<h1>Sign in</h1>',
    clientNotice(pageClientOf(client, signIn.redirectUri), serverName),
    scopeList(signIn.scopes),
    `<p>You sign in at <strong>${escapeHtml(providerHost)}</strong>. If you are signed in there already, the program gets access at once.</p>`,
    `<form method="post" action="${escapeHtml(callbackPathOf(address))}">`,
    hiddenField('pending_auth_id', signIn.id),
    hiddenField('csrf', signIn.csrf),
    hiddenField(marker, 'true'),
    '<button type="submit">Continue</button>',
    '</form>',
    '<p class="hint">If you did not start this, close this page: nothing has been shared.</p>',
  ]);
  return answerPage({ title: `Sign in - ${serverName}`, body }, 200);
}

export const isDepartureForm = (form: FormFields): boolean => form.get(marker)?.[0] === 'true';
