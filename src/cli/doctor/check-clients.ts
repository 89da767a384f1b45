import { memberOf } from '@service/sdk/internal';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { withoutByteOrderMark } from '../../compiler/diagnostics/diagnostic.ts';
import { isFile } from '../../config/special-files.ts';
import { maxClientFileBytes } from '../eject/client-file.ts';
import { knownClients } from '../eject/known-clients.ts';
import { pass, warn, type DoctorCheck, type Finding } from './doctor-check.ts';

interface ClientEntry {
  readonly name: string;
  readonly words: readonly string[];
  readonly url?: string;
}

/** Clients on this machine that start or call this server. Of their files only names and paths are shown: entries hold secrets. */
export const checkClients: DoctorCheck = ({ root, call, project }) => {
  const home = call.env['HOME'] ?? call.env['USERPROFILE'] ?? homedir();
  const port = project?.httpPort?.value ?? 3000;
  const findings = knownClients.flatMap(({ files, name: client }) =>
    files.flatMap(({ path }): readonly Finding[] => {
      const file = path.startsWith('~') ? join(home, path.slice(2)) : join(root, path);
      if (!isFile(file)) return [];
      const { size } = statSync(file);
      if (size > maxClientFileBytes)
        return [warn('clients', `${client}: ${file} has ${size} bytes and was not read`, 'Clients write a few MiB; look what fills it')];
      const entries = readEntries(file);
      if (entries === undefined)
        return [warn('clients', `${client}: ${file} is not JSON`, 'Correct it; the client reads none of its servers now')];
      return entries.flatMap((entry) => judge(entry, { client, root, port, folder: dirname(file) }));
    }),
  );
  return Promise.resolve(findings);
};

function judge(
  { name, words, url }: ClientEntry,
  { client, root, port, folder }: { readonly client: string; readonly root: string; readonly port: number; readonly folder: string },
): readonly Finding[] {
  const label = `${client}: '${name}'`;
  if (url !== undefined && URL.canParse(url)) {
    const { hostname, port: asked } = new URL(url);
    if (!['localhost', '127.0.0.1', '[::1]'].includes(hostname) || Number(asked) !== port) return [];
    return [pass('clients', `${label} calls port ${asked} of this machine`)];
  }
  const files = words
    .map((word) => (isAbsolute(word) ? word : resolve(folder, word)))
    .filter((file) => file.startsWith(`${root}/`) && /[\\/]dist[\\/]|\.[cm]?js$/.test(file));
  return files.map((file) =>
    existsSync(file)
      ? pass('clients', `${label} starts ${file}`)
      : warn(
          'clients',
          `${label} starts ${file}, which is not there`,
          'Run `service build`, or correct the path in the file of the client',
        ),
  );
}

/** Entries of `mcpServers` or `servers`, also of those that a file keeps by project; undefined for what is not JSON. */
function readEntries(file: string): readonly ClientEntry[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(withoutByteOrderMark(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
  const projects: readonly unknown[] = Object.values(objectAt(value, 'projects'));
  return [value, ...projects].flatMap((part) => [...entriesOf(objectAt(part, 'mcpServers')), ...entriesOf(objectAt(part, 'servers'))]);
}

function entriesOf(servers: object): readonly ClientEntry[] {
  return Object.entries(servers).map(([name, entry]: [string, unknown]) => {
    const at = (key: string): unknown => memberOf(entry, key);
    const given = at('args');
    const args: readonly unknown[] = Array.isArray(given) ? given : [];
    const words = [at('command'), ...args].filter((word) => typeof word === 'string');
    const url = at('url');
    return { name, words, url: typeof url === 'string' ? url : undefined };
  });
}

function objectAt(value: unknown, key: string): object {
  const inner = memberOf(value, key);
  return typeof inner === 'object' && inner !== null ? inner : {};
}
