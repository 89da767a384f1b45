import { tomlString } from '../../escape/toml.ts';
import type { PlatformFile, PlatformFileInput } from '../../compiler/target.ts';

/** The first on which a fetch may say `cache: 'no-store'`, as the HTTP key-value client does (document 2). */
const leastDate = '2024-11-11';

/** Features that fetch what a stranger or a provider names. Where names cannot be resolved first, the platform keeps them outside (ruling 24). */
const fetching: ReadonlySet<string> = new Set(['cimd', 'federated', 'remote-auth', 'transparent-auth']);
const publicOnly = 'global_fetch_strictly_public';
/** Bindings are in `process.env` by themselves on dates from 2025-04-01 on. */
const environmentFlags = ['nodejs_compat', 'nodejs_compat_populate_process_env'];

/** What the platform's own tools read. */
export function workerPlatformFile({ features, name }: PlatformFileInput): PlatformFile {
  const flags = [...environmentFlags, ...(features.some((feature) => fetching.has(feature)) ? [publicOnly] : [])];
  const keyValue = features.includes('storage-http-kv');
  return {
    names: ['wrangler.toml', 'wrangler.json', 'wrangler.jsonc'],
    contents: (main) => printToml({ name: platformName(name), main, flags, secrets: features.includes('jwks') }),
    faults: (text) => [
      ...(flags.includes(publicOnly) && !text.includes(publicOnly)
        ? [{ kind: 'flag' as const, value: publicOnly, key: 'compatibility_flags' }]
        : []),
      ...(keyValue && dateIn(text) < leastDate ? [{ kind: 'date' as const, value: leastDate, key: 'compatibility_date' }] : []),
    ],
  };
}

/** Dates of this form sort as texts; a file without one is as old as can be. */
const dateIn = (text: string): string => /compatibility_date["']?\s*[:=]\s*["'](\d{4}-\d\d-\d\d)["']/.exec(text)?.[1] ?? '';

/** Lower case, digits and dashes, 63 at most. */
function platformName(name: string): string {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 63);
  return plain.replaceAll(/^-+|-+$/g, '') || 'server';
}

function printToml({ flags, main, name, secrets }: { name: string; main: string; flags: readonly string[]; secrets: boolean }): string {
  const lines = [
    '# Written by `service build` because the project had none. It is yours: no build changes it.',
    ...(secrets ? ['# Secrets are set apart from it: wrangler secret put JWT_SECRET'] : []),
    `name = ${tomlString(name)}`,
    `main = ${tomlString(main)}`,
    `compatibility_date = ${tomlString(leastDate)}`,
    `compatibility_flags = [${flags.map(tomlString).join(', ')}]`,
  ];
  return `${lines.join('\n')}\n`;
}
