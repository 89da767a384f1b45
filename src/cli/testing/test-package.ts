import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CliError } from '../cli-error.ts';
import { refusePlugAndPlay } from '../project/open-project.ts';

/** The part of the project's own `@service/testing` that `service test` uses. */
export interface TestPackage {
  /** The program of jest. */
  readonly jest: string;
  /** @returns the configuration of jest, without `rootDir` */
  readonly createConfig: (options: ConfigOptions) => JestConfig;
}

export interface JestConfig {
  readonly [option: string]: unknown;
  readonly testMatch: readonly string[];
}

export interface ConfigOptions {
  readonly esmPackages?: readonly string[];
  readonly testMatch?: readonly string[];
  readonly testTimeout?: number;
  readonly legacyDecorators?: boolean;
  readonly followsServers?: boolean;
}

const jestConfigFiles = ['ts', 'js', 'mjs', 'cjs', 'json'].map((extension) => `jest.config.${extension}`);

/** Finds the runner from the project. @throws {CliError} exit 6, when a package is missing */
export async function findTestPackage(root: string): Promise<TestPackage> {
  refusePlugAndPlay(root);
  const fromProject = createRequire(join(root, 'package.json'));
  const packageFile = resolveFrom(fromProject, '@service/testing/package.json');
  const fromPackage = packageFile === undefined ? undefined : createRequire(packageFile);
  const found = fromPackage && resolveFrom(fromPackage, '@swc/jest') && resolveFrom(fromPackage, 'jest/package.json');
  if (fromPackage === undefined || found === undefined)
    throw new CliError({
      code: 'test-runner-missing',
      message: 'The test command needs @swc/jest, which comes with @service/testing',
      hint: 'Install it: npm install --save-dev @service/testing',
      exit: 'environment',
    });
  const { createJestConfig } = (await import(pathToFileURL(fromProject.resolve('@service/testing/jest-config')).href)) as {
    readonly createJestConfig: TestPackage['createConfig'];
  };
  return { jest: join(found, '../bin/jest.js'), createConfig: createJestConfig };
}

/** Whether the project configures jest by itself; then nothing is generated. */
export function hasOwnJestConfig(root: string): boolean {
  if (jestConfigFiles.some((name) => existsSync(join(root, name)))) return true;
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    return typeof manifest === 'object' && manifest !== null && 'jest' in manifest;
  } catch {
    return false;
  }
}

function resolveFrom(from: NodeJS.Require, name: string): string | undefined {
  try {
    return from.resolve(name);
  } catch {
    return undefined;
  }
}
