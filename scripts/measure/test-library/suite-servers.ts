import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');

/** A name, and what `test.use` takes; see fixtures/testing/e2e/any-server.e2e.spec.ts. */
type SuiteServer = readonly [name: string, options: { readonly server: string; readonly env?: Readonly<Record<string, string>> }];

/**
 * Servers of every kind for one suite.
 * @param built files of the fixture's bundles, relative to its folder; undefined leaves them out
 * @param entryEnv variables of the uncompiled entry
 */
export function suiteServers(
  built: { readonly node: string; readonly worker: string } | undefined,
  entryEnv: Readonly<Record<string, string>> = {},
): readonly SuiteServer[] {
  const node = JSON.stringify(process.execPath);
  const official = (generation: 1 | 2, installed: string): SuiteServer => [
    `official SDK ${generation}.x`,
    { server: `${node} src/official.mjs ${generation}`, env: { NODE_PATH: join(root, installed, 'node_modules') } },
  ];
  const bundles: readonly SuiteServer[] =
    built === undefined
      ? []
      : [
          ['node bundle', { server: `node ${built.node}` }],
          [
            'worker',
            {
              server: `${node} ${JSON.stringify(join(import.meta.dirname, 'serve-worker.mjs'))} ${built.worker}`,
              env: { JWT_SECRET: 's'.repeat(32) },
            },
          ],
        ];
  const env = { SERVICE_DRAIN_SECONDS: '0', ...entryEnv };
  return [['uncompiled entry', { server: './src/main.ts', env }], ...bundles, official(1, 'tools/judges'), official(2, 'bench')];
}
