import { escapeHtml } from '../../std/index.ts';
import type { HttpAnswer } from '../../web/exchange.ts';
import type { AuthField } from '../../auth-ui/index.ts';
import { formFields, hiddenField } from '../server/pages/form-fields.ts';
import { answerPage } from '../server/pages/page-document.ts';
import { alertBox, joinParts } from '../server/pages/page-parts.ts';
import { shownText } from '../server/pages/shown-text.ts';
import type { ConnectTicket } from './connect-tickets.ts';

export interface ConnectPage {
  readonly ticket: ConnectTicket;
  readonly token: string;
  /** Goes with the form: only our page knows it. */
  readonly csrf: string;
  /** Whose it is, as `authenticate` has said. */
  readonly account: string;
  readonly serverName: string;
  /** Absolute path that the form posts to. */
  readonly path: string;
  readonly fields: readonly AuthField[];
  readonly error?: string | undefined;
  /** First the person proves to be the one whom the link is for. */
  readonly signsIn: boolean;
}

/** Shows the account: a person who was sent another person's link must see it. */
export function answerConnectPage(page: ConnectPage, headers: HttpAnswer['headers'] = {}): HttpAnswer {
  const { account, csrf, error, fields, path, serverName, signsIn, ticket, token } = page;
  const body = joinParts([
    `<h1>Connect ${shownText(ticket.key)}</h1>`,
    `<p>This connects <strong>${shownText(ticket.key)}</strong> to the account <strong>${shownText(account)}</strong> at <strong>${shownText(serverName)}</strong>.</p>`,
    signsIn
      ? '<p class="note">Sign in as this account first. If it is not yours, close this page.</p>'
      : '<p class="soft">It is stored encrypted, for this account alone.</p>',
    alertBox(fields.some((field) => field.error === error) ? undefined : error),
    `<form method="post" action="${escapeHtml(path)}">`,
    hiddenField('token', token),
    hiddenField('csrf', csrf),
    formFields(fields),
    `<button type="submit">${signsIn ? 'Sign in' : 'Connect'}</button>`,
    '</form>',
  ]);
  return withHeaders(answerPage({ title: `Connect ${ticket.key} - ${serverName}`, body }, 200), headers);
}

export function answerConnectedPage({ key }: ConnectTicket, headers: HttpAnswer['headers']): HttpAnswer {
  const body = `<h1>Connected</h1>\n<p><strong>${shownText(key)}</strong> is connected. You can close this page and go on where you came from.</p>`;
  return withHeaders(answerPage({ title: 'Connected', body }, 200), headers);
}

const withHeaders = (answer: HttpAnswer, headers: HttpAnswer['headers']): HttpAnswer => ({
  ...answer,
  headers: { ...answer.headers, ...headers },
});
