import { connect, type ConnectOptions } from '@service/sdk/client';
import { checkPluginOptions, DynamicPlugin, Plugin, type PluginHost, type PluginHooks } from '@service/sdk/define';
import { isRecord, isTexts, matchesGlob } from '@service/sdk/internal';
import type { JsonObject } from '@service/sdk/model';
import { modelContext } from './model-context.ts';
import { OfferedTools } from './offered-tools.ts';

/** Who calls, as the page knows it. */
export interface WebMcpCaller {
  /** A person, by `sub` or `id`. */
  readonly user?: JsonObject;
  /** Further claims, for access rules. */
  readonly extra?: JsonObject;
}

/** Follows who is signed in: tells it at once and after each change, undefined after they sign out. @returns stops following */
export type FollowCaller = (tell: (caller: WebMcpCaller | undefined) => void) => () => void;

/** Options of {@link WebMcpPlugin}. */
export interface WebMcpOptions {
  /** Names of tools that are offered; `*` and `?` as in file names. @default ['*'] */
  readonly include?: readonly string[];
  /** The caller that access rules see when the agent lists and calls tools, or a function that follows who is signed in; without a signed-in person nothing is offered. @default an anonymous caller */
  readonly caller?: WebMcpCaller | FollowCaller;
  /** Answers what tools ask the person, in a dialog of the page; without it a tool that asks fails. */
  readonly onElicit?: ConnectOptions['onElicit'];
}

const isFunction = (value: unknown): boolean => typeof value === 'function';
const rules = {
  include: (value: unknown) => (value === undefined || isTexts(value) ? undefined : 'a list of names'),
  caller: (value: unknown) =>
    value === undefined || isFunction(value) || isRecord(value) ? undefined : 'an object with "user" or "extra", or a function',
  onElicit: (value: unknown) => (value === undefined || isFunction(value) ? undefined : 'a function'),
};

/**
 * Offers the tools of a server in a page to the agent of the browser (WebMCP): each tool that the caller may see, while it is listed. The
 * server checks arguments, because browsers do not, and its access rules hold. On a server, and in a browser without WebMCP, it does nothing.
 *
 * @example
 * const server = await createInPage({ info: { name: 'page', version: '1.0.0' }, tools: [add], plugins: [WebMcpPlugin] }, { features: [plugins, pluginHost] });
 */
@Plugin({ name: 'webmcp' })
export class WebMcpPlugin extends DynamicPlugin<WebMcpOptions> implements PluginHooks {
  #tools: OfferedTools | undefined;
  #unfollow: (() => void) | undefined;

  static checkOptions(options: object): void {
    checkPluginOptions('webmcp', options, rules);
  }

  onStart({ channel, logger }: PluginHost): void {
    const context = modelContext();
    if (context === undefined || channel === undefined) return;
    const { caller = {}, include: patterns = ['*'], onElicit } = this.options;
    const include = (name: string): boolean => patterns.some((pattern) => matchesGlob(pattern, name));
    const refused = (tool: string, why: string): void => logger.warn('not offered to the browser', { tool, why });
    const clientInfo = { name: 'webmcp', version: '1.0.0' };
    const offerTo = (who: WebMcpCaller | undefined): void => {
      void this.#tools?.withdraw();
      const open = () => connect(channel(who), { era: 'stateless', clientInfo, ...(onElicit === undefined ? {} : { onElicit }) });
      this.#tools = who === undefined ? undefined : new OfferedTools({ connect: open, context, include, refused });
    };
    if (typeof caller === 'function') this.#unfollow = caller(offerTo);
    else offerTo(caller);
  }

  async onClose(): Promise<void> {
    this.#unfollow?.();
    await this.#tools?.withdraw();
  }
}
