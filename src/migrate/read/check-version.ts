import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MigrationError } from '../findings.ts';
import type { FoundSource } from './find-entry.ts';

/** Major versions of the official packages whose calls are known here. */
const known: Readonly<Record<string, readonly number[]>> = {
  '@modelcontextprotocol/sdk': [0, 1],
  '@modelcontextprotocol/server': [2],
};

/** @throws {MigrationError} for a version of the official SDK that this file does not list */
export function checkVersion({ manifest, root }: FoundSource): void {
  for (const [name, majors] of Object.entries(known)) {
    const asked = manifest.dependencies?.[name] ?? manifest.peerDependencies?.[name] ?? manifest.devDependencies?.[name];
    if (asked === undefined) continue;
    const major = majorOf(asked) ?? majorOf(installedVersion(root, name) ?? '');
    if (major !== undefined && majors.includes(major)) continue;
    throw new MigrationError('migrate-version', [
      {
        file: 'package.json',
        line: lineOfName(root, name),
        message: `Asks for ${name} ${asked}, a version that this command does not know`,
        hint: `Name a range of ${majors.map((one) => `${one}.x`).join(' or ')}, or install the package so that its version can be read`,
      },
    ]);
  }
}

const majorOf = (range: string): number | undefined => {
  const digits = /^[\^~>=v\s]*(\d+)(?:\.|$)/.exec(range.replace(/^npm:.*@/, ''))?.[1];
  return digits === undefined ? undefined : Number(digits);
};

function installedVersion(root: string, name: string): string | undefined {
  const file = join(root, 'node_modules', name, 'package.json');
  if (!existsSync(file)) return undefined;
  const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'));
  return typeof parsed === 'object' && parsed !== null && 'version' in parsed && typeof parsed.version === 'string'
    ? parsed.version
    : undefined;
}

function lineOfName(root: string, name: string): number {
  const lines = readFileSync(join(root, 'package.json'), 'utf8').split('\n');
  return Math.max(1, lines.findIndex((line) => line.includes(`"${name}"`)) + 1);
}
