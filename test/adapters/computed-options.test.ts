/* Adapters whose options are computed of providers: their entries are made at start, in every way to run a server. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Adapter, app, create, DynamicAdapter, Provider, tool } from '@service/sdk';
import { memberOf } from '@service/sdk/internal';
import { analyse } from '../../src/compiler/index.ts';
import { requestOf } from '../support/compile.ts';
import { answerTo, everyWay, startProject, writeProject } from '../support/ways-to-run.ts';

const main = `import { Adapter, App, DynamicAdapter, Provider, Service, tool, ToolContext, Tool, type Logger } from '@service/sdk';
import { z } from 'zod';

@Provider({ name: 'settings' })
class Settings {
  readonly languages = ['en', 'de'];
}

interface GreetingOptions { name: string; languages: readonly string[] }

@Adapter({ name: 'greetings' })
class Greetings extends DynamicAdapter<GreetingOptions> {
  #logger?: Logger;
  setLogger(logger: Logger) {
    this.#logger = logger;
  }
  fetch() {
    const { languages } = this.options;
    return {
      tools: languages.map((language) =>
        tool({ name: \`greet_\${language}\`, description: 'Greets.', inputSchema: { who: z.string().min(2) } })(async ({ who }, ctx) => {
          this.#logger?.info('greeted', { who });
          await ctx.progress(1, 2);
          return \`\${language}: \${who}\`;
        }),
      ),
    };
  }
}

@App({
  name: 'hello',
  providers: [Settings],
  adapters: [
    Greetings.init({ inject: () => [Settings], useFactory: async ({ languages }) => ({ name: 'greetings', languages }) }),
  ],
})
class Hello {}

@Service({ info: { name: 'small', version: '1.0.0' }, apps: [Hello] })
export default class Server {}
`;

for (const way of everyWay)
  test(`[A1.factory] options of an adapter are computed of providers at start: ${way}`, async () => {
    const project = writeProject({ 'src/main.ts': main });
    const server = await startProject(project.root, way);
    try {
      const { result } = JSON.parse(await answerTo(server.url, 'tools/list')) as { result: { tools: { name: string }[] } };
      assert.equal(
        result.tools.map(({ name }) => name),
        ['greet_en', 'greet_de'],
      );
      assert.match(await answerTo(server.url, 'tools/call', { name: 'greet_de', arguments: { who: 'Ada' } }), /de: Ada/);
      assert.match(await answerTo(server.url, 'tools/call', { name: 'greet_de', arguments: { who: 'A' } }), /who/);
    } finally {
      await server.stop();
      project.remove();
    }
  });

@Provider({ name: 'settings' })
class Settings {
  readonly languages = ['en'];
}

interface GreetingOptions {
  readonly name: string;
  readonly languages: readonly string[];
}

@Adapter({ name: 'greetings' })
class Greetings extends DynamicAdapter<GreetingOptions> {
  static checkOptions({ languages }: GreetingOptions): void {
    if (languages.length > 3) throw new Error('at most three languages');
  }

  fetch() {
    return { tools: this.options.languages.map((language) => tool({ name: language, description: 'Greets.' })(() => language)) };
  }
}

const opened = async (useFactory: (settings: Settings) => GreetingOptions): Promise<readonly string[]> => {
  const hello = app({
    name: 'hello',
    providers: [Settings],
    adapters: [Greetings.init({ inject: () => [Settings], useFactory })],
  });
  const server = await create({ info: { name: 'own', version: '1.0.0' }, logging: { level: 'off' }, apps: [hello] });
  try {
    const { tools } = await server.listTools();
    return Array.isArray(tools) ? tools.map((tool) => String(memberOf(tool, 'name'))) : [];
  } finally {
    await server.dispose();
  }
};

const failure = (work: Promise<unknown>): Promise<string> => work.then(() => 'it started', String);

test('[A1.factory] a start is refused for a factory that fails, computes another name, or leads to entries that are refused', async () => {
  assert.equal(await opened(({ languages }) => ({ name: 'greetings', languages })), ['en']);
  assert.match(
    await failure(opened(() => ({ name: 'other', languages: [] }))),
    /the adapter "greetings" of Greetings: "useFactory" computes the name "other", and a build has to know it/,
  );
  assert.match(await failure(opened(() => ({ name: 'greetings', languages: ['no name at all'] }))), /no name at all/);
  assert.match(await failure(opened(() => ({ name: 'greetings', languages: ['a', 'b', 'c', 'd'] }))), /at most three languages/);
  assert.match(
    await failure(
      opened(() => {
        throw new Error('no settings');
      }),
    ),
    /no settings/,
  );
});

test('[A1.factory] an adapter that prepares at build cannot have options of a start', async () => {
  const prepares = `import { Adapter, DynamicAdapter, Service } from '@service/sdk';
@Adapter({ name: 'lists' })
class Lists extends DynamicAdapter {
  static prepare() { return []; }
  entries() { return {}; }
}
@Service({ info: { name: 'small', version: '1.0.0' }, adapters: [Lists.init({ useFactory: () => ({ name: 'lists' }) })] })
export default class Server {}
`;
  const project = writeProject({ 'src/main.ts': prepares });
  try {
    const { diagnostics } = await analyse(requestOf(project.root, 'small'));
    assert.match(
      diagnostics.map(({ message }) => message).join('\n'),
      /Lists\.init\(\{ useFactory \}\) needs fetch\(\): options that are known at start alone cannot be prepared at build/,
    );
  } finally {
    project.remove();
  }
});

test.run();
