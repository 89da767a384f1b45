import { escapeHtml } from '../../../std/index.ts';
import type { AuthPages, SignInPage } from './page-types.ts';
import type { OwnPages } from '../own-pages/own-page.ts';
import { clientNotice } from './page-client.ts';
import { formFields, signInForm } from './form-fields.ts';
import { answerOwnHtml, answerPage } from './page-document.ts';
import { alertBox, joinParts, uncheckedNotice, visibleText } from './page-parts.ts';
import { scopeList } from './scope-text.ts';

/** The pages of the authorization server: plain HTML that works with a keyboard, a screen reader and without scripts. */
export function createPages(own?: OwnPages): AuthPages {
  return {
    signIn: (page, status) => answerPage({ title: `${page.title} - ${page.serverName}`, logo: page.logo, body: signInBody(page) }, status),
    problem: ({ message, title }, status) =>
      own?.print('error', { title, error: visibleText(message) }, status) ??
      answerPage({ title, body: `<h1>${escapeHtml(title)}</h1>\n${alertBox(message)}\n${closeHint}` }, status),
    own: answerOwnHtml,
  };
}

const closeHint = '<p class="soft">Close this page and start again in the program you came from.</p>';

function signInBody(page: SignInPage): string {
  return joinParts([
    `<h1>${escapeHtml(page.title)}</h1>`,
    ...(page.subtitle === undefined ? [] : [`<p class="soft">${escapeHtml(page.subtitle)}</p>`]),
    clientNotice(page.client, page.serverName),
    scopeList(page.scopes),
    ...(page.unchecked ? [uncheckedNotice] : []),
    alertBox(saidBesideField(page) ? undefined : page.error),
    signInForm(page.callbackPath, { id: page.pendingAuthId, csrf: page.csrf }, [
      formFields(page.fields),
      '<button type="submit">Sign in</button>',
    ]),
    '<p class="hint">If you did not start this, close this page: nothing has been shared.</p>',
  ]);
}

/** One problem is read out once: beside its field when it has one. */
const saidBesideField = ({ error, fields }: SignInPage): boolean => error !== undefined && fields.some((field) => field.error === error);
