/* What a build and a start say of `@service/plugin-approval`, and what it and the flags weigh in a bundle. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { build, bundleOf, requestOf } from '../support/compile.ts';
import { nodeTarget } from '../../src/targets/node/target.ts';
import { approvalProject, keys } from './approval-project.ts';
import { pluginProject } from './plugin-project.ts';

const url = "url: 'https://approvals.example.com/r'";

test('[D2.approval.options] wrong options and wrong fields are found at build, each at its place', async () => {
  const wrong = [
    ["{ mode: 'webhok' }", '`mode` of plugin "approval": must be "recheck" or "webhook"'],
    ["{ mode: 'webhook' }", 'must be an object with "url"'],
    ["{ mode: 'webhook', webhook: {} }", 'must be an address of https'],
    ["{ mode: 'webhook', webhook: { url: 'http://example.com' } }", 'must be an address of https, or allowPrivate must be true'],
    ["{ mode: 'webhook', webhook: { url: 'https://169.254.169.254/' } }", 'must be of a public host, or allowPrivate must be true'],
    ["{ mode: 'webhook', webhook: { url: 'https://user:word@example.com/' } }", 'must be an address without a name and a password'],
    [`{ mode: 'webhook', webhook: { ${url}, secret: 'short' } }`, 'must be at least 32 characters'],
    [`{ mode: 'webhook', webhook: { ${url}, callbackPath: 'x' } }`, 'must be a path that begins with /'],
    [`{ mode: 'recheck', recheck: { ${url}, maxAttempts: 0 } }`, 'must be a whole number from 1 to 100'],
    [`{ mode: 'recheck', recheck: { ${url}, auth: 'basic' } }`, 'must be "jwt", "bearer", "none" or "custom"'],
    [`{ webhook: { ${url} } }`, 'must be left out: it is read with mode "webhook" alone'],
    [`{ mode: 'webhook', webhook: { ${url} }, elicit: true }`, 'must be left out: with a mode another system approves'],
    ["{ storag: 'auto' }", 'is no option; did you mean "storage"'],
    ["{ storage: 'disk' }", 'must be "auto", "memory", { redis } or { sqlite }'],
    ['{ storageInstance: {} }', 'must be a store'],
    ["{ namespace: 'a b' }", 'must be 1 to 64 letters'],
    ['{ maxDelegationDepth: -1 }', 'must be a whole number from 0 to 100'],
  ] as const;
  const project = (options: string, code = '', tools: readonly string[] = []) =>
    approvalProject({ name: 'approval-wrong', options: `${options} as never`, code, tools });
  const textsOf = async (root: string): Promise<string> =>
    (await build(requestOf(root, 'approval-wrong'), nodeTarget)).diagnostics
      .map(({ message, span }) => `${span?.file ?? ''}:${span?.line ?? 0} ${message}`)
      .join('\n');
  for (const [options, found] of wrong) {
    const made = project(options);
    try {
      assert.match(await textsOf(made.root), found, options);
    } finally {
      made.remove();
    }
  }
  const fields = project(
    '{}',
    `const lost = tool({ name: 'lost', description: 'Is wrong.', approval: { allowedScopes: ['user'] } })(() => 1);
const risky = tool({ name: 'risky', description: 'Is wrong.', approval: { preApprovedContexts: ['x'] } as never })(() => 1);`,
    ['lost', 'risky'],
  );
  try {
    const texts = await textsOf(fields.root);
    assert.match(texts, /main\.ts:\d+ .*"allowedScopes"; it is "session"/);
    assert.match(texts, /main\.ts:\d+ .*must be a list of \{ type, identifier \}/);
  } finally {
    fields.remove();
  }
});

test('[D2.approval.options] only tools are approved: the field is refused on resources and prompts', async () => {
  const project = pluginProject(
    'approval-kinds',
    `
import { ApprovalPlugin } from '@service/plugin-approval';
import { prompt, resource, Service } from '@service/sdk';
const given = { approval: true };
const text = resource({ name: 'text', uri: 'text://a', description: 'A text.', mimeType: 'text/plain', ...given })(() => 'text');
const ask = prompt({ name: 'ask', description: 'A prompt.', ...given })(() => 'ask');
@Service({ info: { name: 'approval-kinds', version: '1.0.0' }, resources: [text], prompts: [ask], plugins: [ApprovalPlugin] })
export class Server {}
`,
  );
  try {
    const { diagnostics, output } = await build(requestOf(project.root, 'approval-kinds'), nodeTarget);
    assert.is(output, undefined);
    const texts = diagnostics.map(({ message }) => message).join('\n');
    assert.match(texts, /resource "text".*only tools are approved|approval.*resource/s);
    assert.match(texts, /prompt "ask".*only tools are approved|approval.*prompt/s);
  } finally {
    project.remove();
  }
});

test('[D2.approval.options] a start without a secret, a token or an address of its own is refused by name', async () => {
  for (const [options, env, said] of [
    [`{ mode: 'webhook', webhook: { ${url} } }`, {}, /set APPROVAL_WEBHOOK_SECRET, or webhook\.secret, to at least 32 random characters/],
    [
      `{ mode: 'webhook', webhook: { ${url} } }`,
      { APPROVAL_WEBHOOK_SECRET: 'x'.repeat(32) },
      /set SERVICE_PUBLIC_URL, or webhook\.publicUrl/,
    ],
    [`{ mode: 'recheck', recheck: { ${url}, auth: 'bearer' } }`, {}, /set APPROVAL_RECHECK_TOKEN, or recheck\.token/],
  ] as const) {
    const project = approvalProject({ name: 'approval-start', options });
    try {
      const failure: unknown = await project.start('node', { env: { KEYS: keys, ...env } }).then(
        async (server) => void (await server.stop()),
        (thrown: unknown) => thrown,
      );
      assert.match(String(failure), said);
    } finally {
      project.remove();
    }
  }
});

test('[D2.approval.options] options that a variable decides are checked at each start, however they come to the list', async () => {
  const init = `ApprovalPlugin.init({ mode: 'webhook', webhook: { ${url}, secret: process.env['SECRET'], publicUrl: 'https://here.example.com' } as never })`;
  for (const [code, plugin] of [
    ['', init],
    [`const approvals = () => ${init};`, 'approvals()'],
    [
      `const options = () => ({ mode: 'webhook', webhook: { ${url}, secret: process.env['SECRET'] } }) as never;`,
      'ApprovalPlugin.init(options())',
    ],
    [`const known = process.env['SECRET'] === undefined ? ApprovalPlugin : ${init};`, 'known as never'],
    [
      `import { Plugin } from '@service/sdk';
@Plugin({ name: 'own', enforces: ['approval'] }) class Own extends ApprovalPlugin {}`,
      init.replace('ApprovalPlugin', 'Own'),
    ],
  ] as const) {
    const project = pluginProject(
      'approval-decided',
      `import { ApprovalPlugin } from '@service/plugin-approval';
import { Service, tool } from '@service/sdk';
${code}
const pay = tool({ name: 'pay', description: 'Pays.', approval: true })(() => 'paid');
@Service({ info: { name: 'approval-decided', version: '1.0.0' }, tools: [pay], plugins: [${plugin}] })
export class Server {}
`,
    );
    try {
      const failure: unknown = await project.start('node', { env: { SECRET: 'too short' } }).then(
        async (server) => void (await server.stop()),
        (thrown: unknown) => thrown,
      );
      assert.match(String(failure), /plugin "approval": "webhook\.secret": must be at least 32 characters/, plugin);
    } finally {
      project.remove();
    }
  }
});

/** Bytes of gzip that the code of each package may take in a bundle. Each mode is beside it. */
const budgets = { approval: 8_000, featureFlag: 4_500 } as const;

