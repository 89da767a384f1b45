import type { HttpAnswer } from '../../../web/exchange.ts';
import { fitsIntoToken } from '../tokens/fits-into-token.ts';
import type { AuthorizationServices } from '../authorization-services.ts';
import type { SignInStep, StepRequest, StepVerdict } from '../sign-in/sign-in-step.ts';
import type { FormFields } from '../../../web/form.ts';
import { ConsentRecords, type ConsentRecord } from './consent-records.ts';
import { escapeHtml, isRecord } from '../../../std/index.ts';
import { clientNotice, callbackPathOf, pageClientOf } from '../pages/page-client.ts';
import { hiddenField, signInForm } from '../pages/form-fields.ts';
import { answerPage } from '../pages/page-document.ts';
import { alertBox, choiceGroup, joinParts, type Choice, honestText } from '../pages/page-parts.ts';
import type { ConsentOptions } from '../../../define/sign-in-options.ts';
import { authConsentDefaults } from '../../../options/generated.ts';
import { withDefaults } from '../../../options/with-defaults.ts';
import type { AuthContext } from '../../../define/auth-context.ts';

export interface ConsentStepOptions {
  readonly settings: ConsentSettings;
  readonly serverName: string;
  /** Tools that people choose now; excluded ones are not among them. */
  readonly tools: () => readonly ConsentTool[];
}

const unknownTool = 'Invalid tool selection. Choose from the tools on this page.';
const tooMany = 'These are more tools than one sign-in can carry. Please untick some.';
const nothingTicked = 'Please select at least one tool to continue.';

/** The screen after sign-in where a person picks what the client may call. */
export function createConsentStep(
  { serverName, settings, tools: currentTools }: ConsentStepOptions,
  parts: AuthorizationServices,
): SignInStep {
  const records = new ConsentRecords(parts.signInStore, parts.clock);
  const show = (request: StepRequest, ticked: readonly string[], problem?: { error: string; status: number }): StepVerdict => ({
    page: printPage(
      { request, settings, serverName, tools: currentTools(), ticked: new Set(ticked), error: problem?.error },
      problem?.status,
    ),
  });
  const printPage = (page: ConsentPage, status?: number): HttpAnswer =>
    parts.ownPages?.print('consent', page, status) ?? answerConsentPage(page, status);
  return {
    name: 'consent',
    isAnsweredBy: (form) => form.get('consent_submitted')?.[0] === '1',
    async ask(request) {
      const tools = currentTools();
      if (tools.length === 0) return allow([]);
      const record = settings.rememberConsent ? await records.find(request.signIn) : undefined;
      const ticked = tickedAtFirst(tools, record);
      const asked = record !== undefined && tools.every(({ id }) => record.seenToolIds.includes(id));
      if (!asked || !fits(request, ticked)) return show(request, ticked);
      await records.renew(request.signIn, record);
      return allow(ticked);
    },
    async answer(request, form: FormFields) {
      const known = new Set(currentTools().map(({ id }) => id));
      const chosen = form.get('tools') ?? [];
      if (chosen.some((id) => !known.has(id))) return show(request, chosen, { error: unknownTool, status: 400 });
      if (settings.allowSelectAll && form.get('select_all')?.[0] === '1') return show(request, [...known]);
      if (chosen.length === 0 && settings.requireSelection) return show(request, [], { error: nothingTicked, status: 200 });
      const selected = [...known].filter((id) => chosen.includes(id));
      if (!fits(request, selected)) return show(request, selected, { error: tooMany, status: 200 });
      if (settings.rememberConsent) await records.save(request.signIn, { selectedToolIds: selected, seenToolIds: [...known] });
      return allow(selected);
    },
  };
}

/** Earlier choices, and for tools that were not asked about yet what the options suggest. */
function tickedAtFirst(tools: readonly ConsentTool[], record: ConsentRecord | undefined): string[] {
  return tools.flatMap((tool) => {
    if (record?.seenToolIds.includes(tool.id) === true) return record.selectedToolIds.includes(tool.id) ? [tool.id] : [];
    return tool.suggested ? [tool.id] : [];
  });
}

const consentOf = (selectedTools: readonly string[]) => ({ enabled: true, selectedTools: [...selectedTools] });

const fits = ({ signIn }: StepRequest, selectedTools: readonly string[]): boolean =>
  fitsIntoToken(signIn, { consent: consentOf(selectedTools) });

function allow(selectedTools: readonly string[]): StepVerdict {
  const consent = consentOf(selectedTools);
  return { settled: consent, claims: { consent } };
}

interface ConsentPage {
  readonly request: StepRequest;
  readonly settings: ConsentSettings;
  readonly serverName: string;
  readonly tools: readonly ConsentTool[];
  readonly ticked: ReadonlySet<string>;
  readonly error?: string | undefined;
}

/** Which tools the client may call. Nothing needs a script: ticking all is a button that brings the page again. */
function answerConsentPage(page: ConsentPage, status = 200): HttpAnswer {
  const { request, serverName, settings } = page;
  const { address, client, signIn } = request;
  const body = joinParts([
    '<h1>Choose tools</h1>',
    clientNotice(pageClientOf(client, signIn.redirectUri), serverName),
    `<p>You are signed in as <strong>${escapeHtml(honestText(signIn.user.email ?? signIn.user.name ?? signIn.user.sub))}</strong>. Only tools that you tick can be called for you.</p>`,
    ...(settings.customMessage === undefined ? [] : [`<p>${escapeHtml(settings.customMessage)}</p>`]),
    alertBox(page.error),
    signInForm(callbackPathOf(address), signIn, [
      hiddenField('consent_submitted', '1'),
      ...toolGroups(page),
      '<button type="submit">Allow</button>',
      ...(settings.allowSelectAll ? ['<button class="second" type="submit" name="select_all" value="1">Tick all</button>'] : []),
    ]),
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

export type ConsentSettings = ReturnType<typeof consentSettings>;

/** `auth.consent` with its defaults. */
export const consentSettings = (options: ConsentOptions | undefined) =>
  withDefaults(options, { ...authConsentDefaults, excludedTools: [] });

/**
 * Whether the caller's token holds a tool. A token without the claim was issued before consent was asked for, and says nothing of what a
 * person wanted: it holds none. Anonymous callers have chosen nothing; what they may call is `publicAccess`.
 */
export function isConsented({ claims, isAnonymous }: AuthContext, toolId: string): boolean {
  if (isAnonymous) return true;
  const { consent } = claims;
  const selected = isRecord(consent) ? consent['selectedTools'] : undefined;
  return Array.isArray(selected) && selected.includes(toolId);
}

/** A tool that people choose or leave out. */
export interface ConsentTool {
  /** Listed name: `<app>:<name>` where two apps have a tool of one name. */
  readonly id: string;
  readonly title: string;
  readonly description?: string | undefined;
  readonly appId: string;
  readonly appName: string;
  /** The options suggest it. */
  readonly suggested: boolean;
}
