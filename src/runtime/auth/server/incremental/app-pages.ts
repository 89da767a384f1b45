import { escapeHtml } from '../../../std/index.ts';
import type { HttpAnswer } from '../../../web/exchange.ts';
import { clientNotice } from '../pages/client-notice.ts';
import { hiddenField } from '../pages/form-fields.ts';
import { callbackPathOf, pageClientOf } from '../pages/page-client.ts';
import { answerPage } from '../pages/page-document.ts';
import { alertBox, choiceGroup, joinParts } from '../pages/page-parts.ts';
import { shownText } from '../pages/shown-text.ts';
import type { OwnPages } from '../own-pages/own-page.ts';
import type { StepRequest } from '../sign-in/sign-in-step.ts';

/** An app of this server that people grant or leave out. */
export interface GrantableApp {
  readonly id: string;
  readonly name: string;
  readonly description?: string | undefined;
}

interface AppPage {
  readonly own: OwnPages | undefined;
  readonly request: StepRequest;
  readonly serverName: string;
  readonly error?: string | undefined;
}

/** All apps on one page. */
export function answerAppsPage(
  page: AppPage & { apps: readonly GrantableApp[]; ticked: readonly string[]; allowSkip: boolean },
): HttpAnswer {
  const { allowSkip, apps, ticked } = page;
  const own = page.own?.print('incremental', page, statusOf(page));
  if (own !== undefined) return own;
  const choices = apps.map(({ description, id, name }) => ({ id, label: name, hint: description, checked: ticked.includes(id) }));
  const list = apps.map(({ name }) => `<li>${escapeHtml(name)}</li>`).join('\n');
  return answerAppForm(page, {
    heading: 'Choose apps',
    // What cannot be left out is said, not asked.
    body: allowSkip ? choiceGroup('apps', { legend: 'Apps', choices, prefix: 'app' }) : `<h2>Apps</h2>\n<ul>\n${list}\n</ul>`,
    buttons: '<button type="submit" name="action" value="allow">Continue</button>',
  });
}

/** One app: asked for by a call that was refused, or one of several that are asked about one after another. */
export function answerAppPage(
  page: AppPage & { app: GrantableApp; tool?: string | undefined; granted: readonly string[]; allowSkip: boolean },
): HttpAnswer {
  const { allowSkip, app, granted, tool } = page;
  const own = page.own?.print('incremental', page, statusOf(page));
  if (own !== undefined) return own;
  const because = tool === undefined ? '' : ` It was needed to call <code>${shownText(tool)}</code>.`;
  const parts = [
    `<p>Let it use the app <strong>${escapeHtml(app.name)}</strong>?${because}</p>`,
    ...(app.description === undefined ? [] : [`<p class="soft">${escapeHtml(app.description)}</p>`]),
    hiddenField('app_id', app.id),
    ...granted.map((id) => hiddenField('apps', id)),
  ];
  return answerAppForm(page, {
    heading: `Allow ${app.name}`,
    body: joinParts(parts),
    buttons: joinParts([
      '<button type="submit" name="action" value="allow">Allow</button>',
      ...(allowSkip ? ['<button class="second" type="submit" name="action" value="skip">Not now</button>'] : []),
    ]),
  });
}

const statusOf = ({ error }: AppPage): number => (error === undefined ? 200 : 400);

function answerAppForm(page: AppPage, form: { heading: string; body: string; buttons: string }): HttpAnswer {
  const { error, request, serverName } = page;
  const { address, client, signIn } = request;
  const body = joinParts([
    `<h1>${escapeHtml(form.heading)}</h1>`,
    clientNotice(pageClientOf(client, signIn.redirectUri), serverName),
    alertBox(error),
    `<form method="post" action="${escapeHtml(callbackPathOf(address))}">`,
    hiddenField('pending_auth_id', signIn.id),
    hiddenField('csrf', signIn.csrf),
    hiddenField('incremental', 'true'),
    form.body,
    form.buttons,
    '</form>',
  ]);
  return answerPage({ title: `${form.heading} - ${serverName}`, body }, statusOf(page));
}