/** Plugins that stand at the same points and do nothing there: what remains is the code of a package. */
const idle = {
  approval: `@Plugin({ name: 'idle', enforces: ['approval'], order: -1000, asks: true, contextExtensions: [{ property: 'approval' }] })
class Idle extends DynamicPlugin implements PluginHooks {
  static stores() { return { approvals: 'auto' }; }
  onStart(host: PluginHost) { host.store('approvals'); }
  aroundToolCall(call: HookCall<ToolModel>, next: Next<ToolResult>) { return call.depth > 3 ? call.elicit('x', {}).then(() => next()) : next(); }
  onRequest() { return new Response(); }
  contextMember() { return {}; }
}`,
  featureFlag: `@Plugin({ name: 'idle', enforces: ['featureFlag'], contextExtensions: [{ property: 'featureFlags' }] })
class Idle extends DynamicPlugin implements PluginHooks {
  static modules() { return []; }
  onStart(host: PluginHost) { host.publish({ kind: 'tools' }); }
  listEntry() { return true; }
  admitEntry() {}
  onClose() {}
  contextMember() { return {}; }
}`,
} as const;

test('[D2.approval.size] the code of the plugin takes at most 8,000 bytes of gzip without a mode, that of flags 4,500', async () => {
  const sizeOf = async (code: string, plugins: string, field: string): Promise<number> => {
    const project = pluginProject(
      'weighed',
      `${code}
import { DynamicPlugin, type HookCall, type Next, Plugin, type PluginHooks, type PluginHost, Service, tool, type ToolModel, type ToolResult } from '@service/sdk';
const pay = tool({ name: 'pay', description: 'Pays.' ${field} })(() => 'paid');
@Service({ info: { name: 'weighed', version: '1.0.0' }, tools: [pay], plugins: [${plugins}] })
export class Server {}
`,
    );
    try {
      return (await bundleOf(requestOf(project.root, 'weighed'))).report.gzipBytes;
    } finally {
      project.remove();
    }
  };
  const bare = await sizeOf('', '', '');
  for (const [field, code, plugins] of [
    ['approval', "import { ApprovalPlugin } from '@service/plugin-approval';", 'ApprovalPlugin'],
    [
      'featureFlag',
      "import { FeatureFlagPlugin } from '@service/plugin-feature-flags';",
      "FeatureFlagPlugin.init({ adapter: 'static', flags: { beta: true } })",
    ],
  ] as const) {
    const value = field === 'approval' ? ', approval: true' : ", featureFlag: 'beta'";
    const idles = await sizeOf(idle[field], 'Idle', value);
    const all = await sizeOf(code, plugins, value);
    console.log(`${field}: ${all - bare} bytes of gzip, of which ${idles - bare} are the points at which plugins stand`);
    assert.ok(all - idles <= budgets[field], `${field}: ${all - idles}`);
  }
});

test.run();
