/* Test support: sources in a temporary folder, migrated. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { migrateFolder, MigrationError, type Migration } from '../../src/migrate/index.ts';

export const sdkImports = `import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';
`;

/** Migrates files. @param named file or folder; without it the folder when it has a package.json, else the first file */
export function migrateFiles(files: Readonly<Record<string, string>>, named?: string): Migration {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'service-migrate-')));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    const [entry = ''] = Object.keys(files);
    return migrateFolder(join(root, named ?? (files['package.json'] === undefined ? entry : '')), { sdk: '0.1.0', cli: '0.1.0' });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** The text of a file of the migrated project. */
export function textOf({ files }: Migration, path: string): string {
  const file = files.find((one) => one.path === path);
  if (file === undefined) throw new Error(`${path} is not among ${files.map((one) => one.path).join(', ')}`);
  return file.text;
}

/** What a migration that is refused says. */
export function refusal(files: Readonly<Record<string, string>>, named?: string): { readonly code: string; readonly text: string } {
  try {
    migrateFiles(files, named);
  } catch (error) {
    if (error instanceof MigrationError) return { code: error.code, text: error.message };
    throw error;
  }
  throw new Error('the migration was not refused');
}
