import { escapeHtml } from '../../../std/index.ts';
import type { HttpAnswer } from '../../../web/exchange.ts';
import { clientNotice } from '../pages/client-notice.ts';
import { hiddenField } from '../pages/form-fields.ts';
import { callbackPathOf, pageClientOf } from '../pages/page-client.ts';
import { answerPage } from '../pages/page-document.ts';
import { alertBox, choiceGroup, joinParts, type Choice } from '../pages/page-parts.ts';
import { honestText } from '../pages/shown-text.ts';
import type { StepRequest } from '../sign-in/sign-in-step.ts';
import type { ConsentSettings } from './consent-settings.ts';
import type { ConsentTool } from './consent-tools.ts';

export interface ConsentPage {
  readonly request: StepRequest;
  readonly settings: ConsentSettings;
  readonly serverName: string;
  readonly tools: readonly ConsentTool[];
  readonly ticked: ReadonlySet<string>;
  readonly error?: string | undefined;
}

/** Which tools the client may call. Nothing needs a script: ticking all is a button that brings the page again. */
export function answerConsentPage(page: ConsentPage, status = 200): HttpAnswer {
  const { request, serverName, settings } = page;
  const { address, client, signIn } = request;
  const body = joinParts([
    '<h1>Choose tools</h1>',
    clientNotice(pageClientOf(client, signIn.redirectUri), serverName),
    `<p>You are signed in as <strong>${escapeHtml(honestText(signIn.user.email ?? signIn.user.name ?? signIn.user.sub))}</strong>. Only tools that you tick can be called for you.</p>`,
    ...(settings.customMessage === undefined ? [] : [`<p>${escapeHtml(settings.customMessage)}</p>`]),
    alertBox(page.error),
    `<form method="post" action="${escapeHtml(callbackPathOf(address))}">`,
    hiddenField('pending_auth_id', signIn.id),
    hiddenField('csrf', signIn.csrf),
    hiddenField('consent_submitted', '1'),
    ...toolGroups(page),
    '<button type="submit">Allow</button>',
    ...(settings.allowSelectAll ? ['<button class="second" type="submit" name="select_all" value="1">Tick all</button>'] : []),
    '</form>',
  ]);
  return answerPage({ title: `Choose tools - ${serverName}`, body }, status);
}

function toolGroups({ settings, ticked, tools }: ConsentPage): string[] {
  const choiceOf = ({ description, id, title }: ConsentTool): Choice => ({
    id,
    label: title,
    hint: settings.showDescriptions ? description : undefined,
    checked: ticked.has(id),
  });
  if (!settings.groupByApp) return [choiceGroup('tools', { legend: 'Tools', choices: tools.map(choiceOf), prefix: 'tool' })];
  const apps = new Map(tools.map(({ appId, appName }) => [appId, appName]));
  return [...apps].map(([appId, legend], index) => {
    const choices = tools.filter((tool) => tool.appId === appId).map(choiceOf);
    return choiceGroup('tools', { legend, choices, prefix: `app-${index}` });
  });
}
