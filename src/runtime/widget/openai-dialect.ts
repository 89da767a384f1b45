import type { Json } from '../model/index.ts';
import { fieldsOf, isRecord, listOf, ownMemberOf } from '../std/index.ts';
import type { Heard } from './host-connection.ts';
import type { ViewWindow } from './view-window.ts';
import type { WidgetPart } from './widget-part.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A host that speaks MCP Apps answers at once; one that has `window.openai` alone never does. */
const waitMs = 500;

/** Members of `window.openai` that stand for a capability of MCP Apps. */
const capabilities = { callTool: 'serverTools', openExternal: 'openLinks', sendFollowUpMessage: 'message' } as const;

/** `window.openai` (`ui.openai`), for hosts that have it alone. Where MCP Apps is spoken too, that is what the widget speaks. */
export function openaiDialect(): WidgetPart {
  const openai = new OwnGlobal();
  let isChosen = false;
  /** The answer of MCP Apps, or what `window.openai` offers where none comes. */
  const greet = async (
    answer: Promise<unknown>,
    { late, waited }: { readonly late: () => void; readonly waited: Promise<undefined> },
  ): Promise<unknown> => {
    const first = await Promise.race([answer.catch(() => undefined), waited]);
    if (first !== undefined || !isRecord(openai.given)) return answer;
    isChosen = true;
    void answer.then(late, () => undefined);
    return { hostCapabilities: openai.capabilities };
  };
  return {
    connect: (next) => (window, heard) => {
      openai.window = window;
      const host = next(window, heard);
      let speaksApps = false;
      const take = (news: Fields): void => {
        if (!speaksApps) tell(heard, news, openai.globals);
      };
      window.addEventListener('openai:set_globals', ({ detail }) => take(fieldsOf(fieldsOf(detail)['globals'])));
      take(openai.globals);
      const initialize = async (asked: Promise<unknown>): Promise<unknown> => {
        const waited = new Promise<undefined>((done) => void window.setTimeout(() => done(undefined), waitMs));
        // Some hosts show the frame only after it.
        const result = await greet(asked, { waited, late: () => host.notify('ui/notifications/initialized', {}) });
        speaksApps = !isChosen;
        return result;
      };
      return {
        notify: (method, params) => {
          host.notify(method, params);
          if (isChosen) openai.hear(method, fieldsOf(params)['height']);
        },
        send: (method, params, ms) => {
          if (method === 'ui/initialize') return initialize(host.send(method, params, ms));
          return isChosen ? openai.ask(method, fieldsOf(params)) : host.send(method, params, ms);
        },
      };
    },
    members: (bridge) => ({
      get adapterId() {
        return isChosen ? 'openai' : 'ext-apps';
      },
      getWidgetState: () =>
        bridge.getWidgetState() ?? (isChosen ? ((openai.globals['widgetState'] ?? undefined) as Json | undefined) : undefined),
      setWidgetState: (state: Json) => {
        bridge.setWidgetState(state);
        if (isChosen) openai.try('setWidgetState', state);
      },
    }),
  };
}

/** `window.openai`, which may come after the widget's script. */
class OwnGlobal {
  window: ViewWindow | undefined;

  /** An element that is called `openai`, which a template may have, is a member of the window as well, but not its own. */
  get given(): unknown {
    return ownMemberOf(this.window, 'openai');
  }

  get globals(): Fields {
    return fieldsOf(this.given);
  }

  get capabilities(): object {
    const offered = Object.entries(capabilities).filter(([name]) => name in this.globals);
    return Object.fromEntries(offered.map(([, capability]) => [capability, {}]));
  }

  async run(name: string, ...args: readonly unknown[]): Promise<unknown> {
    const { [name]: member } = this.globals;
    if (typeof member !== 'function') throw new Error(`this host does not offer window.openai.${name}`);
    return Reflect.apply(member, this.given, args) as unknown;
  }

  /** Where it does not matter whether the host has it. */
  try(name: string, ...args: readonly unknown[]): void {
    void this.run(name, ...args).catch(() => undefined);
  }

  hear(method: string, height: unknown): void {
    if (method === 'ui/notifications/size-changed') this.try('notifyIntrinsicHeight', height);
    if (method === 'ui/notifications/request-teardown') this.try('requestClose');
  }

  /** A request of MCP Apps, as a call. */
  async ask(method: string, params: Fields): Promise<unknown> {
    switch (method) {
      case 'tools/call':
        return resultOf(await this.run('callTool', params['name'], params['arguments']));
      case 'ui/open-link':
        return this.run('openExternal', { href: params['url'] });
      case 'ui/message':
        return this.run('sendFollowUpMessage', { prompt: fieldsOf(listOf(params['content'])[0])['text'] });
      case 'ui/request-display-mode':
        return this.run('requestDisplayMode', { mode: params['mode'] });
      default:
        throw new Error(`${method}: this host does not offer it`);
    }
  }
}

/** Hosts answer with the result of the tool, or with what is in it. */
function resultOf(answer: unknown): object {
  if (isRecord(answer) && ('content' in answer || 'structuredContent' in answer)) return answer;
  const { result = answer } = fieldsOf(answer);
  return { content: [{ type: 'text', text: typeof result === 'string' ? result : JSON.stringify(result) }] };
}

/** What is new of `window.openai`, as notifications of MCP Apps. */
function tell({ notification }: Heard, news: Fields, all: Fields): void {
  const { displayMode, locale, maxHeight, safeArea, theme } = all;
  const context = { displayMode, locale, theme, containerDimensions: { maxHeight }, safeAreaInsets: fieldsOf(safeArea)['insets'] };
  notification('host-context-changed', JSON.parse(JSON.stringify(context)) as Fields);
  const { toolInput, toolOutput, toolResponseMetadata } = all;
  if (isRecord(news['toolInput'])) notification('tool-input', { arguments: toolInput });
  if (toolOutput === undefined || toolOutput === null || !('toolOutput' in news || 'toolResponseMetadata' in news)) return;
  const text = typeof toolOutput === 'string' ? toolOutput : JSON.stringify(toolOutput);
  const structuredContent = isRecord(toolOutput) ? toolOutput : undefined;
  notification('tool-result', { content: [{ type: 'text', text }], structuredContent, _meta: toolResponseMetadata });
}
