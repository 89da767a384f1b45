import { tomlString } from '../../escape/toml.ts';
import type { PlatformFile, PlatformFileInput } from '../../compiler/target.ts';
import { hasNode, missingForEnvironment, readPlatformSettings } from './platform-settings.ts';

/** The first on which a fetch may say `cache: 'no-store'`, as the HTTP key-value client does. */
const minDate = '2024-11-11';

/** Features that fetch what a stranger or a provider names. Where names cannot be resolved first, the platform keeps them outside. */
const fetching: ReadonlySet<string> = new Set(['cimd', 'federated', 'remote-auth', 'transparent-auth']);
const publicOnly = 'global_fetch_strictly_public';
const environmentFlags = ['nodejs_compat', 'nodejs_compat_populate_process_env'];

/** What the platform's own tools read. */
export function workerPlatformFile({ builtins, features, name, readsEnvironment }: PlatformFileInput): PlatformFile {
  const flags = [...environmentFlags, ...(features.some((feature) => fetching.has(feature)) ? [publicOnly] : [])];
  const keyValue = features.includes('storage-http-kv');
  return {
    names: ['wrangler.toml', 'wrangler.json', 'wrangler.jsonc'],
    contents: (main) => printToml({ name: platformName(name), main, flags, secrets: secretsOf(features) }),
    faults: (file, text) => {
      const settings = readPlatformSettings(file, text);
      if ('problem' in settings) return [{ kind: 'syntax', value: settings.problem, key: '', start: settings.start }];
      const absent = readsEnvironment ? missingForEnvironment(settings) : [];
      const at = (key: string) => ({ key, start: settings.offsetOf(key) });
      return [
        ...(builtins.length > 0 && !hasNode(settings)
          ? [{ kind: 'builtins' as const, value: 'nodejs_compat', ...at('compatibility_flags') }]
          : []),
        ...(flags.includes(publicOnly) && !settings.flags.has(publicOnly)
          ? [{ kind: 'flag' as const, value: publicOnly, ...at('compatibility_flags') }]
          : []),
        ...(absent.length > 0
          ? [{ kind: 'environment' as const, value: absent.map((flag) => `"${flag}"`).join(' and '), ...at('compatibility_flags') }]
          : []),
        ...(keyValue && settings.date < minDate ? [{ kind: 'date' as const, value: minDate, ...at('compatibility_date') }] : []),
      ];
    },
  };
}

/** Lower case, digits and dashes, 63 at most. */
function platformName(name: string): string {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 63);
  return plain.replaceAll(/^-+|-+$/g, '') || 'server';
}

/** Without the first a production worker refuses every request, without the second those of clients before 2026-07-28. */
const secretsOf = (features: readonly string[]): readonly string[] => [
  ...(features.includes('jwks') ? ['JWT_SECRET'] : []),
  ...(features.includes('sessions') ? ['MCP_SESSION_SECRET'] : []),
];

interface PlatformSettings {
  readonly name: string;
  readonly main: string;
  readonly flags: readonly string[];
  readonly secrets: readonly string[];
}

function printToml({ flags, main, name, secrets }: PlatformSettings): string {
  const lines = [
    '# Written by `service build` because the project had none. It is yours: no build changes it.',
    ...secrets.map((secret) => `# Secrets are set apart from it: wrangler secret put ${secret}`),
    `name = ${tomlString(name)}`,
    `main = ${tomlString(main)}`,
    `compatibility_date = ${tomlString(minDate)}`,
    `compatibility_flags = [${flags.map(tomlString).join(', ')}]`,
  ];
  return `${lines.join('\n')}\n`;
}
