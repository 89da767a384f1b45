import type { ServerPlan } from './server-plan.ts';

export interface PartCode {
  /** Text of a module `src/<name>.ts`; empty when there is none. */
  readonly module: string;
  /** Names that the server imports from it. */
  readonly imports: readonly string[];
  /** Items of the server's list. */
  readonly items: string;
  /** Files of a package in the project's own node_modules. */
  readonly files?: Readonly<Record<string, string>>;
}

const none: PartCode = { module: '', imports: [], items: '' };

/** Providers of the token `counterToken`, in every form. */
export function providerCode({ providers }: ServerPlan): PartCode {
  if (providers === 'none') return none;
  const head = `import { AsyncProvider, inject, InjectionToken, Provider, ProviderScope } from '@service/sdk';
export abstract class Counter {
  abstract add(by: number): number;
}
class Sum extends Counter {
  #sum: number;
  constructor(start = 10) {
    super();
    this.#sum = start;
  }
  override add(by: number): number {
    return (this.#sum += by);
  }
}
`;
  const token = `export const counterToken = new InjectionToken<Counter>('counter');\n`;
  const forms: Readonly<Record<Exclude<ServerPlan['providers'], 'none'>, string>> = {
    class: `@Provider({ name: 'counter', scope: ProviderScope.GLOBAL })
class OwnCounter extends Counter {
  #sum = 5;
  override add(by: number): number {
    return (this.#sum += by);
  }
}
export const counterToken = OwnCounter;
export const providers = [OwnCounter];`,
    value: `${token}export const providers = [{ provide: counterToken, useValue: new Sum(20) }];`,
    factory: `${token}const start = new InjectionToken<number>('start');
export const providers = [
  { provide: start, useFactory: () => 7 },
  { provide: counterToken, inject: () => [start] as const, useFactory: (from: number) => new Sum(from) },
];`,
    async: `${token}export const providers = [
  AsyncProvider({ provide: counterToken, useFactory: async () => new Sum(await Promise.resolve(30)) }),
];`,
    alias: `${token}@Provider({ name: 'offset' })
class Offset {
  readonly by = 100;
}
class WithOffset extends Sum {
  readonly offset = inject(Offset);
  override add(by: number): number {
    return super.add(by) + this.offset.by;
  }
}
export const providers = [Offset, { provide: counterToken, useClass: WithOffset }];`,
    'request-scope': `@Provider({ name: 'counter', scope: ProviderScope.CONTEXT })
class RequestCounter extends Counter {
  #sum = 0;
  override add(by: number): number {
    return (this.#sum += by);
  }
}
export const counterToken = RequestCounter;
export const providers = [RequestCounter];`,
  };
  return { module: head + forms[providers], imports: ['providers'], items: '...providers' };
}

/** The text of a plugin that logs, changes answers and brings a tool. `Options` are what it is made with. */
const pluginClass = (typed: boolean): string => {
  const [call, next, options] = typed ? [': HookCall<ToolModel>', ': Next<ToolResult>', '<{ mark: string }>'] : ['', '', ''];
  return `class Marking extends DynamicPlugin${options} {
  async aroundToolCall(call${call}, next${next}) {
    call.logger.info('surrounded', { tool: call.entry.name });
    const result = await next();
    return { ...result, content: [...result.content, { type: 'text'${typed ? ' as const' : ''}, text: this.options.mark ?? 'unmarked' }] };
  }
  filterEntry(entry${typed ? ': { readonly name: string }' : ''}) {
    return entry.name !== 'hidden-by-plugin';
  }
}`;
};

const pluginHead = `import { DynamicPlugin, Plugin, tool } from '@service/sdk';
import type { HookCall, Next, ToolModel, ToolResult } from '@service/sdk';
const brought = tool({ name: 'brought', description: 'Comes with the plugin.' })((_input, ctx) => {
  ctx.notify('brought');
  return ctx.scope;
});
`;

/** Plugins, written where the plan says, and made as it says. */
export function pluginCode({ plugins }: ServerPlan): PartCode {
  if (plugins === 'none') return none;
  if (plugins === 'packaged' || plugins === 'packaged-called') return packagedPlugin(plugins);
  const decorated = `${pluginHead}@Plugin({ name: 'marking', tools: [brought] })\nexport ${pluginClass(true)}\n`;
  const called = `export const marking = (mark: string) => Marking.init({ mark });\n`;
  const forms: Readonly<
    Record<
      Exclude<ServerPlan['plugins'], 'none' | 'packaged' | 'packaged-called'>,
      { readonly more: string; readonly imports: string; readonly items: string }
    >
  > = {
    static: { more: '', imports: 'Marking', items: 'Marking' },
    init: { more: '', imports: 'Marking', items: `Marking.init({ mark: 'initialised' })` },
    'init-factory': { more: '', imports: 'Marking', items: `Marking.init({ useFactory: async () => ({ mark: 'made' }) })` },
    called: { more: called, imports: 'marking', items: `marking('called')` },
    'app-called': { more: called, imports: 'marking', items: `marking('of the app')` },
    variable: { more: `${called}export const ready = marking('in a variable');\n`, imports: 'ready', items: 'ready' },
    conditional: {
      more: called,
      imports: 'marking',
      items: `...(process.env['FIDELITY_MODE'] === 'full' ? [marking('only in full')] : [])`,
    },
  };
  const { imports, items, more } = forms[plugins];
  return { module: decorated + more, imports: [imports], items };
}

/** A package of its own: compiled JavaScript with declarations, as a registry would bring it. */
function packagedPlugin(kind: 'packaged' | 'packaged-called'): PartCode {
  const folder = 'node_modules/fidelity-plugin';
  const javascript = `${pluginHead.replace(/^import type.*\n/m, '')}${pluginClass(false)}
Plugin({ name: 'packaged', tools: [brought] })(Marking);
export { Marking };
export const marking = (mark) => Marking.init({ mark });
`;
  const declarations = `import { DynamicPlugin, type Registration } from '@service/sdk';
export declare class Marking extends DynamicPlugin<{ mark: string }> {}
export declare const marking: (mark: string) => ReturnType<typeof Marking.init>;
`.replace(', type Registration', '');
  const manifest = {
    name: 'fidelity-plugin',
    version: '1.0.0',
    type: 'module',
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
  };
  const name = kind === 'packaged' ? 'Marking' : 'marking';
  return {
    module: `export { ${name} } from 'fidelity-plugin';`,
    imports: [name],
    items: kind === 'packaged' ? 'Marking' : `marking('from a package')`,
    files: {
      [`${folder}/package.json`]: JSON.stringify(manifest),
      [`${folder}/index.js`]: javascript,
      [`${folder}/index.d.ts`]: declarations,
    },
  };
}
