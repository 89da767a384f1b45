/** Bytes per package, most first. Files outside `node_modules` are the project's; generated modules and the SDK have their own names. */
export function packagesOf(bytesByInput: Readonly<Record<string, number>>): { name: string; bytes: number }[] {
  const totals = new Map<string, number>();
  for (const [path, bytes] of Object.entries(bytesByInput)) {
    if (bytes === 0) continue;
    const name = packageOf(path);
    totals.set(name, (totals.get(name) ?? 0) + bytes);
  }
  return [...totals].map(([name, bytes]) => ({ name, bytes })).sort((a, b) => b.bytes - a.bytes || (a.name < b.name ? -1 : 1));
}

function packageOf(path: string): string {
  if (path.startsWith('service-generated:')) return '(generated)';
  const normal = path.replaceAll('\\', '/');
  const after = normal.split('node_modules/').at(-1);
  if (after === undefined || !normal.includes('node_modules/')) return sdkSource.test(normal) ? '@service/sdk' : '(project)';
  const [first = '', second = ''] = after.split('/');
  return first.startsWith('@') ? `${first}/${second}` : first;
}

/** In a checkout the SDK is bundled from its sources. */
const sdkSource = /(?:^|\/)src\/runtime\/|(?:^|\/)packages\/sdk\//;
