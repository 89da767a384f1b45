import type { HttpAnswer } from '../../../web/exchange.ts';
import { fitsIntoToken } from '../tokens/fits-into-token.ts';
import type { AuthorizationServices } from '../authorization-services.ts';
import type { SignInStep, StepRequest, StepVerdict } from '../sign-in/sign-in-step.ts';
import type { FormFields } from '../../../web/form.ts';
import { answerConsentPage, type ConsentPage } from './consent-page.ts';
import { ConsentRecords, type ConsentRecord } from './consent-records.ts';
import type { ConsentSettings } from './consent-settings.ts';
import type { ConsentTool } from './consent-tools.ts';

export interface ConsentStepOptions {
  readonly settings: ConsentSettings;
  readonly serverName: string;
  /** Tools that people choose; excluded ones are not among them. */
  readonly tools: readonly ConsentTool[];
}

const unknownTool = 'Invalid tool selection. Choose from the tools on this page.';
const tooMany = 'These are more tools than one sign-in can carry. Please untick some.';
const nothingTicked = 'Please select at least one tool to continue.';

/** The screen after sign-in where a person picks what the client may call. */
export function createConsentStep({ serverName, settings, tools }: ConsentStepOptions, parts: AuthorizationServices): SignInStep {
  const records = new ConsentRecords(parts.signInStore, parts.clock);
  const known = new Set(tools.map(({ id }) => id));
  const show = (request: StepRequest, ticked: readonly string[], problem?: { error: string; status: number }): StepVerdict => ({
    page: printPage({ request, settings, serverName, tools, ticked: new Set(ticked), error: problem?.error }, problem?.status),
  });
  const printPage = (page: ConsentPage, status?: number): HttpAnswer =>
    parts.ownPages?.print('consent', page, status) ?? answerConsentPage(page, status);
  return {
    name: 'consent',
    isAnsweredBy: (form) => form.get('consent_submitted')?.[0] === '1',
    async ask(request) {
      if (tools.length === 0) return allow([]);
      const record = settings.rememberConsent ? await records.find(request.signIn) : undefined;
      const ticked = tickedAtFirst(tools, record);
      const asked = record !== undefined && tools.every(({ id }) => record.seenToolIds.includes(id));
      if (!asked || !fits(request, ticked)) return show(request, ticked);
      await records.renew(request.signIn, record);
      return allow(ticked);
    },
    async answer(request, form: FormFields) {
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
