import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { limits } from '../texts.ts';

/** Options of {@link createJestConfig}. */
export interface JestConfigOptions {
  /** Where `@swc/jest` is found from; this package, when absent. */
  readonly from?: string;
  /** Further packages that are ES modules only. */
  readonly esmPackages?: readonly string[];
  /** Patterns of the files with tests. */
  readonly testMatch?: readonly string[];
  /** Milliseconds that a test may take. */
  readonly testTimeout?: number;
  /** Decorators as `experimentalDecorators` of tsconfig.json says. */
  readonly legacyDecorators?: boolean;
  /** Specs depend on the files of the servers that they start (`service test --watch`). */
  readonly followsServers?: boolean;
}

/** Packages that jest cannot load as they are, because they are ES modules only. */
const esmPackages = ['@service', 'jose', '@noble/hashes', '@noble/ciphers', '@noble/ed25519'];

/** Patterns of the files that `service test` runs. */
export const testMatch: readonly string[] = [
  '<rootDir>/src/**/*.spec.{ts,tsx}',
  '<rootDir>/__tests__/**/*.spec.{ts,tsx}',
  '<rootDir>/e2e/**/*.e2e.spec.{ts,tsx}',
];

/** The configuration under which specs run: `service test` generates it, the preset `@service/testing` is it. */
export function createJestConfig(options: JestConfigOptions = {}): Record<string, unknown> {
  const transpiled = [...esmPackages, ...(options.esmPackages ?? [])].map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const decorators =
    options.legacyDecorators === true ? { legacyDecorator: true, decoratorMetadata: true } : { decoratorVersion: '2022-03' };
  const swc = {
    // A `.swcrc` is for another program, and the transformer's cache would not notice its changes.
    swcrc: false,
    jsc: { parser: { syntax: 'typescript', tsx: true, decorators: true }, transform: decorators, target: 'es2022', keepClassNames: true },
    module: { type: 'commonjs' },
    sourceMaps: 'inline',
  };
  const conditions = ownConditions();
  return {
    testEnvironment: ownFile('./environment'),
    ...(conditions.length === 0
      ? {}
      : { testEnvironmentOptions: { customExportConditions: [...conditions, 'node', 'node-addons', 'require', 'default'] } }),
    testMatch: [...(options.testMatch ?? testMatch)],
    testTimeout: options.testTimeout ?? limits.testTimeoutMs,
    ...(options.followsServers === true ? { dependencyExtractor: ownFile('./server-dependencies') } : {}),
    transform: { '\\.[cm]?[jt]sx?$': [createRequire(options.from ?? import.meta.url).resolve('@swc/jest'), swc] },
    transformIgnorePatterns: [`/node_modules/(?!(?:${transpiled.join('|')})(?:/|$))`],
    // Sources import `./x.js` where `x.ts` stands.
    moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  };
}

const ownFile = (name: string): string =>
  fileURLToPath(new URL(`${name}${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url));

/** Conditions of `exports` that this process was started with (`--conditions`); specs resolve packages by the same. */
function ownConditions(): string[] {
  const flags = [...process.execArgv, ...(process.env['NODE_OPTIONS'] ?? '').split(' ')];
  return flags.flatMap((flag) => (flag.startsWith('--conditions=') ? [flag.slice('--conditions='.length)] : []));
}
