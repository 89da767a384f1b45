import {
  type ContextCall,
  DynamicPlugin,
  type Next,
  type PageVisit,
  Plugin,
  type PluginHooks,
  type PluginHost,
  type PluginPage,
  type PluginRoute,
  type PluginStorage,
} from '@service/sdk/define';
import { ServiceError } from '@service/sdk/errors';
import type { EntryModel, SkillModel, ToolModel, ToolResult } from '@service/sdk/model';
import { type ApprovalOptions, checkApprovalOptions, defaults, type GuardedCall, modules, storageOf } from './approval-options.ts';
import { Gate } from './gate.ts';
import { approvalsOf, type CallerApprovals } from './own-approvals.ts';
import { fieldProblem, requirementOf, type Requirement } from './requirement.ts';

export type { ApprovalOptions, GuardedCall, RecheckOptions, WebhookOptions } from './approval-options.ts';
export type { Approval, ApprovalState } from './approvals.ts';
export { ApprovalRequiredError } from './refusal.ts';
export type { ApprovalQuery, CallerApprovals, GrantOptions } from './own-approvals.ts';
export type { ApprovalContext, ApprovalScope } from './requirement.ts';

declare global {
  interface ExtendServiceContext {
    /** Approvals of this caller, of {@link ApprovalPlugin}. @throws {ServiceError} CONTEXT_EXTENSION_NOT_AVAILABLE outside of the apps that list it */
    readonly approval: CallerApprovals;
  }
}

/**
 * Stops tools with the field `approval` until a call is approved: by the person behind the client, by another system, or by code of the server.
 *
 * @example
 * const pay = tool({ name: 'pay', description: 'Pays an invoice.', approval: { riskLevel: 'high' } })(() => 'paid');
 *
 * \@Service({ info: { name: 'invoices', version: '1.0.0' }, tools: [pay], plugins: [ApprovalPlugin] })
 * class Server {}
 */
@Plugin({
  name: 'approval',
  enforces: ['approval'],
  // What other plugins answer by themselves, a cache for example, is behind it.
  order: -1000,
  asks: true,
  contextExtensions: [{ property: 'approval', errorMessage: 'ApprovalPlugin is not installed' }],
})
export class ApprovalPlugin extends DynamicPlugin<ApprovalOptions> implements PluginHooks {
  #gate: Gate | undefined;
  readonly #requirements = new WeakMap<ToolModel, { readonly requirement: Requirement | undefined }>();

  static readonly checkOptions = checkApprovalOptions;

  /** @throws {ServiceError} INVALID_DECORATOR_METADATA for a field with a fault, and for one of another entry than a tool */
  static checkEntry({ kind, pluginFields = {} }: EntryModel | SkillModel): void {
    const field = pluginFields['approval'];
    if (field === undefined || field === false) return;
    const problem =
      kind === 'tool' ? fieldProblem(field) : '"approval": only tools are approved; refuse others with "authorities" or "featureFlag"';
    if (problem !== undefined) throw new ServiceError('INVALID_DECORATOR_METADATA', problem);
  }

  /** Hooks are not asked about entries without the field: their calls cost nothing. */
  static concerns({ pluginFields }: EntryModel | SkillModel): boolean {
    return pluginFields?.['approval'] !== undefined;
  }

  /** @param options as `init` got them */
  static stores(options: ApprovalOptions): Readonly<Record<string, PluginStorage>> {
    return { approvals: storageOf(options) };
  }

  /** @param options as `init` got them */
  static modules({ mode, webhook }: ApprovalOptions): readonly string[] {
    return mode === undefined ? [] : [modules[mode], ...(webhook?.page === true ? [modules.page] : [])];
  }

  /** @param options as `init` got them */
  static routes({ mode, webhook }: ApprovalOptions): readonly PluginRoute[] {
    return mode === 'webhook' ? [{ method: 'POST', path: webhook?.callbackPath ?? defaults.callbackPath }] : [];
  }

  /** @param options as `init` got them */
  static pages({ mode, webhook }: ApprovalOptions): readonly string[] {
    return mode === 'webhook' && webhook?.page === true ? [webhook.callbackPath ?? defaults.callbackPath] : [];
  }

  /** @param options as `init` got them */
  static deciders({ elicit = true, mode, recheck, webhook }: ApprovalOptions): Readonly<Record<string, string>> {
    if (mode === undefined)
      return { approval: elicit ? 'the person behind the client, or this.approval in code' : 'this.approval in code' };
    // Without its query, which may hold a secret.
    const { host, pathname } = new URL((mode === 'webhook' ? webhook?.url : recheck?.url) ?? 'http://localhost');
    return { approval: `${host}${pathname} (${mode})` };
  }

  async onStart(host: PluginHost): Promise<void> {
    this.#gate = await Gate.create(this.options, host);
  }

  aroundToolCall(call: GuardedCall, next: Next<ToolResult>): ReturnType<Next<ToolResult>> {
    const requirement = this.#requirementOf(call.entry);
    if (requirement === undefined) return next();
    return this.#started()
      .admit(call, requirement)
      .then(() => next());
  }

  onRequest(request: Request): Promise<Response> {
    return this.#started().answer(request);
  }

  onPage(visit: PageVisit): Promise<PluginPage> {
    return this.#started().show(visit);
  }

  contextMember(_property: string, call: ContextCall): CallerApprovals | undefined {
    return this.#gate && approvalsOf(call, this.#gate);
  }

  #started(): Gate {
    if (this.#gate === undefined) throw new ServiceError('SERVER_ERROR', 'plugin "approval" has not started');
    return this.#gate;
  }

  #requirementOf(entry: ToolModel): Requirement | undefined {
    const known = this.#requirements.get(entry) ?? { requirement: requirementOf(entry.pluginFields?.['approval']) };
    this.#requirements.set(entry, known);
    return known.requirement;
  }
}
