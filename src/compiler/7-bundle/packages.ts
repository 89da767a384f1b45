import { resolve } from 'node:path';

export interface PackageTest {
  /** Absolute project folder; inputs are named relative to it. */
  readonly root: string;
  /** True for an absolute path of the SDK, which a checkout bundles from its sources. */
  readonly isSdk: (path: string) => boolean;
}

/** Bytes per package, most first. Files outside `node_modules` are the project's; generated modules have a name of their own. */
export function packagesOf(bytesByInput: Readonly<Record<string, number>>, test: PackageTest): { name: string; bytes: number }[] {
  const totals = new Map<string, number>();
  for (const [path, bytes] of Object.entries(bytesByInput)) {
    if (bytes === 0) continue;
    const name = packageOf(path, test);
    totals.set(name, (totals.get(name) ?? 0) + bytes);
  }
  return [...totals].map(([name, bytes]) => ({ name, bytes })).sort((a, b) => b.bytes - a.bytes || (a.name < b.name ? -1 : 1));
}

/** The package that a bundled file belongs to. */
export function packageOf(path: string, { root, isSdk }: PackageTest): string {
  if (path.startsWith('service-generated:')) return '(generated)';
  if (isSdk(resolve(root, path))) return '@service/sdk';
  const normal = path.replaceAll('\\', '/');
  const after = normal.split('node_modules/').at(-1);
  if (after === undefined || !normal.includes('node_modules/')) return '(project)';
  const [first = '', second = ''] = after.split('/');
  return first.startsWith('@') ? `${first}/${second}` : first;
}
