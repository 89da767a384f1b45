import { SignInProblem } from '../responses/problems.ts';
import type { AuthorizationServices } from '../authorization-services.ts';
import type { OwnPages } from '../own-pages/own-page.ts';
import type { SignInStep, StepRequest, StepVerdict } from '../sign-in/sign-in-step.ts';
import type { FormFields } from '../../../web/form.ts';
import { authIncrementalAuthDefaults } from '../../../options/generated.ts';
import { withDefaults } from '../../../options/with-defaults.ts';
import { escapeHtml } from '../../../std/index.ts';
import type { HttpAnswer } from '../../../web/exchange.ts';
import { clientNotice, callbackPathOf, pageClientOf } from '../pages/page-client.ts';
import { hiddenField, signInForm } from '../pages/form-fields.ts';
import { answerPage } from '../pages/page-document.ts';
import { alertBox, choiceGroup, joinParts, shownText } from '../pages/page-parts.ts';
import { RecordStore } from '../../../storage/record-store.ts';
import type { Store } from '../../../model/store.ts';
import { agreementSeconds } from '../tokens/lifetimes.ts';
import type { CheckedSignIn } from '../sign-in/pending-sign-in.ts';
import type { IncrementalAuthOptions } from '../../../define/sign-in-options.ts';

interface IncrementalPages extends DeclaredApps {
  readonly own: OwnPages | undefined;
}

export interface DeclaredApps {
  readonly settings: IncrementalSettings;
  readonly serverName: string;
  readonly apps: readonly GrantableApp[];
}

const unknownApp = 'Invalid app selection. Choose from the apps on this page.';

/** People grant apps at sign-in, and further ones when a call needs them. */
export function createIncrementalStep(declared: DeclaredApps, parts: AuthorizationServices): SignInStep {
  const step = { ...declared, own: parts.ownPages };
  const grants = appGrants(parts.signInStore);
  return {
    name: 'incremental',
    isAnsweredBy: (form) => form.get('incremental')?.[0] === 'true',
    async ask(request) {
      if (request.signIn.incremental !== undefined) return askForOne(step, request);
      if (step.apps.length === 0) return grantApps([]);
      const known = await grants.find(request.signIn);
      return askForAll(step, { request, ticked: tickedAtFirst(step, request, known) });
    },
    async answer(request, form) {
      const verdict = await (request.signIn.incremental === undefined
        ? answerAll(step, request, form)
        : answerOne({ step, grants }, request, form));
      if ('settled' in verdict) await grants.set(request.signIn, appsOf(verdict));
      return verdict;
    },
  };
}

const appsOf = ({ settled }: Extract<StepVerdict, { settled: unknown }>): readonly string[] =>
  Array.isArray(settled['apps']) ? settled['apps'].filter((id) => typeof id === 'string') : [];

function grantApps(apps: readonly string[], redirect?: Readonly<Record<string, string>>): StepVerdict {
  const authorizedApps = [...apps];
  return {
    settled: { apps: authorizedApps },
    claims: { authorized_apps: authorizedApps },
    redirect,
  };
}

/** What the request names; else what was granted before; else everything, to be skipped. */
function tickedAtFirst({ apps }: IncrementalPages, { signIn }: StepRequest, known: readonly string[] | undefined): readonly string[] {
  const wanted = signIn.apps ?? known;
  return apps.map(({ id }) => id).filter((id) => wanted === undefined || wanted.includes(id));
}

interface Asked {
  readonly request: StepRequest;
  readonly ticked: readonly string[];
  readonly error?: string;
}

function askForAll(step: IncrementalPages, { error, request, ticked }: Asked): StepVerdict {
  const { apps, own, serverName, settings } = step;
  const [first] = apps;
  if (settings.showAllAppsAtOnce || first === undefined)
    return { page: answerAppsPage({ own, request, serverName, apps, ticked, error, allowSkip: settings.allowSkip }) };
  return { page: answerAppPage({ own, request, serverName, app: first, granted: [], error, allowSkip: settings.allowSkip }) };
}

