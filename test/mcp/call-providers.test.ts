/* Providers that a call waits for, and the tokens of the request and its logger, in every way to run a server. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { answerTo, everyWay, startProject, writeProject } from '../support/ways-to-run.ts';

const test = suite('providers of a call');

const source = `import {
  App, AsyncProvider, inject, InjectionToken, Prompt, prompt, PromptContext, Provider, ProviderScope, resource, Resource, ResourceContext,
  Service, SERVICE_CONTEXT, ServiceLogger, Tool, tool, ToolContext,
} from '@service/sdk';

const counts = { built: 0, disposed: 0, hanging: 0 };

class Tenant {
  constructor(readonly id: string) {}
  dispose() {
    counts.disposed += 1;
  }
}
const later = <T>(value: T) => new Promise<T>((resolve) => setTimeout(() => resolve(value), 5));
const tenant = AsyncProvider({
  provide: Tenant,
  scope: ProviderScope.CONTEXT,
  inject: () => [SERVICE_CONTEXT] as const,
  useFactory: async (context) => {
    counts.built += 1;
    return later(new Tenant(context.requestId === '' ? 'none' : 'shop'));
  },
});

@Provider({ name: 'database', scope: ProviderScope.CONTEXT })
class Database {
  readonly name = \`\${inject(Tenant).id}.db\`;
}

const rows = new InjectionToken<string>('rows');
const asked = AsyncProvider({
  provide: rows,
  scope: ProviderScope.CONTEXT,
  inject: () => [Database] as const,
  useFactory: (database) => later(\`rows of \${database.name}\`),
});
const broken = new InjectionToken<string>('broken');
const failing = { provide: broken, scope: ProviderScope.CONTEXT, useFactory: async () => Promise.reject(new Error('no route to it')) };

@Provider({ name: 'audit' })
class Audit {
  readonly logger: ServiceLogger = inject(ServiceLogger);
}

@Tool({ name: 'who', description: 'x', inputSchema: {} })
class Who extends ToolContext {
  private readonly tenant = inject(Tenant);
  private readonly rows = inject(rows);
  private readonly logger2 = inject(ServiceLogger);
  execute() {
    return \`\${this.tenant.id}: \${this.rows} \${typeof this.logger2.info} \${this.get(Tenant) === this.tenant} \${typeof this.get(Audit).logger.info}\`;
  }
}
const asks = tool({ name: 'asks', description: 'x', inputSchema: {} })((_input, ctx) => \`\${ctx.get(Tenant).id} \${typeof ctx.get(SERVICE_CONTEXT).requestId}\`);
const fails = tool({ name: 'fails', description: 'x', inputSchema: {} })((_input, ctx) => ctx.get(broken));
const counted = tool({ name: 'counted', description: 'x', inputSchema: {} })(() => \`\${counts.built - counts.disposed} left\`);

@Resource({ name: 'page', uri: 'x://page', mimeType: 'text/plain' })
class Page extends ResourceContext {
  private readonly tenant = inject(Tenant);
  execute() {
    return \`page of \${this.tenant.id}\`;
  }
}
@Prompt({ name: 'greet', description: 'x', arguments: [{ name: 'name' }] })
class Greet extends PromptContext {
  private readonly tenant = inject(Tenant);
  execute() {
    return \`Greet \${this.tenant.id}\`;
  }
  nameCompleter() {
    return [this.tenant.id];
  }
}

const never = new InjectionToken<string>('never');
const hanging = {
  provide: never,
  scope: ProviderScope.CONTEXT,
  useFactory: async () => {
    counts.hanging += 1;
    return new Promise<string>(() => undefined);
  },
};
const waits = tool({ name: 'waits', description: 'x', inputSchema: {}, timeout: { executeMs: 40 } })(() => 'answered');
const hung = tool({ name: 'hung', description: 'x', inputSchema: {} })(() => String(counts.hanging));
@App({ name: 'Slow', providers: [hanging], tools: [waits] })
class Slow {}

@Service({
  info: { name: 'tenants', version: '1.0.0' },
  apps: [Slow],
  providers: [tenant, Database, asked, failing, Audit],
  tools: [Who, asks, fails, counted, hung],
  resources: [Page, resource({ name: 'made', uri: 'x://made', mimeType: 'text/plain' })((_uri, ctx) => ctx.get(rows))],
  prompts: [Greet, prompt({ name: 'ask' })((_args, ctx) => ctx.get(Tenant).id)],
})
export default class Server {}
`;

const call = (name: string) => ['tools/call', { name, arguments: {} }] as const;
const complete = { ref: { type: 'ref/prompt', name: 'greet' }, argument: { name: 'name', value: '' } };
const expected: readonly (readonly [string, Record<string, unknown>, string])[] = [
  [...call('who'), 'shop: rows of shop.db function true function'],
  [...call('asks'), 'shop string'],
  ['resources/read', { uri: 'x://page' }, 'page of shop'],
  ['resources/read', { uri: 'x://made' }, 'rows of shop.db'],
  ['prompts/get', { name: 'greet' }, 'Greet shop'],
  ['prompts/get', { name: 'ask' }, 'shop'],
  ['completion/complete', complete, '"shop"'],
  [...call('fails'), 'Provider \\\\"broken\\\\" could not be built: no route to it'],
  [...call('waits'), 'timed out after 40ms'],
  [...call('hung'), '"1"'],
  // Its own is still there.
  [...call('counted'), '"1 left"'],
];

test('[D4.container.async-context] [D4.container.built-in-tokens] a call waits for its asynchronous providers, within its time, and disposes them', async () => {
  const project = writeProject({ 'src/main.ts': source });
  try {
    for (const way of everyWay) {
      const running = await startProject(project.root, way, { env: { NODE_ENV: 'development' } });
      try {
        for (const [method, params, text] of expected) {
          const answer = await answerTo(running.url, method, params);
          assert.ok(answer.includes(text.replaceAll('\\\\', '\\')), `${way} ${method} ${answer}`);
        }
      } finally {
        await running.stop();
      }
    }
  } finally {
    project.remove();
  }
});

const small = `import { inject, Service, SERVICE_CONTEXT, ServiceLogger as CallLogger, Tool, ToolContext } from '@service/sdk';

@Tool({ name: 'id', description: 'x', inputSchema: {} })
class Id extends ToolContext {
  private readonly request = inject(SERVICE_CONTEXT);
  private readonly log = inject(CallLogger);
  execute() {
    return \`\${typeof this.request.requestId} \${typeof this.log.info}\`;
  }
}
@Service({ info: { name: 'ids', version: '1.0.0' }, tools: [Id] })
export default class Server {}
`;

test('[D4.container.built-in-tokens] the request and its logger need no provider', async () => {
  const project = writeProject({ 'src/main.ts': small });
  try {
    for (const way of everyWay) {
      const running = await startProject(project.root, way);
      try {
        assert.match(await answerTo(running.url, ...call('id')), 'string function', way);
      } finally {
        await running.stop();
      }
    }
  } finally {
    project.remove();
  }
});

test.run();