async function answerAll(step: IncrementalPages, request: StepRequest, form: FormFields): Promise<StepVerdict> {
  const { apps, settings } = step;
  const known = apps.map(({ id }) => id);
  const chosen = form.get('apps') ?? [];
  if (chosen.some((id) => !known.includes(id))) return askForAll(step, { request, ticked: chosen, error: unknownApp });
  if (!settings.showAllAppsAtOnce) return answerNext(step, request, form);
  return grantApps(settings.allowSkip ? known.filter((id) => chosen.includes(id)) : known);
}

/** One page an app. What was granted on the pages before travels with the form: it is the person's own choice. */
function answerNext(step: IncrementalPages, request: StepRequest, form: FormFields): StepVerdict {
  const { apps, own, serverName, settings } = step;
  const at = apps.findIndex(({ id }) => id === form.get('app_id')?.[0]);
  if (at < 0) return askForAll(step, { request, ticked: [], error: unknownApp });
  const allowed = !settings.allowSkip || form.get('action')?.[0] === 'allow';
  // Only apps that were asked about before this one can have been granted before it.
  const before = apps.slice(0, at).map(({ id }) => id);
  const granted = [...before.filter((id) => form.get('apps')?.includes(id) === true), ...(allowed ? [apps[at]?.id ?? ''] : [])];
  const next = apps[at + 1];
  if (next === undefined) return grantApps(granted);
  return { page: answerAppPage({ own, request, serverName, app: next, granted, allowSkip: settings.allowSkip }) };
}

function askForOne(step: IncrementalPages, request: StepRequest): StepVerdict {
  const { app, tool } = wantedApp(step, request);
  return { page: answerAppPage({ own: step.own, request, serverName: step.serverName, app, tool, granted: [], allowSkip: true }) };
}

/** @throws {SignInProblem} for an app that this server does not have */
function wantedApp({ apps }: IncrementalPages, { signIn }: StepRequest): { app: GrantableApp; tool: string | undefined } {
  const app = apps.find(({ id }) => id === signIn.incremental?.app);
  if (app === undefined) throw new SignInProblem('Unknown app: this server has no app of the name that was asked for');
  return { app, tool: signIn.incremental?.tool };
}

async function answerOne(
  { grants, step }: { grants: AppGrants; step: IncrementalPages },
  request: StepRequest,
  form: FormFields,
): Promise<StepVerdict> {
  const { app } = wantedApp(step, request);
  const ids = step.apps.map(({ id }) => id);
  const earlier = ((await grants.find(request.signIn)) ?? []).filter((id) => ids.includes(id));
  if (form.get('action')?.[0] !== 'allow' || form.get('app_id')?.[0] !== app.id) return grantApps(earlier);
  return grantApps([...new Set([...earlier, app.id])], { incremental: 'true', app_id: app.id });
}

/** An app of this server that people grant or leave out. */
interface GrantableApp {
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
function answerAppsPage(page: AppPage & { apps: readonly GrantableApp[]; ticked: readonly string[]; allowSkip: boolean }): HttpAnswer {
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
function answerAppPage(
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
    signInForm(callbackPathOf(address), signIn, [hiddenField('incremental', 'true'), form.body, form.buttons]),
  ]);
  return answerPage({ title: `${form.heading} - ${serverName}`, body }, statusOf(page));
}

/** Ids of the apps that a person has granted to a client so far. */
type AppGrants = RecordStore<Pick<CheckedSignIn, 'user' | 'clientId' | 'issuer' | 'withdrawal'>, readonly string[]>;

/**
 * Under issuer, user and client, all proven in this sign-in: an id named by a caller could be another person's grant. What was granted before
 * a withdrawal is not found after it.
 */
export const appGrants = (store: Store): AppGrants =>
  new RecordStore(store, {
    lifetimeMs: () => agreementSeconds * 1000,
    keyOf: ({ clientId, issuer, user, withdrawal }) =>
      `apps:${[issuer, user.sub, clientId, ...(withdrawal === undefined ? [] : [withdrawal])].map(encodeURIComponent).join(':')}`,
  });

export type IncrementalSettings = Required<IncrementalAuthOptions>;

/** `auth.incrementalAuth` with its defaults; on when the option is there. */
export function incrementalSettings(options: IncrementalAuthOptions | undefined): IncrementalSettings {
  const settings = withDefaults(options, authIncrementalAuthDefaults);
  return { ...settings, enabled: settings.enabled && options !== undefined };
}
